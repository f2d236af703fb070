# What our targets may link, from Debian's packages:
#   fmt::fmt  tomlplusplus::tomlplusplus  nlohmann_json::nlohmann_json  CLI11::CLI11  md4c::md4c
#   muparser::muparser
#   third_party_stb  Threads::Threads  GTest::gtest_main  benchmark::benchmark
# and with the GUI: glfw  GLEW::GLEW  GIF::GIF  OpenGL::OpenGL  OpenGL::EGL (and those of imgui.cmake).
find_package(fmt REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(muparser REQUIRED)

# Debian's md4cConfig.cmake asks for the HTML renderer's library, which its package does not need.
find_path(LANESCOPE_MD4C_INCLUDE md4c.h REQUIRED)
find_library(LANESCOPE_MD4C_LIBRARY md4c REQUIRED)
add_library(md4c::md4c UNKNOWN IMPORTED)
set_target_properties(md4c::md4c PROPERTIES
  IMPORTED_LOCATION "${LANESCOPE_MD4C_LIBRARY}"
  INTERFACE_INCLUDE_DIRECTORIES "${LANESCOPE_MD4C_INCLUDE}")

# Debian's stb_image*.h are single-file libraries: one of our sources defines the implementation.
find_path(LANESCOPE_STB_INCLUDE stb_image_write.h PATH_SUFFIXES stb REQUIRED)
add_library(third_party_stb INTERFACE)
target_include_directories(third_party_stb SYSTEM INTERFACE "${LANESCOPE_STB_INCLUDE}")

if(LANESCOPE_TESTS OR LANESCOPE_BENCH)
  find_package(GTest REQUIRED)
endif()
if(LANESCOPE_BENCH)
  find_package(benchmark REQUIRED)
endif()
if(LANESCOPE_GUI)
  set(OpenGL_GL_PREFERENCE GLVND)
  find_package(glfw3 3.3 REQUIRED)
  find_package(GLEW REQUIRED)
  find_package(GIF REQUIRED)
  find_package(OpenGL REQUIRED COMPONENTS OpenGL EGL)
endif()
