#include "sim/code/value_flow.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "sim/code/slots.hpp"

namespace lanescope::code {
namespace {

struct Row {
  std::string_view opcode;
  Flow how;
  std::uint8_t control = 0;
};
// What is not here mixes.
constexpr std::array kRows{
    Row{"mov", Flow::Moves},         Row{"cvta", Flow::Moves},
    Row{"brev", Flow::Moves},        Row{"shl", Flow::Moves, 0b0010},
    Row{"shr", Flow::Moves, 0b0010}, Row{"szext", Flow::Moves, 0b0010},
    Row{"shf", Flow::Moves, 0b0100}, Row{"prmt", Flow::Moves, 0b0100},
    Row{"bfe", Flow::Moves, 0b0110}, Row{"bfi", Flow::Moves, 0b1100},
    Row{"selp", Flow::Moves, 0b100}, Row{"slct", Flow::Moves, 0b0100},
    Row{"and", Flow::Bitwise},       Row{"or", Flow::Bitwise},
    Row{"xor", Flow::Bitwise},       Row{"not", Flow::Bitwise},
    Row{"lop3", Flow::Bitwise},      Row{"add", Flow::Upwards},
    Row{"sub", Flow::Upwards},       Row{"mul", Flow::Upwards},
    Row{"mad", Flow::Upwards},       Row{"neg", Flow::Upwards},
};

bool has(const ptx::Instruction& instruction, std::string_view modifier) {
  return std::find(instruction.modifiers.begin(), instruction.modifiers.end(), modifier) !=
         instruction.modifiers.end();
}

bool all_integer(const isa::AluOp& alu) {
  if (ptx::is_float(alu.dst)) return false;
  return std::none_of(alu.src.begin(), alu.src.begin() + alu.sources,
                      [](ptx::Type type) { return ptx::is_float(type); });
}

Flow flow_of(const ptx::Instruction& instruction, const isa::AluOp& alu, std::uint8_t& control) {
  // Truncating and extending is moving; what clamps or rounds looks at the value.
  if (instruction.opcode == "cvt") {
    const bool plain = all_integer(alu) && alu.sources == 1 && !has(instruction, "sat");
    return plain ? Flow::Moves : Flow::Mixes;
  }
  const auto* row = std::find_if(kRows.begin(), kRows.end(),
                                 [&](const Row& r) { return r.opcode == instruction.opcode; });
  const bool combines = instruction.opcode == "lop3" && alu.dst2 != ptx::Type::None;
  if (row == kRows.end() || combines) return Flow::Mixes;
  control = row->control;
  if (row->how != Flow::Upwards) return row->how;
  const bool low = all_integer(alu) && !has(instruction, "hi") && !has(instruction, "sat") &&
                   !alu.writes_carry && !alu.reads_carry;
  return low ? Flow::Upwards : Flow::Mixes;
}

std::uint8_t bits_of(ptx::Type type) {
  return type == ptx::Type::Pred ? std::uint8_t{1}
                                 : static_cast<std::uint8_t>(8 * ptx::size_in_bytes(type));
}

}  // namespace

ValueFlow value_flow(const ptx::Instruction& instruction, const isa::AluOp& alu) {
  ValueFlow flow;
  flow.how = flow_of(instruction, alu, flow.control);
  flow.sources = static_cast<std::uint8_t>(alu.sources);
  for (std::size_t i = 0; i < flow.sources; ++i) flow.source_bytes[i] = lane_bytes(alu.src[i]);
  const std::array types{alu.dst, alu.writes_carry ? ptx::Type::Pred : alu.dst2, alu.more_dst[0],
                         alu.more_dst[1]};
  for (std::size_t i = 0; i < types.size() && types[i] != ptx::Type::None; ++i) {
    flow.result_bits[i] = bits_of(types[i]);
    ++flow.results;
  }
  return flow;
}

}  // namespace lanescope::code
