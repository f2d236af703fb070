#include "lab/run/model_time.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <span>

#include "lab/run/prepare.hpp"
#include "lab/run/report_counters.hpp"
#include "sim/engine/engine.hpp"
#include "sim/sass/program.hpp"
#include "sim/timing/recorder.hpp"

namespace lanescope::run {
namespace {

std::string opcode_of(const sass::Instruction& instruction) {
  std::string opcode = instruction.name;
  for (const std::string& modifier : instruction.modifiers) opcode += "." + modifier;
  return opcode;
}

// "DEPBAR.LE SB0, 0x1": groups that may still be under way.
std::uint8_t left_of(const sass::Instruction& instruction) {
  const auto count =
      std::ranges::find(instruction.operands, sass::Operand::Kind::Integer, &sass::Operand::kind);
  return count == instruction.operands.end() ? std::uint8_t{0}
                                             : static_cast<std::uint8_t>(count->bits);
}

// A loop of a few instructions that stores nothing looks at memory until something is there: of a
// branch back at `end`, the loads that others' stores end it by.
void mark_polls(const sass::Program& program, std::uint32_t end, timing::Code& code) {
  constexpr std::uint32_t kLongestLoop = 16;
  const sass::Instruction& branch = program.instruction_at(end);
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

timing::Code code_of(const sass::Program& program) {
  timing::Code code;
  for (std::uint32_t pc = 0; pc < program.size(); ++pc) {
    const sass::Instruction& from = program.instruction_at(pc);
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

// What the machine has of one launch.
struct Timed {
  timing::Code code;
  timing::LaunchShape shape;
  timing::Sample sample;
  std::unique_ptr<timing::Recorder> recorder;
};

Timed prepare_launch(const Prepared& prepared, std::uint32_t number,
                     const timing::MachineDescription& machine, timing::Caches caches,
                     std::uint64_t most_blocks) {
  const engine::Launch& launch = prepared.plan->launches[number];
  Timed timed;
  timed.code = code_of(static_cast<const sass::Program&>(*launch.program));
  timed.shape.grid = launch.grid;
  timed.shape.block = launch.block;
  if (number < prepared.occupancy.size()) {
    timed.shape.resident_blocks = std::max(1U, prepared.occupancy[number].blocks_per_sm);
    timed.shape.shared_bytes_per_block = prepared.occupancy[number].shared_bytes_per_block;
  }
  timed.shape.caches = caches;
  timed.shape.waits = std::ranges::any_of(timed.code.instructions, &timing::Instruction::polls);
  timed.sample = timing::sample_of(timed.shape, machine, most_blocks);
  return timed;
}

}  // namespace

double ModelTime::cycles() const {
  double sum = 0;
  for (const timing::Timing& launch : launches) sum += launch.cycles;
  return sum;
}
double ModelTime::microseconds() const { return timing::microseconds(machine, cycles()); }
timing::ReasonCycles ModelTime::stalls() const {
  timing::ReasonCycles sum;
  for (const timing::Timing& launch : launches) sum += launch.stalls;
  return sum;
}

Result<ModelTime> time_of(const Prepared& prepared, const std::string& machine,
                          timing::Caches caches, std::uint64_t most_blocks) {
  auto described = timing::machine(machine);
  if (!described) return described.error();
  ModelTime time;
  time.machine = *described;
  std::vector<Timed> launches;
  const auto count = static_cast<std::uint32_t>(prepared.plan->launches.size());
  for (std::uint32_t number = 0; number < count; ++number)
    launches.push_back(prepare_launch(prepared, number, time.machine, caches, most_blocks));
  engine::ExecutionOptions options;
  options.recording = engine::Recording::Full;
  for (std::uint32_t number = 0; number < count; ++number) {
    Timed& timed = launches[number];
    timed.recorder = std::make_unique<timing::Recorder>(number, timed.code, timed.sample);
    options.listeners.add(*timed.recorder);
  }
  const auto execution = engine::start(prepared.plan, std::move(options));
  const engine::Outcome outcome = execution->run();
  if (outcome == engine::Outcome::Unsupported) return bad_input(execution->unsupported());
  if (outcome != engine::Outcome::Finished)
    return bad_input("a run that does not end by itself has no time");
  for (Timed& timed : launches) {
    time.launches.push_back(timing::simulate(timed.code, timed.recorder->take(), timed.sample,
                                             time.machine, timed.shape));
  }
  return time;
}

}  // namespace lanescope::run
