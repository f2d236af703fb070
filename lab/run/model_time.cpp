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

RecordedWork::Launch launch_of(const Prepared& prepared, std::uint32_t number,
                               const timing::MachineDescription& machine,
                               std::uint64_t most_blocks) {
  const engine::Launch& launch = prepared.plan->launches[number];
  RecordedWork::Launch out;
  out.code = code_of(static_cast<const sass::Program&>(*launch.program));
  out.shape.grid = launch.grid;
  out.shape.block = launch.block;
  if (number < prepared.occupancy.size()) {
    out.shape.resident_blocks = std::max(1U, prepared.occupancy[number].blocks_per_sm);
    out.shape.shared_bytes_per_block = prepared.occupancy[number].shared_bytes_per_block;
  }
  out.shape.waits = std::ranges::any_of(out.code.instructions, &timing::Instruction::polls);
  out.sample = timing::sample_of(out.shape, machine, most_blocks);
  return out;
}

// An Error: cancelled, or the run did not end by itself.
Result<void> run_to_the_end(engine::Execution& execution, const std::atomic<bool>* cancel) {
  constexpr std::uint64_t kSlice = 100'000;
  while (execution.outcome() == engine::Outcome::Running) {
    if (cancel != nullptr && *cancel) return bad_input("cancelled");
    execution.run_about(kSlice);
  }
  if (execution.outcome() == engine::Outcome::Finished) return {};
  if (execution.outcome() == engine::Outcome::Unsupported)
    return bad_input(execution.unsupported());
  return bad_input("a run that does not end by itself has no time");
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

Result<std::shared_ptr<const RecordedWork>> record_work(const Prepared& prepared,
                                                        const std::string& machine,
                                                        std::uint64_t most_blocks,
                                                        const std::atomic<bool>* cancel) {
  auto described = timing::machine(machine);
  if (!described) return described.error();
  auto work = std::make_shared<RecordedWork>();
  work->machine = *described;
  const auto count = static_cast<std::uint32_t>(prepared.plan->launches.size());
  for (std::uint32_t number = 0; number < count; ++number)
    work->launches.push_back(launch_of(prepared, number, work->machine, most_blocks));
  engine::ExecutionOptions options;
  options.recording = engine::Recording::Full;
  std::vector<std::unique_ptr<timing::Recorder>> recorders;
  for (std::uint32_t number = 0; number < count; ++number) {
    const RecordedWork::Launch& launch = work->launches[number];
    recorders.push_back(std::make_unique<timing::Recorder>(number, launch.code, launch.sample));
    options.listeners.add(*recorders.back());
  }
  const auto execution = engine::start(prepared.plan, std::move(options));
  if (const Result<void> ended = run_to_the_end(*execution, cancel); !ended) return ended.error();
  for (std::uint32_t number = 0; number < count; ++number)
    work->launches[number].trace = recorders[number]->take();
  return std::shared_ptr<const RecordedWork>(std::move(work));
}

ModelTime time_of(const RecordedWork& work, timing::Caches caches, const timing::Changes& changes,
                  LaunchHistory* history) {
  ModelTime time;
  time.machine = timing::changed(work.machine, changes);
  const bool other_trace = timing::changes_trace(changes);
  for (std::uint32_t number = 0; number < work.launches.size(); ++number) {
    const RecordedWork::Launch& launch = work.launches[number];
    timing::LaunchShape shape = launch.shape;
    shape.caches = caches;
    const bool watched = history != nullptr && history->launch == number;
    const timing::Trace changed =
        other_trace ? timing::changed(launch.trace, changes) : timing::Trace{};
    time.launches.push_back(timing::simulate(
        launch.code, other_trace ? changed : launch.trace, launch.sample, time.machine,
        timing::changed(shape, changes), watched ? &history->sm : nullptr));
  }
  return time;
}

Result<ModelTime> time_of(const Prepared& prepared, const std::string& machine,
                          timing::Caches caches, std::uint64_t most_blocks) {
  const auto work = record_work(prepared, machine, most_blocks);
  if (!work) return work.error();
  return time_of(**work, caches);
}

}  // namespace lanescope::run
