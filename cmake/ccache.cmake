# A kept cache turns compiling again, in this checkout or a fresh one, into copying: sources are
# named relative to the checkout, and its place does not count.
if(LANESCOPE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(LANESCOPE_CCACHE_PROGRAM ccache)
  if(LANESCOPE_CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" CCACHE_NOHASHDIR=1
      "${LANESCOPE_CCACHE_PROGRAM}")
  endif()
endif()
