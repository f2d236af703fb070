#pragma once

#include "ports/toolchain/compile_types.hpp"

namespace lanescope::ports::toolchain {

// A PTX file as it is, for which nobody wants machine code yet. No tool is needed.
[[nodiscard]] Compiled unassembled(const CompileRequest& request);

// Makes machine code out of PTX text.
class Assembler {
 public:
  virtual ~Assembler() = default;
  // Of a request with `is_ptx`; waits. The PTX stays as it is: the model runs a file without
  // machine code too.
  [[nodiscard]] virtual CompileResult assemble(const CompileRequest& request) = 0;
};

}  // namespace lanescope::ports::toolchain
