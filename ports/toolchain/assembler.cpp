#include "ports/toolchain/assembler.hpp"

#include "ports/toolchain/kernel_names.hpp"

namespace lanescope::ports::toolchain {

Compiled unassembled(const CompileRequest& request) {
  Compiled compiled;
  compiled.ptx = request.source;
  compiled.kernels = name_kernels(compiled.ptx);
  compiled.is_assembled = false;
  return compiled;
}

}  // namespace lanescope::ports::toolchain
