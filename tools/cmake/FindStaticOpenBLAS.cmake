# Finds OpenBLAS as built for threads (Debian: libopenblas-pthread-dev) and makes StaticOpenBLAS::StaticOpenBLAS. Static
# when there is one: the program then starts faster and no other BLAS can be slipped under it. The serial build will not
# do: its work buffers are not locked, and we call it from several threads (docs/decisions/0001).
find_library(StaticOpenBLAS_LIBRARY NAMES libopenblas.a openblas
             PATH_SUFFIXES openblas-pthread x86_64-linux-gnu/openblas-pthread aarch64-linux-gnu/openblas-pthread
             PATHS /usr/lib NO_DEFAULT_PATH)
if(NOT StaticOpenBLAS_LIBRARY)
  find_library(StaticOpenBLAS_LIBRARY NAMES openblas)
endif()
find_path(StaticOpenBLAS_INCLUDE_DIR NAMES cblas.h
          PATH_SUFFIXES openblas-pthread x86_64-linux-gnu/openblas-pthread aarch64-linux-gnu/openblas-pthread openblas)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(StaticOpenBLAS REQUIRED_VARS StaticOpenBLAS_LIBRARY StaticOpenBLAS_INCLUDE_DIR)
if(StaticOpenBLAS_FOUND AND NOT TARGET StaticOpenBLAS::StaticOpenBLAS)
  add_library(StaticOpenBLAS::StaticOpenBLAS UNKNOWN IMPORTED)
  set_target_properties(StaticOpenBLAS::StaticOpenBLAS PROPERTIES
    IMPORTED_LOCATION ${StaticOpenBLAS_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${StaticOpenBLAS_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES Threads::Threads)
endif()
