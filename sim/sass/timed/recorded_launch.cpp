#include "sim/sass/timed/recorded_launch.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

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

// A loop of a few instructions that stores nothing looks at memory until something is there: of a
// branch back at `end`, the loads that others' stores end it by.
void mark_polls(const Program& program, std::uint32_t end, timing::Code& code) {
  constexpr std::uint32_t kLongestLoop = 16;
  const Instruction& branch = program.instruction_at(end);
  if (branch.name != "BRA" || branch.operands.empty()) return;
  const auto begin = program.pc_of(branch.operands.back().text);
  if (!begin || *begin > end || end - *begin > kLongestLoop) return;
  const auto instructions = std::span(code.instructions).subspan(*begin, end - *begin);
  for (std::uint32_t pc = *begin; pc < end; ++pc) {
    const std::string& name = program.instruction_at(pc).name;
    if (name.starts_with("ST") || name.starts_with("ATOM") || name == "RED") return;
  }
  for (timing::Instruction& one : instructions) one.polls = one.strong;
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
    out.strong = out.demand.kind == timing::Kind::Global && from.has("STRONG");
    code.instructions.push_back(out);
    mark_polls(program, pc, code);
  }
  return code;
}

// With nothing recorded yet.
RecordedLaunch launch_of(const engine::Launch& launch, const Residency& residency,
                         const timing::MachineDescription& machine, std::uint64_t most_blocks) {
  RecordedLaunch out;
  out.code = code_of(static_cast<const Program&>(*launch.program));
  out.shape.grid = launch.grid;
  out.shape.block = launch.block;
  out.shape.resident_blocks = std::max(1U, residency.blocks_per_sm);
  out.shape.shared_bytes_per_block = residency.shared_bytes_per_block;
  out.shape.waits = std::ranges::any_of(out.code.instructions, &timing::Instruction::polls);
  out.sample = timing::sample_of(out.shape, machine, most_blocks);
  return out;
}

}  // namespace

LaunchRecorder::LaunchRecorder(const engine::Launch& launch, std::uint32_t number,
                               const Residency& residency,
                               const timing::MachineDescription& machine, std::uint64_t most_blocks)
    : launch_(launch_of(launch, residency, machine, most_blocks)),
      recorder_(number, launch_.code, launch_.sample) {}

RecordedLaunch LaunchRecorder::take() {
  launch_.trace = recorder_.take();
  return std::move(launch_);
}

timing::Timing time_of(const RecordedLaunch& launch, const timing::MachineDescription& machine,
                       timing::Caches caches, const timing::Changes& changes,
                       timing::SmHistory* history) {
  timing::LaunchShape shape = launch.shape;
  shape.caches = caches;
  const bool other_trace = timing::changes_trace(changes);
  const timing::Trace changed =
      other_trace ? timing::changed(launch.trace, changes) : timing::Trace{};
  return timing::simulate(launch.code, other_trace ? changed : launch.trace, launch.sample,
                          timing::changed(machine, changes), timing::changed(shape, changes),
                          history);
}

}  // namespace lanescope::sass::timed
