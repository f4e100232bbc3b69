# A module: every .cpp of a folder and its subfolders becomes the target explainee_<folder> (alias explainee::<folder>),
# every *_test.cpp and what lies in testing/ its test program. The modules it may use are named here and nowhere else;
# tools/check_layers compares the includes. OWN_FLAGS: its sources are compiled in a way of their own, so that nothing
# precompiled fits them. ALONE: sources that are never compiled together with others (Highway reads them once for each
# kind of processor). THREADED: tests with several threads and what they need, all that is built under ThreadSanitizer; the
# target threaded_tests builds those of all modules.
function(explainee_module name)
  cmake_parse_arguments(MODULE "OWN_FLAGS" "" "USES;LINKS;PUBLIC_LINKS;ALONE;THREADED" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$|/testing/")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$|/testing/")
  if(EXPLAINEE_SANITIZE STREQUAL "thread")
    set(tests ${MODULE_THREADED})
  endif()

  set_property(SOURCE ${MODULE_ALONE} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
  add_library(explainee_${name} STATIC ${sources})
  add_library(explainee::${name} ALIAS explainee_${name})
  set_target_properties(explainee_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(explainee_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>
    $<INSTALL_INTERFACE:include>)
  target_compile_features(explainee_${name} PUBLIC cxx_std_20)
  explainee_compile_options(explainee_${name})
  foreach(used IN LISTS MODULE_USES)
    target_link_libraries(explainee_${name} PUBLIC explainee_${used})
  endforeach()
  target_link_libraries(explainee_${name} PUBLIC ${MODULE_PUBLIC_LINKS} PRIVATE ${MODULE_LINKS})
  set_property(GLOBAL APPEND PROPERTY EXPLAINEE_MODULES explainee_${name})
  if(EXPLAINEE_PRECOMPILE AND NOT MODULE_OWN_FLAGS)
    target_precompile_headers(explainee_${name} REUSE_FROM explainee_precompiled)
  endif()

  if(EXPLAINEE_TESTS AND tests)
    add_executable(${name}_test ${tests})
    explainee_test_program(${name}_test)
    target_link_libraries(${name}_test PRIVATE explainee_${name} ${MODULE_LINKS} GTest::gtest_main)
    gtest_discover_tests(${name}_test TEST_PREFIX "${name}." PROPERTIES LABELS ${name} DISCOVERY_TIMEOUT 60)
    if(MODULE_THREADED)
      add_dependencies(threaded_tests ${name}_test)
    endif()
  endif()
endfunction()

# Warnings are errors (but three that g++ 12 raises falsely, inside std::string and Eigen); sanitizers when asked for. Never -ffast-math: proofs depend on rounding.
function(explainee_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                         -Werror -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -ffp-contract=off)
  if(EXPLAINEE_SANITIZE)
    # Checking every pointer for null, alignment, overflow and the size of what it points to doubles the time to compile.
    # AddressSanitizer reports what is wrong with an address when it is used; alignment is checked in the module that
    # reads foreign bytes (files). Under sanitizers g++ 12 takes optionals for uninitialised that are not.
    target_compile_options(${target} PRIVATE -fsanitize=${EXPLAINEE_SANITIZE} -fno-omit-frame-pointer
                           -fno-sanitize-recover=all -fno-sanitize=null,alignment,pointer-overflow,object-size,vptr
                           -Wno-maybe-uninitialized)
    target_link_options(${target} PRIVATE -fsanitize=${EXPLAINEE_SANITIZE})
  endif()
endfunction()

# Headers that nearly every file reads, parsed once. `make check` goes without (EXPLAINEE_PRECOMPILE=OFF), so that every
# file still has to include what it uses.
set(EXPLAINEE_COMMON_HEADERS <algorithm> <cmath> <functional> <map> <memory> <numeric> <optional> <set> <span> <string>
    <string_view> <utility> <vector> <Eigen/Dense> <fmt/format.h>)

# Call once, before the modules.
function(explainee_precompile)
  if(NOT EXPLAINEE_PRECOMPILE)
    return()
  endif()
  file(WRITE ${PROJECT_BINARY_DIR}/generated/nothing.cpp "")
  add_library(explainee_precompiled STATIC ${PROJECT_BINARY_DIR}/generated/nothing.cpp)
  explainee_compile_options(explainee_precompiled)
  target_link_libraries(explainee_precompiled PRIVATE Eigen3::Eigen fmt::fmt Threads::Threads)
  target_precompile_headers(explainee_precompiled PRIVATE ${EXPLAINEE_COMMON_HEADERS})
  if(EXPLAINEE_TESTS)
    add_executable(explainee_precompiled_for_tests ${PROJECT_BINARY_DIR}/generated/nothing.cpp)
    explainee_compile_options(explainee_precompiled_for_tests)
    target_compile_options(explainee_precompiled_for_tests PRIVATE -O1 -fno-sanitize=undefined)
    target_link_libraries(explainee_precompiled_for_tests PRIVATE Eigen3::Eigen fmt::fmt GTest::gtest_main)
    target_precompile_headers(explainee_precompiled_for_tests PRIVATE ${EXPLAINEE_COMMON_HEADERS} <gtest/gtest.h>)
  endif()
endfunction()

# A test program: compiled quickly (what it tests is compiled as it ships, and watched by all sanitizers), with the
# headers common to tests precompiled.
function(explainee_test_program target)
  explainee_compile_options(${target})
  target_compile_options(${target} PRIVATE -O1 -fno-sanitize=undefined)
  if(EXPLAINEE_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM explainee_precompiled_for_tests)
  endif()
endfunction()
