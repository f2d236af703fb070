#include "sim/sass/timed/timed_launch.hpp"

#include <algorithm>
#include <string>

namespace lanescope::sass::timed {
namespace {

std::string opcode_of(const Instruction& instruction) {
  std::string opcode = instruction.name;
  for (const std::string& modifier : instruction.modifiers) opcode += "." + modifier;
  return opcode;
}

// "DEPBAR.LE SB0, 0x1": groups that may still be under way.
std::uint8_t left_of(const Instruction& instruction) {
  const auto count =
      std::ranges::find(instruction.operands, Operand::Kind::Integer, &Operand::kind);
  return count == instruction.operands.end() ? std::uint8_t{0}
                                             : static_cast<std::uint8_t>(count->bits);
}

timing::Code code_of(const Program& program) {
  timing::Code code;
  for (std::uint32_t pc = 0; pc < program.size(); ++pc) {
    const Instruction& from = program.instruction_at(pc);
    timing::Instruction out;
    out.demand = timing::classify(opcode_of(from));
    out.control = program.control_at(pc);
    out.address = static_cast<std::uint32_t>(program.address_of(pc));
    out.left = left_of(from);
    code.instructions.push_back(out);
  }
  return code;
}

}  // namespace

TimedLaunch::TimedLaunch(const engine::Launch& launch, std::uint32_t number,
                         const Residency& residency, const timing::MachineDescription& machine,
                         timing::Caches caches, std::uint64_t most_blocks)
    : machine_(machine),
      code_(code_of(static_cast<const Program&>(*launch.program))),
      shape_{launch.grid, launch.block, std::max(1U, residency.blocks_per_sm),
             residency.shared_bytes_per_block, caches},
      sample_(timing::sample_of(shape_, machine, most_blocks)),
      recorder_(number, code_, sample_) {}

timing::Timing TimedLaunch::time() {
  return timing::simulate(code_, recorder_.take(), sample_, machine_, shape_);
}

}  // namespace lanescope::sass::timed
