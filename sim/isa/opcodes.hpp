#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "sim/base/unit.hpp"

namespace lanescope::isa {

using lanescope::Unit;

// One row of opcodes.def: an instruction of PTX in the manual's own notation.
struct OpcodeRow {
  std::string_view name;    // "add.int", unique: names the row's test file
  std::string_view opcode;  // "add"
  std::string_view syntax;  // "add{.sat}.type d, a, b"
  std::string_view types;   // "u16 u32 u64 s16 s32 s64 u16x2 s16x2"
  Unit unit;
  std::string_view section;  // "PTX ISA 9.7.1.1"
  std::string_view summary;  // one sentence for tooltips
};
[[nodiscard]] std::span<const OpcodeRow> opcode_rows();
// The row for an opcode and its modifiers as in ptx::Instruction; nullptr when not covered.
[[nodiscard]] const OpcodeRow* find_row(std::string_view opcode,
                                        std::span<const std::string_view> modifiers);

}  // namespace lanescope::isa
