// NVIDIA's tools for the library that programs load (runtime/), as they are found on this machine.

#include "cuda/toolchain/nvdisasm.hpp"
#include "cuda/toolchain/ptx_assembler.hpp"
#include "ports/machine_code/tools.hpp"

namespace lanescope::app {
namespace {

__attribute__((constructor)) void give_tools() {
  static cuda::toolchain::LocalAssembler s_assembler;
  // Nobody waits for a picture, and all kernels of a program may be many.
  constexpr double kSeconds = 600.0;
  static const cuda::toolchain::Nvdisasm kDisassembler({}, kSeconds);
  ports::machine_code::use_tools({&s_assembler, &kDisassembler});
}

}  // namespace
}  // namespace lanescope::app
