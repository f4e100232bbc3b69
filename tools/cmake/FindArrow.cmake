# Finds Apache Arrow and Parquet C++ and makes Arrow::arrow and Arrow::parquet.
# First an installed config package; else the exactly pinned pyarrow wheel of the Python in EXPLAINEE_PYTHON, which
# carries headers and libarrow.so.NNNN, but no CMake config and no unversioned names.
# EXPLAINEE_ARROW_LIBRARIES: the files that an install has to copy beside the program (empty for a config package).
set(explainee_least_arrow 21)  # older ones lack options that the readers use

if(NOT TARGET Arrow::arrow)
  set(EXPLAINEE_ARROW_LIBRARIES "")
  find_package(Arrow CONFIG QUIET)
  if(Arrow_FOUND AND Arrow_VERSION VERSION_GREATER_EQUAL explainee_least_arrow)
    find_package(Parquet CONFIG QUIET)
  endif()
  if(TARGET Arrow::arrow_shared AND TARGET Parquet::parquet_shared)
    add_library(Arrow::arrow INTERFACE IMPORTED)
    target_link_libraries(Arrow::arrow INTERFACE Arrow::arrow_shared)
    add_library(Arrow::parquet INTERFACE IMPORTED)
    target_link_libraries(Arrow::parquet INTERFACE Parquet::parquet_shared)
    set(Arrow_ORIGIN "config package ${Arrow_DIR}")
  endif()
endif()

if(NOT TARGET Arrow::arrow AND EXISTS ${EXPLAINEE_PYTHON})
  execute_process(
    COMMAND ${EXPLAINEE_PYTHON} -c "import importlib.util as u; print(u.find_spec('pyarrow').submodule_search_locations[0])"
    OUTPUT_VARIABLE explainee_wheel OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(explainee_wheel)
    file(GLOB explainee_arrow ${explainee_wheel}/libarrow.so.* ${explainee_wheel}/libarrow.*.dylib)
    file(GLOB explainee_parquet ${explainee_wheel}/libparquet.so.* ${explainee_wheel}/libparquet.*.dylib)
    list(FILTER explainee_arrow INCLUDE REGEX "libarrow\\.(so\\.[0-9]+|[0-9]+\\.dylib)$")
    list(FILTER explainee_parquet INCLUDE REGEX "libparquet\\.(so\\.[0-9]+|[0-9]+\\.dylib)$")
  endif()
  list(LENGTH explainee_arrow explainee_arrow_count)
  list(LENGTH explainee_parquet explainee_parquet_count)
  if(explainee_arrow_count EQUAL 1 AND explainee_parquet_count EQUAL 1 AND EXISTS ${explainee_wheel}/include/arrow/api.h)
    add_library(Arrow::arrow SHARED IMPORTED)
    set_target_properties(Arrow::arrow PROPERTIES
      IMPORTED_LOCATION ${explainee_arrow}
      INTERFACE_INCLUDE_DIRECTORIES ${explainee_wheel}/include)
    add_library(Arrow::parquet SHARED IMPORTED)
    set_target_properties(Arrow::parquet PROPERTIES
      IMPORTED_LOCATION ${explainee_parquet}
      INTERFACE_INCLUDE_DIRECTORIES ${explainee_wheel}/include)
    target_link_libraries(Arrow::parquet INTERFACE Arrow::arrow)
    set(EXPLAINEE_ARROW_LIBRARIES ${explainee_arrow} ${explainee_parquet})
    set(Arrow_ORIGIN "pyarrow wheel ${explainee_wheel}")
  endif()
endif()

if(TARGET Arrow::arrow AND NOT Arrow_ORIGIN)
  set(Arrow_ORIGIN "targets of the enclosing project")
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Arrow REQUIRED_VARS Arrow_ORIGIN
  REASON_FAILURE_MESSAGE "install Arrow C++ ${explainee_least_arrow} or later, or run tools/setup, which installs the pinned pyarrow below .venv")
