#include "cuda/toolchain/cubin.hpp"

#include "ports/machine_code/resources.hpp"
#include "sim/cubin/code.hpp"

namespace lanescope::cuda::toolchain {

Result<std::map<std::string, ports::toolchain::KernelResources>> read_cubin(
    std::span<const std::byte> cubin) {
  const Result<cubin::Code> code = cubin::read_code(cubin);
  if (!code) return code.error();
  std::map<std::string, ports::toolchain::KernelResources> kernels;
  for (const cubin::FunctionCode& function : code->functions)
    kernels.emplace(function.name, ports::machine_code::resources_of(function));
  return kernels;
}

}  // namespace lanescope::cuda::toolchain
