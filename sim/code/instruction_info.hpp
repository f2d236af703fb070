#pragma once

#include <cstdint>
#include <vector>

#include "sim/code/code.hpp"
#include "sim/engine/program.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::code {

// What engine::InstructionInfo tells of an instruction of PTX.
[[nodiscard]] Unit unit_of(const Op& op, const ptx::Instruction& instruction);
// register_index: by Function::registers the index into Program::registers, or engine::kNone.
void add_operands(const ptx::Instruction& instruction,
                  const std::vector<std::uint32_t>& register_index, engine::InstructionInfo& info);
[[nodiscard]] engine::LaunchBounds bounds_of(const ptx::Function& kernel);

}  // namespace lanescope::code
