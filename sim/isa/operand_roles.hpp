#pragma once

#include <cstdint>
#include <vector>

#include "sim/ptx/module.hpp"

namespace lanescope::isa {

// What an instruction does with one of its operands. The registers of an address are read, whatever
// happens to the memory; so is a guard, which is no operand as written.
enum class OperandRole : std::uint8_t { Read, Write, Address, Guard };
// By operand, as written. The only place that knows it: liveness, definedness and the views ask
// here.
[[nodiscard]] std::vector<OperandRole> operand_roles(const ptx::Instruction& instruction);

// A register named by an instruction, its guard included, and what happens to it.
struct RegisterUse {
  std::uint32_t reg = 0;  // index into ptx::Function::registers
  OperandRole role = OperandRole::Read;
  [[nodiscard]] bool written() const { return role == OperandRole::Write; }
};
[[nodiscard]] std::vector<RegisterUse> register_uses(const ptx::Instruction& instruction);

// Whether operand 0 is where the result goes. A call's results are a list of their own.
[[nodiscard]] bool has_destination(const ptx::Instruction& instruction);

}  // namespace lanescope::isa
