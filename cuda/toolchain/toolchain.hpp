#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ports/toolchain/tool.hpp"

// Finds NVIDIA's tools and libraries on this machine by looking at files; nothing is linked.
namespace lanescope::cuda::toolchain {

struct Toolchain {
  ports::toolchain::Tool nvrtc;
  ports::toolchain::Tool nvjitlink;
  ports::toolchain::Tool ptxas;
  ports::toolchain::Tool cudadevrt;  // libcudadevrt.a, for kernels that launch kernels
  ports::toolchain::Tool nvcc;
  ports::toolchain::Tool host_compiler;  // g++, which nvcc needs
  ports::toolchain::Tool nvdisasm;
  ports::toolchain::Tool
      driver;  // libcuda.so.1; version is its CUDA version ("13.0"); see driver_series
  std::string driver_series;              // "580.65.06" when the kernel module tells it
  std::vector<std::string> include_dirs;  // CUDA's headers, as NVRTC is to be given them

  // Every tool, in a fixed order.
  [[nodiscard]] std::vector<const ports::toolchain::Tool*> tools() const;
};

// Folders searched before the usual ones: each may be a toolkit's root (bin, lib64, include), a
// wheel's root (nvidia/cu13) or a folder of libraries. After them: LANESCOPE_NVRTC (a file or a
// folder), next to the executable and its ../lib, the wheels of the build folder, CUDA_HOME,
// CUDA_PATH, /usr/local/cuda, the PATH and the loader's path.
struct ToolchainSearch {
  std::vector<std::string> roots;
  bool only_roots = false;  // for tests: nothing but `roots`
};

// Looks at files only, so it is quick; versions stay empty.
[[nodiscard]] Toolchain find_toolchain(const ToolchainSearch& search = {});

// Where the first of `names` lies (newer names first): in CUDA's folders, else in the loader's;
// empty when nowhere. Nothing is loaded.
[[nodiscard]] std::string find_library(const std::vector<std::string>& names,
                                       const ToolchainSearch& search = {});

// CUPTI, for hardware counters; empty: it is not there.
[[nodiscard]] std::string find_cupti();

// Fills in the versions, for `lanescope doctor`: reads the libraries, asks the tools and the
// driver.
void learn_versions(Toolchain& toolchain);

}  // namespace lanescope::cuda::toolchain
