#include "lab/hardware/counter_reasons.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "lab/hardware/hardware_counters.hpp"
#include "lab/hardware/waiting_loops.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::hardware {
namespace {

using events::Counters;
using ports::device::GpuInstruction;

constexpr std::uint64_t kLanes = 32;
// A waiting loop asks how often it likes; more than this is no matter of who is faster.
constexpr std::uint64_t kPatience = 256;

constexpr std::array kKinds{
    AccessKind{"global.load", [](const Counters& c) { return c.global_load.requests; },
               [](const GpuInstruction& i) { return i.global_loads + i.async_copies; }, true},
    AccessKind{"global.store", [](const Counters& c) { return c.global_store.requests; },
               [](const GpuInstruction& i) { return i.global_stores; }},
    AccessKind{"global.atomic", [](const Counters& c) { return c.global_atomic.requests; },
               [](const GpuInstruction& i) { return i.global_atomics + i.global_reductions; }},
    AccessKind{"local.load", [](const Counters& c) { return c.local_load.requests; },
               [](const GpuInstruction& i) { return i.local_loads; }, true},
    AccessKind{"local.store", [](const Counters& c) { return c.local_store.requests; },
               [](const GpuInstruction& i) { return i.local_stores; }},
    AccessKind{"shared.load", [](const Counters& c) { return c.shared_load.requests; },
               [](const GpuInstruction& i) { return i.shared_loads; }, true},
    AccessKind{"shared.store", [](const Counters& c) { return c.shared_store.requests; },
               [](const GpuInstruction& i) { return i.shared_stores; }},
    AccessKind{"shared.atomic", [](const Counters& c) { return c.shared_atomic.requests; },
               [](const GpuInstruction& i) { return i.shared_atomics; }},
};

// What one side does with memory in one kind of access.
struct Traffic {
  std::uint64_t requests = 0, lanes = 0, bytes = 0;
  std::uint64_t waiting = 0;       // requests of instructions in waiting loops (the model's only)
  std::uint64_t widest = 0;        // bytes of a lane
  std::uint32_t instructions = 0;  // that were executed, in the code
  bool swaps = false;              // shared atomics that the GPU has no instruction for
  bool combines = false;           // that one lane can do for all whose address is the same

  void add(std::uint64_t more, std::uint64_t of_lanes, std::uint64_t width) {
    requests += more;
    lanes += of_lanes;
    bytes += of_lanes * width;
    widest = std::max(widest, width);
    ++instructions;
  }
};

std::uint64_t ptx_width(const ptx::Instruction& instruction) {
  std::uint64_t elements = 1, bits = 32;
  for (const std::string& part : instruction.modifiers) {
    if (part == "v2" || part == "v4") elements = part == "v2" ? 2 : 4;
    if (part.size() < 2 || std::string_view("bsuf").find(part[0]) == std::string_view::npos)
      continue;
    std::uint64_t number = 0;
    const auto [end, problem] = std::from_chars(part.data() + 1, part.data() + part.size(), number);
    if (problem == std::errc{} && end == part.data() + part.size()) bits = number;
  }
  return elements * bits / 8;
}

bool needs_swaps(const ptx::Instruction& i) {
  if (has_modifier(i, {"cas", "exch"})) return false;
  return has_modifier(i, {"f16", "f16x2", "bf16", "bf16x2", "f32", "f64", "u64", "s64", "b64"});
}
bool can_combine(const ptx::Instruction& i) {
  return has_modifier(i, {"add", "min", "max", "and", "or", "xor"}) &&
         has_modifier(i, {"u32", "s32", "b32"});
}

Traffic on_model(const run::ModelRun& run, const AccessKind& kind) {
  Traffic out;
  for (std::size_t launch = 0; launch < run.counters_by_pc.size(); ++launch) {
    const code::Program* decoded = code::Program::of(*run.plan().launches[launch].program);
    if (decoded == nullptr) continue;  // machine code needs no such reasons
    const code::Program& program = *decoded;
    const std::vector<bool> waits = in_waiting_loops(program);
    for (std::uint32_t pc = 0; pc < program.size(); ++pc) {
      const Counters& counted = run.counters_by_pc[launch][pc];
      const std::uint64_t requests = kind.requests(counted);
      if (requests == 0) continue;
      const ptx::Instruction& instruction = program.ptx_at(Pc{pc});
      out.add(requests, counted.thread_instructions, ptx_width(instruction));
      if (waits[pc]) out.waiting += requests;
      out.swaps = out.swaps || needs_swaps(instruction);
      out.combines = out.combines || can_combine(instruction);
    }
  }
  return out;
}

Traffic on_gpu(const ports::device::GpuCounters& gpu, const AccessKind& kind) {
  Traffic out;
  for (const GpuInstruction& i : gpu.instructions)
    if (kind.gpu_requests(i) > 0) out.add(kind.gpu_requests(i), i.threads, bytes_of_lane(i));
  return out;
}

struct Subject {
  const AccessKind& kind;
  std::string_view part;  // "requests", "sectors" or "wavefronts"
  std::uint64_t value;    // the model's
  Traffic model, gpu;
  Traffic model_atomics, gpu_atomics;  // in shared memory

