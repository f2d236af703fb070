#include "lab/gpu_counters.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "sim/ptx/module.hpp"

namespace lanescope::lab {
namespace {

using cuda::GpuInstruction;
using events::Counters;

// One kind of access to memory: what the model counts of it, and which instructions of the GPU are
// of it.
struct Kind {
  std::string_view id;  // its counters begin with it
  std::uint64_t (*requests)(const Counters& counters);
  std::uint64_t (*gpu_requests)(const GpuInstruction& instruction);
  bool is_load = false;
  bool is_shared = false;
};

std::uint64_t atomics(const GpuInstruction& i) { return i.global_atomics + i.global_reductions; }
std::uint64_t loads(const GpuInstruction& i) { return i.global_loads + i.async_copies; }

constexpr std::array kKinds{
    Kind{"global.load", [](const Counters& c) { return c.global_load.requests; }, loads, true},
    Kind{"global.store", [](const Counters& c) { return c.global_store.requests; },
         [](const GpuInstruction& i) { return i.global_stores; }},
    Kind{"global.atomic", [](const Counters& c) { return c.global_atomic.requests; }, atomics},
    Kind{"local.load", [](const Counters& c) { return c.local_load.requests; },
         [](const GpuInstruction& i) { return i.local_loads; }, true},
    Kind{"local.store", [](const Counters& c) { return c.local_store.requests; },
         [](const GpuInstruction& i) { return i.local_stores; }},
    Kind{"shared.load", [](const Counters& c) { return c.shared_load.requests; },
         [](const GpuInstruction& i) { return i.shared_loads; }, true, true},
    Kind{"shared.store", [](const Counters& c) { return c.shared_store.requests; },
         [](const GpuInstruction& i) { return i.shared_stores; }, false, true},
    Kind{"shared.atomic", [](const Counters& c) { return c.shared_atomic.requests; },
         [](const GpuInstruction& i) { return i.shared_atomics; }, false, true},
};

// Of an instruction of the kind, `value`; of all others nothing.
std::uint64_t where(std::uint64_t requests, std::uint64_t value) {
  return requests > 0 ? value : 0;
}

// The names of CUPTI's metrics tell one width an instruction.
std::uint32_t width(const GpuInstruction& i) {
  if (i.wide_128 > 0) return 16;
  if (i.wide_64 > 0) return 8;
  if (i.wide_32 > 0) return 4;
  return i.wide_16 > 0 ? 2 : 1;
}

constexpr std::array kCounters{
    HardwareCounter{"warp_instructions", [](const Counters& c) { return c.warp_instructions; },
                    [](const GpuInstruction& i) { return i.warps; }, true},
    HardwareCounter{"thread_instructions", [](const Counters& c) { return c.thread_instructions; },
                    [](const GpuInstruction& i) { return i.threads; }, true},
    HardwareCounter{"divergent_branches", [](const Counters& c) { return c.divergent_branches; },
                    [](const GpuInstruction& i) { return i.divergent_branches; }, true},
#define LANESCOPE_SECTORS(id, member, gpu_requests, gpu_sectors)                        \
  HardwareCounter{id ".requests", [](const Counters& c) { return c.member.requests; },  \
                  [](const GpuInstruction& i) { return std::uint64_t{gpu_requests}; }}, \
      HardwareCounter {                                                                 \
    id ".sectors", [](const Counters& c) { return c.member.sectors; },                  \
        [](const GpuInstruction& i) { return where(gpu_requests, gpu_sectors); }        \
  }
    LANESCOPE_SECTORS("global.load", global_load, loads(i), i.global_sectors),
    LANESCOPE_SECTORS("global.store", global_store, i.global_stores, i.global_sectors),
    LANESCOPE_SECTORS("global.atomic", global_atomic, atomics(i), i.global_sectors),
    LANESCOPE_SECTORS("local.load", local_load, i.local_loads, i.local_sectors),
    LANESCOPE_SECTORS("local.store", local_store, i.local_stores, i.local_sectors),
#undef LANESCOPE_SECTORS
#define LANESCOPE_BANKS(id, member, gpu_requests)                                       \
  HardwareCounter{id ".requests", [](const Counters& c) { return c.member.requests; },  \
                  [](const GpuInstruction& i) { return std::uint64_t{gpu_requests}; }}, \
      HardwareCounter {                                                                 \
    id ".wavefronts", [](const Counters& c) { return c.member.wavefronts; },            \
        [](const GpuInstruction& i) { return where(gpu_requests, i.wavefronts); }       \
  }
    LANESCOPE_BANKS("shared.load", shared_load, i.shared_loads),
    LANESCOPE_BANKS("shared.store", shared_store, i.shared_stores),
    LANESCOPE_BANKS("shared.atomic", shared_atomic, i.shared_atomics),
#undef LANESCOPE_BANKS
};

// What one side does with memory in one kind of access.
struct Traffic {
  std::uint64_t requests = 0, bytes = 0;
  std::uint32_t widest = 0;        // bytes of a lane
  std::uint32_t instructions = 0;  // that were executed, in the code
};

std::uint32_t ptx_width(const ptx::Instruction& instruction) {
  std::uint32_t elements = 1, bits = 32;
  for (const std::string& part : instruction.modifiers) {
    if (part == "v2" || part == "v4") elements = part == "v2" ? 2 : 4;
    if (part.size() < 2 || std::string_view("bsuf").find(part[0]) == std::string_view::npos)
      continue;
    std::uint32_t number = 0;
    const auto [end, problem] = std::from_chars(part.data() + 1, part.data() + part.size(), number);
    if (problem == std::errc{} && end == part.data() + part.size()) bits = number;
  }
  return elements * bits / 8;
}

Traffic on_model(const ModelRun& run, const Kind& kind) {
  Traffic out;
  for (std::size_t launch = 0; launch < run.counters_by_pc.size(); ++launch) {
    const exec::Program& program = *run.plan().launches[launch].program;
    for (std::uint32_t pc = 0; pc < program.size(); ++pc) {
      const Counters& counted = run.counters_by_pc[launch][pc];
      if (kind.requests(counted) == 0) continue;
      const std::uint32_t bytes = ptx_width(program.ptx_at(Pc{pc}));
      out.requests += kind.requests(counted);
      out.bytes += counted.thread_instructions * bytes;
      out.widest = std::max(out.widest, bytes);
      ++out.instructions;
    }
  }
  return out;
}

Traffic on_gpu(const cuda::GpuCounters& gpu, const Kind& kind) {
  Traffic out;
  for (const GpuInstruction& i : gpu.instructions) {
    if (kind.gpu_requests(i) == 0) continue;
    out.requests += kind.gpu_requests(i);
    out.bytes += i.threads * width(i);
    out.widest = std::max(out.widest, width(i));
    ++out.instructions;
  }
  return out;
}

const Kind* kind_of(std::string_view counter) {
  const auto* const at = std::ranges::find_if(
      kKinds, [counter](const Kind& kind) { return counter.starts_with(kind.id); });
  return at == kKinds.end() ? nullptr : at;
}

bool has_any(const ptx::Instruction& instruction, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(parts, [&](std::string_view part) {
    return std::ranges::find(instruction.modifiers, part) != instruction.modifiers.end();
  });
}

// Operations that the GPU has no instruction for are loops of a load and a compare-and-swap.
bool has_swap_loops(const ModelRun& run, const cuda::GpuCounters& gpu) {
  const Kind& atomic = *kind_of("shared.atomic");
  const Traffic model = on_model(run, atomic), hardware = on_gpu(gpu, atomic);
  return model.requests > 0 && hardware.requests > model.requests;
}

std::string instructions_words(const char* what, const Traffic& model, const Traffic& hardware) {
  return fmt::format("{}: {} such instructions of the PTX, {} of the machine code", what,
                     model.instructions, hardware.instructions);
}

// How the machine code came to other numbers than the PTX; empty: that is not seen.
std::string reason(const ModelRun& run, const cuda::GpuCounters& gpu, const Kind& kind) {
  const Traffic model = on_model(run, kind), hardware = on_gpu(gpu, kind);
  if (kind.id.starts_with("local.") && model.instructions != hardware.instructions)
    return instructions_words("what lies in local memory is the assembler's choice", model,
                              hardware);
  if (kind.is_shared && has_swap_loops(run, gpu))
    return "the GPU does this atomic operation by a loop of a load and a compare-and-swap";
  if (model.bytes == hardware.bytes && hardware.widest > model.widest)
    return fmt::format(
        "the assembler made accesses of up to {} bytes a lane: the same bytes in "
        "other requests",
        hardware.widest);
  if (model.bytes == hardware.bytes && model.requests != hardware.requests)
    return "in machine code other lanes meet in a request: the same bytes in other requests";
  if (kind.is_load && hardware.bytes < model.bytes && hardware.instructions < model.instructions)
    return instructions_words("the assembler left out loads whose values it still has", model,
                              hardware);
  if (depends_on_order(run))
    return "the kernel waits or tries again, and how often depends on which warp is faster";
  return {};
}

CounterComparison compare(const HardwareCounter& counter, const ModelRun& run,
                          const Counters& on_model, const cuda::GpuCounters& gpu) {
  CounterComparison out;
  out.id = counter.id;
  out.model = counter.model(on_model);
  for (const GpuInstruction& i : gpu.instructions) out.gpu += counter.gpu(i);
  if (out.model == out.gpu) return out;
  out.verdict = CounterComparison::Verdict::Explained;
  if (counter.of_machine_code) {
    out.why = "the assembler makes other instructions of the PTX, and predicates of short branches";
    return out;
  }
  if (const Kind* kind = kind_of(counter.id)) out.why = reason(run, gpu, *kind);
  if (!out.why.empty()) return out;
  out.verdict = CounterComparison::Verdict::Different;
  out.why = "the GPU's figures do not tell why";
  return out;
}

}  // namespace

bool depends_on_order(const ModelRun& run) {
  return std::ranges::any_of(run.plan().launches, [](const exec::Launch& launch) {
    for (std::uint32_t pc = 0; pc < launch.program->size(); ++pc) {
      const ptx::Instruction& instruction = launch.program->ptx_at(Pc{pc});
      if (instruction.opcode == "atom" && has_any(instruction, {"cas", "exch"})) return true;
      if (instruction.opcode == "ld" && has_any(instruction, {"volatile", "acquire", "relaxed"}))
        return true;
    }
    return false;
  });
}

std::span<const HardwareCounter> hardware_counters() { return kCounters; }

const HardwareCounter* find_hardware_counter(std::string_view id) {
  const auto* const at = std::ranges::find(kCounters, id, &HardwareCounter::id);
  return at == kCounters.end() ? nullptr : at;
}

std::string_view spelling(CounterComparison::Verdict verdict) {
  switch (verdict) {
    case CounterComparison::Verdict::Equal:
      return "equal";
    case CounterComparison::Verdict::Explained:
      return "explained";
    case CounterComparison::Verdict::Different:
      break;
  }
  return "different";
}

std::vector<CounterComparison> compare_counters(const ModelRun& run, const cuda::GpuCounters& gpu) {
  std::vector<CounterComparison> out;
  const Counters on_model = run.counters();
  for (const HardwareCounter& counter : kCounters) {
    CounterComparison compared = compare(counter, run, on_model, gpu);
    if (compared.model != 0 || compared.gpu != 0) out.push_back(std::move(compared));
  }
  return out;
}

}  // namespace lanescope::lab
