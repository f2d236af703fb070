# project_options: what every one of our own targets is compiled with.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(project_options INTERFACE)
target_compile_features(project_options INTERFACE cxx_std_20)
target_include_directories(project_options INTERFACE "${CMAKE_SOURCE_DIR}")

# Simulated float arithmetic must round as PTX says, operation by operation: the host compiler
# may neither fuse a multiply with an add nor reassociate.
target_compile_options(project_options INTERFACE -ffp-contract=off -fno-fast-math)

# Here rather than in the preset: third-party objects then have dev's flags, and its cached results.
if(LANESCOPE_SANITIZE)
  target_compile_options(project_options INTERFACE
    -O1 -fsanitize=${LANESCOPE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(project_options INTERFACE -fsanitize=${LANESCOPE_SANITIZE})
endif()

find_package(Threads REQUIRED)
