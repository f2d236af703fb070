#pragma once

#include <set>
#include <string>
#include <vector>

#include "sim/code/program.hpp"

namespace lanescope::ui {

// What an instruction reads and writes: indices into ptx::Function::registers.
struct TouchedRegisters {
  std::set<std::uint32_t> read, written;
};
[[nodiscard]] TouchedRegisters touched_registers(const ptx::Instruction& instruction);
// By their names.
[[nodiscard]] std::vector<std::string> registers_written(const code::Program& program, Pc pc);

}  // namespace lanescope::ui
