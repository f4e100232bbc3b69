# `cmake --install`: the library for find_package(explainee), and the program with the Arrow libraries beside it, so that
# it runs without the virtual environment it was linked from.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(rooms GLOBAL PROPERTY EXPLAINEE_ROOMS)
list(REMOVE_ITEM rooms explainee_files)  # Arrow is for programs only
add_library(explainee INTERFACE)
add_library(explainee::explainee ALIAS explainee)
target_link_libraries(explainee INTERFACE ${rooms})

install(TARGETS explainee ${rooms} EXPORT explainee-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT explainee-targets NAMESPACE explainee:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/explainee)
install(DIRECTORY src/explainee DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "files" EXCLUDE PATTERN "*_test*" EXCLUDE PATTERN "*_for_tests.h" EXCLUDE
        # read by tests only
        REGEX "/search/(brute_force|crowd_rows|expect_right|star_alone|sweep_size|tree_alone)\\.h$" EXCLUDE)
install(DIRECTORY ${PROJECT_BINARY_DIR}/generated/explainee DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
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
