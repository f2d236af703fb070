#pragma once

#include "cuda/device/driver.hpp"

// NVIDIA's driver as the program with the window uses it: to import memory, and to copy from it
// into textures. No kernel runs here.
namespace lanescope::cuda::gl {

using CuGraphics = void*;
using CuArray = void*;
// CUDA Driver API, "struct CUDA_MEMCPY2D".
struct CuCopySide {
  std::size_t x_bytes = 0, y = 0;
  int type = 0;  // CUmemorytype: 2 device, 3 array
  void* host = nullptr;
  device::CuAddress device = 0;
  CuArray array = nullptr;
  std::size_t pitch = 0;  // bytes
};
struct CuCopy2D {
  CuCopySide from, to;
  std::size_t width_bytes = 0, height = 0;
};

struct GlDriver {
  device::Driver cu;
// NOLINTNEXTLINE(bugprone-macro-parentheses): the list brings its own
#define LANESCOPE_CU(name, version, parameters) device::CuResult(*name) parameters = nullptr;
#include "cuda/gl/gl_functions.inc"
#undef LANESCOPE_CU
};

// As load_driver.
[[nodiscard]] Result<GlDriver> load_gl_driver(const std::string& path);

}  // namespace lanescope::cuda::gl
