# project_warnings: linked PRIVATE, so that it never reaches third-party code.
add_library(project_warnings INTERFACE)
target_compile_options(project_warnings INTERFACE
  -Wall
  -Wextra
  -Wpedantic
  -Wconversion
  -Wshadow
  -Wold-style-cast
  -Wnon-virtual-dtor
  -Woverloaded-virtual
  -Wnull-dereference
  -Wdouble-promotion
  -Wimplicit-fallthrough
  # Version 13's takes any function that gets a temporary and returns a reference for a mistake.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,13>>:-Wno-dangling-reference>
  $<$<BOOL:${LANESCOPE_WERROR}>:-Werror>)
