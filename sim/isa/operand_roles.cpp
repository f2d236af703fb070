#include "sim/isa/operand_roles.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace lanescope::isa {
namespace {

using ptx::Operand;

void collect(const Operand& operand, OperandRole role, std::vector<RegisterUse>& uses) {
  switch (operand.kind) {
    case Operand::Kind::Register:
      uses.push_back({operand.index, role});
      break;
    case Operand::Kind::Memory:
      for (const Operand& element : operand.elements) collect(element, OperandRole::Address, uses);
      break;
    case Operand::Kind::Vector:
    case Operand::Kind::List:
    case Operand::Kind::Lanes:
      for (const Operand& element : operand.elements) collect(element, role, uses);
      break;
    default:
      break;
  }
}

}  // namespace

bool has_destination(const ptx::Instruction& instruction) {
  static constexpr std::array<std::string_view, 31> kNone{
      "st",         "red",           "bra",      "brx",          "call",
      "ret",        "exit",          "membar",   "fence",        "trap",
      "brkpt",      "nanosleep",     "prefetch", "prefetchu",    "cp",
      "discard",    "applypriority", "pmevent",  "stackrestore", "griddepcontrol",
      "setmaxnreg", "barrier",       "bar",      "sust",         "sured",
      "stmatrix",   "wgmma",         "mbarrier", "multimem",     "clusterlaunchcontrol",
      "tcgen05"};
  const auto has = [&](std::string_view modifier) {
    return std::find(instruction.modifiers.begin(), instruction.modifiers.end(), modifier) !=
           instruction.modifiers.end();
  };
  if (instruction.opcode == "bar" || instruction.opcode == "barrier") return has("red");
  if (instruction.opcode == "mbarrier") {
    return has("arrive") || has("arrive_drop") || has("test_wait") || has("try_wait") ||
           has("pending_count");
  }
  if (instruction.opcode == "wmma" && has("store")) return false;
  return std::find(kNone.begin(), kNone.end(), instruction.opcode) == kNone.end();
}

std::vector<OperandRole> operand_roles(const ptx::Instruction& instruction) {
  std::vector<OperandRole> roles;
  const bool results_first = has_destination(instruction) ||
                             // A call without results begins with its target.
                             (instruction.opcode == "call" && !instruction.operands.empty() &&
                              instruction.operands[0].kind == Operand::Kind::List);
  for (const Operand& operand : instruction.operands) {
    const bool result = roles.empty() && results_first;
    roles.push_back(operand.kind == Operand::Kind::Memory ? OperandRole::Address
                    : result                              ? OperandRole::Write
                                                          : OperandRole::Read);
  }
  return roles;
}

std::vector<RegisterUse> register_uses(const ptx::Instruction& instruction) {
  std::vector<RegisterUse> uses;
  if (instruction.has_guard) uses.push_back({instruction.guard, OperandRole::Guard});
  const std::vector<OperandRole> roles = operand_roles(instruction);
  for (std::size_t i = 0; i < roles.size(); ++i) collect(instruction.operands[i], roles[i], uses);
  return uses;
}

}  // namespace lanescope::isa
