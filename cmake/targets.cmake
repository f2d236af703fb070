# Helpers for the CMakeLists.txt of every folder.

# lanescope_subdirectories(DIR...)
function(lanescope_subdirectories)
  foreach(dir IN LISTS ARGN)
    add_subdirectory("${dir}")
  endforeach()
endfunction()

# lanescope_together(TARGET SOURCE...): compiles the sources as few larger ones: most of the time goes
# into reading the same headers once more for each of them.
function(lanescope_together target)
  execute_process(
    COMMAND ${Python3_EXECUTABLE} -B "${CMAKE_SOURCE_DIR}/cmake/source_groups.py"
      "${CMAKE_CURRENT_SOURCE_DIR}" ${ARGN}
    OUTPUT_VARIABLE lines OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE ";" "|" lines "${lines}")
  string(REPLACE "\n" ";" lines "${lines}")
  foreach(line IN LISTS lines)
    string(REPLACE "|" ";" pair "${line}")
    list(GET pair 0 source)
    list(GET pair 1 group)
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "together_${group}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A source may hide another name now. (One that two folders compile is to have one name here.)
  foreach(source IN LISTS ARGN)
    file(REAL_PATH "${source}" source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
  endforeach()
endfunction()

# What the folder's libraries are compiled with, to go into the runtime's shared library (runtime/), with
# no symbol of theirs to be seen: position-independent code costs no time then.
macro(lanescope_for_the_runtime)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  set(CMAKE_CXX_VISIBILITY_PRESET hidden)
  set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
endmacro()

# lanescope_library(NAME SOURCES ... [DEPS ...] [PRIVATE_DEPS ...])
# A static library; without sources, a header-only one. DEPS are its documented dependencies.
function(lanescope_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPS;PRIVATE_DEPS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "lanescope_library(${name}): unknown ${arg_UNPARSED_ARGUMENTS}")
  endif()
  set(sources ${arg_SOURCES})
  list(FILTER sources INCLUDE REGEX "\\.(cpp|cc|c)$")
  if(NOT sources)
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE project_options ${arg_DEPS} ${arg_PRIVATE_DEPS})
    return()
  endif()
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name}
    PUBLIC project_options ${arg_DEPS}
    PRIVATE project_warnings ${arg_PRIVATE_DEPS})
  if(LANESCOPE_TOGETHER)
    lanescope_together(${name} ${sources})
  endif()
endfunction()

# Sets `out` to the list with each library replaced by its NAME_testable twin where there is one.
# Decided when the build files are written, so that the order of folders does not matter.
function(lanescope_testable_deps out)
  set(mapped)
  foreach(dep IN LISTS ARGN)
    if(dep MATCHES "::|^-")
      list(APPEND mapped ${dep})
    else()
      list(APPEND mapped "$<IF:$<TARGET_EXISTS:${dep}_testable>,${dep}_testable,${dep}>")
    endif()
  endforeach()
  set(${out} "${mapped}" PARENT_SCOPE)
endfunction()

# lanescope_gui_library(NAME SOURCES ... [HOOKED ...] [DEPS ...] [PRIVATE_DEPS ...])
# For libraries that include imgui.h. With tests on, also NAME_testable: the same objects against
# the Dear ImGui that is compiled with the test engine's hooks, which change none of its types. The
# two must never meet in one program. HOOKED sources call a hook themselves: each has its own.
function(lanescope_gui_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;HOOKED;DEPS;PRIVATE_DEPS")
  if(arg_HOOKED)
    set_source_files_properties(${arg_HOOKED} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  lanescope_library(${name} SOURCES ${arg_SOURCES} ${arg_HOOKED}
    DEPS ${arg_DEPS} PRIVATE_DEPS ${arg_PRIVATE_DEPS})
  if(LANESCOPE_TESTS)
    lanescope_testable_deps(deps ${arg_DEPS})
    lanescope_testable_deps(private_deps ${arg_PRIVATE_DEPS})
    set(objects "$<TARGET_OBJECTS:${name}>")
    foreach(source IN LISTS arg_HOOKED)
      set(objects "$<FILTER:${objects},EXCLUDE,/${source}>")
    endforeach()
    add_library(${name}_testable STATIC "${objects}" ${arg_HOOKED})
    set_target_properties(${name}_testable PROPERTIES LINKER_LANGUAGE CXX)
    target_link_libraries(${name}_testable
      PUBLIC project_options ${deps}
      PRIVATE project_warnings ${private_deps})
  endif()
endfunction()

# lanescope_executable(NAME SOURCES ... [DEPS ...])
function(lanescope_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPS")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE project_options project_warnings ${arg_DEPS})
  if(LANESCOPE_TOGETHER)
    lanescope_together(${name} ${arg_SOURCES})
  endif()
  if(LANESCOPE_SANITIZE)
    target_sources(${name} PRIVATE "${CMAKE_SOURCE_DIR}/cmake/keep_libraries.cpp")
  endif()
endfunction()

# lanescope_test(NAME SOURCES ... [DEPS ...] [LABELS unit|golden|lesson|gui|long] [TIMEOUT seconds]
#                [ARGS ...] [ENVIRONMENT ...])
# One GoogleTest program and one ctest entry with that label (unit unless told otherwise). It runs
# in the source root, so that tests name their data by the path in the repository. Tests labelled
# gui get a virtual display and Mesa's software renderer.
function(lanescope_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "SOURCES;DEPS;LABELS;ARGS;ENVIRONMENT")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "lanescope_test(${name}): unknown ${arg_UNPARSED_ARGUMENTS}")
  endif()
  lanescope_executable(${name} SOURCES ${arg_SOURCES} DEPS ${arg_DEPS} GTest::gtest_main)
  if(LANESCOPE_TESTS_TOGETHER AND NOT LANESCOPE_TOGETHER)
    lanescope_together(${name} ${arg_SOURCES})
  endif()
  if(NOT arg_LABELS)
    set(arg_LABELS unit)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 900)  # of what hangs; sanitizers on a busy machine need minutes
  endif()
  # COST: what takes longest begins first, lest one core waits for it at the end.
  set(launcher)
  if("gui" IN_LIST arg_LABELS)
    set(launcher "${CMAKE_SOURCE_DIR}/cmake/with_display.sh")
  endif()
  # The thread sanitizer runs these alone: the target threaded_tests and the label threaded.
  if(name IN_LIST LANESCOPE_THREADED_TESTS)
    list(APPEND arg_LABELS threaded)
    add_dependencies(threaded_tests ${name})
  endif()
  add_test(NAME ${name} COMMAND ${launcher} $<TARGET_FILE:${name}> ${arg_ARGS}
           WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
  set_tests_properties(${name} PROPERTIES
    LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT} COST ${arg_TIMEOUT} ENVIRONMENT "${arg_ENVIRONMENT}")
endfunction()