  [[nodiscard]] bool of_requests() const { return part == "requests"; }
  [[nodiscard]] bool is(std::string_view id) const { return kind.id == id; }
};
using Found = std::optional<CounterReason>;

// What any access costs: a request holds 1 to 32 lanes, and a lane takes a sector or a pass (in
// local memory, or compared and swapped, several) of its own at most.
CounterReason within_lanes(const Subject& s, std::string why) {
  const std::uint64_t fewest = (s.gpu.lanes + kLanes - 1) / kLanes;
  if (s.of_requests()) return {std::move(why), fewest, std::max(s.gpu.lanes, s.gpu.requests)};
  return {std::move(why), s.gpu.lanes > 0 ? 1U : 0U, 4 * s.gpu.lanes};
}

std::string instructions_words(const char* what, const Subject& s) {
  return fmt::format("{}: {} such instructions of the PTX, {} of the machine code", what,
                     s.model.instructions, s.gpu.instructions);
}

Found chosen_by_assembler(const Subject& s) {
  if (!s.kind.id.starts_with("local.") || s.model.instructions == s.gpu.instructions) return {};
  return within_lanes(s,
                      instructions_words("what lies in local memory is the assembler's choice", s));
}

// Each try is a load and a compare-and-swap; a lane waits for all others at most.
Found swap_loops(const Subject& s) {
  if (!s.model_atomics.swaps || s.gpu_atomics.requests <= s.model_atomics.requests) return {};
  const char* why = "the GPU does this atomic operation by a loop of a load and a compare-and-swap";
  if (s.is("shared.load"))
    return CounterReason{why, s.value, s.value + kLanes * s.gpu_atomics.requests};
  if (!s.is("shared.atomic")) return {};
  return CounterReason{why, s.model.requests, kLanes * s.model.lanes * s.model.requests};
}

Found combined_lanes(const Subject& s) {
  if (!s.is("global.atomic") || !s.model.combines || s.gpu.lanes >= s.model.lanes) return {};
  const char* why =
      "the address is the same for all lanes by construction: the assembler lets one of them do "
      "the "
      "work of all";
  if (s.of_requests()) return CounterReason{why, s.model.requests, 2 * s.model.requests};
  return CounterReason{why, s.gpu.requests, s.value};
}

Found counted_once(const Subject& s) {
  if (!s.is("global.atomic") || s.of_requests() || s.model.lanes != s.gpu.lanes) return {};
  return sectors_once(s.model.requests, s.gpu.requests, s.value);
}

// Wider accesses need fewer requests, and no more sectors or passes.
Found wider(const Subject& s) {
  if (s.model.bytes != s.gpu.bytes || s.gpu.widest <= s.model.widest) return {};
  const std::uint64_t fewest = (s.gpu.bytes + kLanes * s.gpu.widest - 1) / (kLanes * s.gpu.widest);
  return CounterReason{
      fmt::format("the assembler made accesses of up to {} bytes a lane: the same bytes in "
                  "other requests",
                  s.gpu.widest),
      s.of_requests() ? fewest : 1, s.value};
}

Found other_lanes_meet(const Subject& s) {
  if (s.model.bytes != s.gpu.bytes || s.model.requests == s.gpu.requests) return {};
  return within_lanes(
      s, "in machine code other lanes meet in a request: the same bytes in other requests");
}

Found left_out(const Subject& s) {
  if (!s.kind.is_load || s.gpu.bytes >= s.model.bytes || s.gpu.instructions >= s.model.instructions)
    return {};
  return CounterReason{
      instructions_words("the assembler left out loads whose values it still has", s), 0, s.value};
}

// What stands outside of the waiting loops is done in any order.
Found waiting(const Subject& s) {
  if (s.model.waiting == 0) return {};
  const char* why =
      "the kernel waits or tries again, and how often depends on which warp is faster";
  const std::uint64_t settled = s.model.requests - s.model.waiting;
  if (s.of_requests()) return CounterReason{why, settled, kPatience * s.value};
  CounterReason out = within_lanes(s, why);
  out.least = std::max(out.least, settled);
  return out;
}

constexpr std::array kRules{chosen_by_assembler, swap_loops, combined_lanes,
                            counted_once,        wider,      left_out,
                            other_lanes_meet,    waiting};

}  // namespace

const AccessKind* access_kind_of(std::string_view counter) {
  const auto* const at = std::ranges::find_if(
      kKinds, [counter](const AccessKind& kind) { return counter.starts_with(kind.id); });
  return at == kKinds.end() ? nullptr : at;
}

std::optional<CounterReason> reason_of(std::string_view counter, std::uint64_t model,
                                       std::uint64_t gpu_value, const run::ModelRun& run,
                                       const ports::device::GpuCounters& gpu) {
  const AccessKind* kind = access_kind_of(counter);
  if (kind == nullptr) return std::nullopt;
  const AccessKind& atomic = *access_kind_of("shared.atomic");
  const Subject subject{*kind,
                        counter.substr(counter.rfind('.') + 1),
                        model,
                        on_model(run, *kind),
                        on_gpu(gpu, *kind),
                        on_model(run, atomic),
                        on_gpu(gpu, atomic)};
  for (const auto& rule : kRules) {
    Found found = rule(subject);
    if (found && found->least <= gpu_value && gpu_value <= found->most) return found;
  }
  return std::nullopt;
}

std::optional<CounterReason> sectors_once(std::uint64_t model_requests, std::uint64_t gpu_requests,
                                          std::uint64_t model_sectors) {
  if (model_requests != gpu_requests) return std::nullopt;
  return CounterReason{
      "this metric counts each sector of a request once; the hardware's own, and the model, once "
      "for each lane that meets another on a word",
      gpu_requests, model_sectors};
}

std::uint64_t settled_requests(const run::ModelRun& run, std::string_view kind) {
  const Traffic traffic = on_model(run, *access_kind_of(kind));
  return traffic.requests - traffic.waiting;
}

bool depends_on_order(const run::ModelRun& run, std::string_view kind) {
  return std::ranges::any_of(kKinds, [&](const AccessKind& one) {
    return (kind.empty() || one.id == kind) && on_model(run, one).waiting > 0;
  });
}

}  // namespace lanescope::hardware
