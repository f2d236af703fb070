#pragma once

#include "ports/toolchain/assembler.hpp"
#include "ports/toolchain/disassembler.hpp"

namespace lanescope::ports::machine_code {

// What makes and reads machine code in this process. Null: nothing does.
struct Tools {
  toolchain::Assembler* assembler = nullptr;
  const toolchain::Disassembler* disassembler = nullptr;
};

// For the library that programs load, which nobody calls but the program, so that nobody can hand
// it any: said once, by what puts it together, before the program begins. They live as long as it.
void use_tools(const Tools& tools);
[[nodiscard]] const Tools& tools();

}  // namespace lanescope::ports::machine_code
