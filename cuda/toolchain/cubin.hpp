#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>

#include "ports/toolchain/compile_types.hpp"

namespace lanescope::cuda::toolchain {

// Reads a cubin (an ELF file of machine type CUDA) without trusting it: damaged bytes give an error
// or fewer kernels, never a crash. By mangled name:
//   registers  .nv.info, attribute REGCOUNT of the function (else the section's info word)
//   shared     the size of .nv.shared.NAME, less what the system reserves at its start
//   local      .nv.info, attribute FRAME_SIZE, or MIN_STACK_SIZE where calls add to it
//   constant   the size of .nv.constant0.NAME
[[nodiscard]] Result<std::map<std::string, ports::toolchain::KernelResources>> read_cubin(
    std::span<const std::byte> cubin);

}  // namespace lanescope::cuda::toolchain
