#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

// NVIDIA's libraries that are closed machine code for GPUs, which no model can run. What comes as
// headers (Thrust, CUB, cuRAND within kernels) is none of them.
namespace lanescope::ports::toolchain {

struct LibraryCall {
  std::string file;
  int line = 0;          // from 1; 0: an executable's, whose lines are not known
  std::string function;  // "cublasSgemm"; empty: an executable's
  std::string library;   // "cuBLAS"
  std::string option;    // that links it: "-lcublas"
};

// The first call of each such library by the host, in the order of the text.
[[nodiscard]] std::vector<LibraryCall> library_calls(std::string_view source,
                                                     const std::string& file);
// Those that an executable loads, from its bytes.
[[nodiscard]] std::vector<LibraryCall> loaded_libraries(std::string_view executable,
                                                        const std::string& file);

// Missing: why the model cannot run it, and how it runs on a GPU. `calls` are one at least.
[[nodiscard]] Error closed_libraries(const std::vector<LibraryCall>& calls,
                                     const std::vector<std::string>& files);

}  // namespace lanescope::ports::toolchain
