#include "lab/hardware/waiting_loops.hpp"

#include <algorithm>
#include <utility>

#include "sim/ptx/module.hpp"

namespace lanescope::hardware {
namespace {

bool may_wait(const ptx::Instruction& instruction) {
  if (instruction.opcode == "atom") return has_modifier(instruction, {"cas", "exch"});
  return instruction.opcode == "ld" &&
         has_modifier(instruction, {"volatile", "acquire", "relaxed"});
}

// First and last index into the body of what a branch backwards repeats.
using Loop = std::pair<std::uint32_t, std::uint32_t>;

std::vector<Loop> waiting_loops(const ptx::Function& function) {
  std::vector<Loop> out;
  for (std::uint32_t at = 0; at < function.body.size(); ++at) {
    const ptx::Instruction& branch = function.body[at];
    if (branch.opcode != "bra") continue;
    for (const ptx::Operand& operand : branch.operands) {
      if (operand.kind != ptx::Operand::Kind::Label || operand.index > at) continue;
      const auto first = function.body.begin() + operand.index;
      if (std::any_of(first, function.body.begin() + at, may_wait))
        out.emplace_back(operand.index, at);
    }
  }
  return out;
}

}  // namespace

bool has_modifier(const ptx::Instruction& instruction,
                  std::initializer_list<std::string_view> any_of) {
  return std::ranges::any_of(any_of, [&](std::string_view part) {
    return std::ranges::find(instruction.modifiers, part) != instruction.modifiers.end();
  });
}

std::vector<bool> in_waiting_loops(const code::Program& program) {
  std::vector<std::vector<Loop>> loops;
  for (const ptx::Function& function : program.module().functions)
    loops.push_back(waiting_loops(function));
  std::vector<bool> out(program.size());
  for (std::uint32_t pc = 0; pc < program.size(); ++pc) {
    const std::uint32_t at = program.body_index(Pc{pc});
    out[pc] = std::ranges::any_of(loops[program.at(Pc{pc}).function], [&](const Loop& loop) {
      return loop.first <= at && at <= loop.second;
    });
  }
  return out;
}

}  // namespace lanescope::hardware
