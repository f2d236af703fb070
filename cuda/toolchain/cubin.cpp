#include "cuda/toolchain/cubin.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "sim/cubin/code.hpp"

namespace lanescope::cuda::toolchain {
namespace {

int to_int(std::uint64_t value) {
  return static_cast<int>(std::min<std::uint64_t>(value, std::numeric_limits<std::int32_t>::max()));
}

ports::toolchain::KernelResources resources_of(const cubin::FunctionCode& function) {
  ports::toolchain::KernelResources resources;
  resources.registers_per_thread = function.registers;
  resources.static_shared_bytes = to_int(function.shared_bytes - function.reserved_shared_bytes);
  resources.local_bytes = to_int(std::max(function.frame_bytes, function.stack_bytes.value_or(0)));
  if (const cubin::DataSection* bank = function.bank(0))
    resources.constant_bytes = to_int(bank->size);
  resources.barriers = function.barriers;
  return resources;
}

}  // namespace

Result<std::map<std::string, ports::toolchain::KernelResources>> read_cubin(
    std::span<const std::byte> cubin) {
  const Result<cubin::Code> code = cubin::read_code(cubin);
  if (!code) return code.error();
  std::map<std::string, ports::toolchain::KernelResources> kernels;
  for (const cubin::FunctionCode& function : code->functions)
    kernels.emplace(function.name, resources_of(function));
  return kernels;
}

}  // namespace lanescope::cuda::toolchain
