#include "lab/hardware/machine_code_reasons.hpp"

#include <algorithm>

#include "lab/hardware/waiting_loops.hpp"
#include "lab/run/report_counters.hpp"
#include "sim/sass/program.hpp"

namespace lanescope::hardware {
namespace {

using Found = std::optional<CounterReason>;
using Kind = sass::Operand::Kind;

// More often than this no warp asks again only because another one is slow.
constexpr std::uint64_t kPatience = 256;

const sass::Program& program_of(const run::ModelRun& run, std::size_t launch) {
  return static_cast<const sass::Program&>(*run.plan().launches[launch].program);
}

// Matrices that are loaded from or stored to shared memory have metrics of their own.
Found matrices_left_out(std::string_view counter, std::uint64_t model, std::uint64_t gpu_value,
                        const run::ModelRun& run) {
  const bool loads = counter.starts_with("shared.load.");
  if (!loads && !counter.starts_with("shared.store.")) return {};
  const bool requests = counter.ends_with("requests");
  std::uint64_t left = model;
  for (std::size_t launch = 0; launch < run.counters_by_pc.size(); ++launch) {
    const sass::Program& program = program_of(run, launch);
    for (std::uint32_t pc = 0; pc < program.size(); ++pc) {
      if (program.instruction_at(pc).name != (loads ? "LDSM" : "STSM")) continue;
      const events::Counters& counted = run.counters_by_pc[launch][pc];
      const auto& of_kind = loads ? counted.shared_load : counted.shared_store;
      left -= requests ? of_kind.requests : of_kind.wavefronts;
    }
  }
  if (left == model || left != gpu_value) return {};
  return CounterReason{"this metric leaves out matrices (LDSM, STSM), which the model counts", left,
                       left};
}

Found pieces_of_local_memory(std::string_view counter, std::uint64_t model) {
  if (!counter.starts_with("local.") || !counter.ends_with("requests")) return {};
  return CounterReason{
      "this metric counts a local access of 8 or 16 bytes once; the hardware's own, and the model, "
      "2 or 4 times",
      (model + 3) / 4, model};
}

Found sectors_of_atomics(std::string_view counter, std::uint64_t model, const run::ModelRun& run,
                         const ports::device::GpuCounters& gpu) {
  if (counter != "global.atomic.sectors") return {};
  const AccessKind& kind = *access_kind_of(counter);
  std::uint64_t on_gpu = 0;
  for (const ports::device::GpuInstruction& i : gpu.instructions) on_gpu += kind.gpu_requests(i);
  return sectors_once(kind.requests(run::host_launched_counters(run)), on_gpu, model);
}

bool gives_back(const sass::Instruction& instruction) {
  if (!instruction.name.starts_with("ATOM")) return false;
  const auto result = std::ranges::find(instruction.operands, Kind::Register, &sass::Operand::kind);
  return result != instruction.operands.end() && result->index != sass::kZeroRegister;
}

bool waits_at_mbarrier(const sass::Instruction& instruction) {
  return instruction.name == "SYNCS" && instruction.has("TRYWAIT");
}

bool reads_the_clock(const sass::Instruction& instruction) {
  return std::ranges::any_of(instruction.operands, [](const sass::Operand& operand) {
    return operand.kind == Kind::Special && operand.text.starts_with("SR_CLOCK");
  });
}

bool waits_somewhere(const code::Program& program) {
  const std::vector<bool> waits = in_waiting_loops(program);
  return std::ranges::find(waits, true) != waits.end();
}

// What a launch's code does that depends on which warp is faster; null: nothing.
const char* order_in(const sass::Program& program) {
  bool back = false;
  for (std::uint32_t pc = 0; pc < program.size(); ++pc) {
    const sass::Instruction& instruction = program.instruction_at(pc);
    if (waits_at_mbarrier(instruction))
      return "the kernel waits, and how often it looks depends on which warp is faster";
    if (reads_the_clock(instruction)) return "the kernel reads the clock";
    back = back || gives_back(instruction);
  }
  if (waits_somewhere(program.ptx()))
    return "the kernel waits or tries again, and how often depends on which warp is faster";
  return back ? "what an atomic gives back depends on which warp is faster" : nullptr;
}

Found left_to_order(std::uint64_t model, const run::ModelRun& run) {
  for (std::size_t launch = 0; launch < run.plan().launches.size(); ++launch) {
    if (const char* why = order_in(program_of(run, launch)))
      return CounterReason{why, model / kPatience, (model + 1) * kPatience};
  }
  return {};
}

}  // namespace

std::optional<CounterReason> reason_by_machine_code(std::string_view counter, std::uint64_t model,
                                                    std::uint64_t gpu_value,
                                                    const run::ModelRun& run,
                                                    const ports::device::GpuCounters& gpu) {
  for (const Found& found :
       {matrices_left_out(counter, model, gpu_value, run), pieces_of_local_memory(counter, model),
        sectors_of_atomics(counter, model, run, gpu), left_to_order(model, run)}) {
    if (found && found->least <= gpu_value && gpu_value <= found->most) return found;
  }
  return std::nullopt;
}

}  // namespace lanescope::hardware
