#pragma once

#include <string>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::cuda::toolchain {

// A program of CUDA C++, host code included, as nvcc is to build it: with PTX for the model, with
// line numbers, and against a libcudart that its loader finds elsewhere.
struct ProgramRequest {
  std::vector<std::string> sources;  // .cu, .cpp, .c
  std::vector<std::string> include_dirs, defines;
  std::string standard;  // "c++17"; empty: nvcc's own
  std::string arch = "sm_90";
  bool machine_code = false;         // beside the PTX, too
  std::vector<std::string> options;  // of nvcc, behind ours
  std::string runtime_folder;        // that of libcudart.so
  std::string cache_folder;          // empty: nothing is kept
};

struct BuiltProgram {
  std::string path;      // of the executable
  std::string messages;  // nvcc's warnings
  bool from_cache = false;
};

// Missing: there is no nvcc, with the remedy. BadInput: it does not compile, in nvcc's words.
// An executable is kept by what it was made of: every file that was read, and the options.
[[nodiscard]] Result<BuiltProgram> build_program(const ProgramRequest& request);

}  // namespace lanescope::cuda::toolchain
