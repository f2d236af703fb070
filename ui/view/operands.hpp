#pragma once

#include <set>
#include <string>
#include <vector>

#include "sim/engine/program.hpp"

namespace lanescope::ui::view {

// What an instruction reads and writes: indices into Program::registers.
struct TouchedRegisters {
  std::set<std::uint32_t> read, written;
};
[[nodiscard]] TouchedRegisters touched_registers(const engine::InstructionInfo& instruction);
// By their names.
[[nodiscard]] std::vector<std::string> registers_written(const engine::Program& program, Pc pc);

}  // namespace lanescope::ui::view
