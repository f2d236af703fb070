#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ports/toolchain/compile_types.hpp"

namespace lanescope::cuda::toolchain {

// What NVRTC or nvcc made of a source.
struct BackendOutput {
  bool compiled = false;
  std::vector<ports::toolchain::Diagnostic> diagnostics;
  std::string log;
  std::string ptx;
  std::vector<std::byte> cubin;
  std::string compiler;
  std::map<std::string, std::string> lowered_names;
  // A diagnostic in a file of this name is about a name expression, not about the source.
  std::string name_file;
  // The expressions that were not understood; empty when the source is at fault.
  std::vector<std::string> refused_names;
};

// Compiles the source with these name expressions made part of it.
using Backend = std::function<BackendOutput(const std::vector<std::string>& name_expressions)>;

// Lets `compile` instantiate the kernels that `request` names, finds them in its output and reads
// the kernels' resources. A name that cannot be had fails with the list of kernels.
[[nodiscard]] ports::toolchain::CompileResult compile_kernels(
    const ports::toolchain::CompileRequest& request, const Backend& compile);

// The kernels of PTX and cubin; those in the cubin alone are left out.
[[nodiscard]] std::vector<ports::toolchain::KernelImage> kernels_of(
    const std::string& ptx, const std::vector<std::byte>& cubin);

}  // namespace lanescope::cuda::toolchain
