# `cmake --install`: the library for find_package(explainee), and the program with the Arrow libraries beside it, so that
# it runs without the virtual environment it was linked from.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(modules GLOBAL PROPERTY EXPLAINEE_MODULES)

# All that ships: what `cmake --install` copies, and the Python package.
add_custom_target(shipped DEPENDS ${modules})
foreach(program explainee_program explainee_python)
  if(TARGET ${program})
    add_dependencies(shipped ${program})
  endif()
endforeach()

list(REMOVE_ITEM modules explainee_files)  # who wants Arrow asks for the component files
add_library(explainee INTERFACE)
add_library(explainee::explainee ALIAS explainee)
target_link_libraries(explainee INTERFACE ${modules})

install(TARGETS explainee ${modules} EXPORT explainee-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT explainee-targets NAMESPACE explainee:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/explainee)

# Installed are the headers of include/ and what they include, nothing else, and none of them may read Eigen.
function(explainee_install_headers)
  file(GLOB_RECURSE open ${PROJECT_SOURCE_DIR}/include/explainee/*.h)
  set(done "")
  while(open)
    list(POP_FRONT open header)
    if(header IN_LIST done)
      continue()
    endif()
    list(APPEND done ${header})
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
    file(STRINGS ${header} lines REGEX "^#include")
    foreach(line IN LISTS lines)
      if(line MATCHES "<Eigen")
        message(FATAL_ERROR "${header} is public and includes Eigen")
      elseif(line MATCHES "\"(explainee/[^\"]+)\"")
        foreach(root include src)
          if(EXISTS ${PROJECT_SOURCE_DIR}/${root}/${CMAKE_MATCH_1})
            list(APPEND open ${PROJECT_SOURCE_DIR}/${root}/${CMAKE_MATCH_1})
          endif()
        endforeach()
      endif()
    endforeach()
    string(REGEX REPLACE "^${PROJECT_SOURCE_DIR}/(include|src)/" "" name ${header})
    get_filename_component(folder ${name} DIRECTORY)
    install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
  endwhile()
endfunction()
explainee_install_headers()

if(TARGET explainee_files)
  install(TARGETS explainee_files EXPORT explainee-files-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT explainee-files-targets NAMESPACE explainee:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/explainee)
endif()
configure_package_config_file(tools/cmake/explainee-config.cmake.in ${PROJECT_BINARY_DIR}/explainee-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/explainee)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/explainee-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/explainee-config.cmake ${PROJECT_BINARY_DIR}/explainee-config-version.cmake
              tools/cmake/FindStaticOpenBLAS.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/explainee)

if(TARGET explainee_program)
  set_target_properties(explainee_program PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}/explainee")
  install(TARGETS explainee_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${EXPLAINEE_ARROW_LIBRARIES} DESTINATION ${CMAKE_INSTALL_LIBDIR}/explainee)
  install(FILES data/diabetes.csv data/diabetes_names.csv data/diabetes_shap.csv data/README.md
          DESTINATION ${CMAKE_INSTALL_DATADIR}/explainee/data)
endif()
