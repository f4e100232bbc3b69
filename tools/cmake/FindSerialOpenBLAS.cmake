# Finds the single-threaded OpenBLAS (Debian: libopenblas-serial-dev) and makes SerialOpenBLAS::SerialOpenBLAS.
# Static when there is one: the program then starts faster and no second BLAS can be slipped under it. Threads are
# ours (docs/decisions), so the threaded build would only be in the way.
find_library(SerialOpenBLAS_LIBRARY NAMES libopenblas.a openblas
             PATH_SUFFIXES openblas-serial x86_64-linux-gnu/openblas-serial aarch64-linux-gnu/openblas-serial
             PATHS /usr/lib NO_DEFAULT_PATH)
if(NOT SerialOpenBLAS_LIBRARY)
  find_library(SerialOpenBLAS_LIBRARY NAMES openblas)
endif()
find_path(SerialOpenBLAS_INCLUDE_DIR NAMES cblas.h
          PATH_SUFFIXES openblas-serial x86_64-linux-gnu/openblas-serial aarch64-linux-gnu/openblas-serial x86_64-linux-gnu openblas)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SerialOpenBLAS REQUIRED_VARS SerialOpenBLAS_LIBRARY SerialOpenBLAS_INCLUDE_DIR)
if(SerialOpenBLAS_FOUND AND NOT TARGET SerialOpenBLAS::SerialOpenBLAS)
  add_library(SerialOpenBLAS::SerialOpenBLAS UNKNOWN IMPORTED)
  set_target_properties(SerialOpenBLAS::SerialOpenBLAS PROPERTIES
    IMPORTED_LOCATION ${SerialOpenBLAS_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${SerialOpenBLAS_INCLUDE_DIR})
endif()
