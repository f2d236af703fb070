#pragma once

#include <cstdint>

#include "sim/engine/program.hpp"
#include "sim/sass/instruction.hpp"

namespace lanescope::sass {

// Registers of a program, by their place in engine::Program::registers().
inline constexpr std::uint32_t kUniformBegin = 255;                           // UR0
inline constexpr std::uint32_t kPredicateBegin = kUniformBegin + 63;          // P0
inline constexpr std::uint32_t kUniformPredicateBegin = kPredicateBegin + 7;  // UP0

// Where an instruction's operands go and come from: destinations stand first.
struct Shape {
  std::size_t predicates_before = 0;  // predicate destinations in front of the register
  bool has_register = false;          // a register destination behind those
  std::size_t predicates_behind = 0;  // predicate destinations behind it
  [[nodiscard]] std::size_t first_source() const {
    return predicates_before + (has_register ? 1U : 0U) + predicates_behind;
  }
};
[[nodiscard]] Shape shape_of(const Instruction& instruction);

// 32-bit registers that an operand of this instruction spans: 2 for the C of IMAD.WIDE.
[[nodiscard]] std::uint32_t registers_of(const Instruction& instruction, std::size_t operand);

// What views know of the instruction, but for its places.
[[nodiscard]] engine::InstructionInfo info_of(const Instruction& instruction);

// 1, 2, 4, 8 or 16 of a load, store or atomic; by its modifiers.
[[nodiscard]] std::uint32_t access_bytes(const Instruction& instruction);

}  // namespace lanescope::sass
