#include "ports/machine_code/resources.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace lanescope::ports::machine_code {
namespace {

int to_int(std::uint64_t value) {
  return static_cast<int>(std::min<std::uint64_t>(value, std::numeric_limits<std::int32_t>::max()));
}

}  // namespace

toolchain::KernelResources resources_of(const cubin::FunctionCode& function) {
  toolchain::KernelResources resources;
  resources.registers_per_thread = function.registers;
  resources.static_shared_bytes = to_int(function.shared_bytes - function.reserved_shared_bytes);
  resources.local_bytes = to_int(std::max(function.frame_bytes, function.stack_bytes.value_or(0)));
  if (const cubin::DataSection* bank = function.bank(0))
    resources.constant_bytes = to_int(bank->size);
  resources.barriers = function.barriers;
  return resources;
}

}  // namespace lanescope::ports::machine_code
