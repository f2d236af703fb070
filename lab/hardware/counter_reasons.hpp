#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lab/run/run_model.hpp"
#include "ports/device/gpu_types.hpp"

// How machine code comes to other counts of memory accesses than the PTX.
namespace lanescope::hardware {

// One kind of access to memory: what the model counts of it, and which instructions of the GPU are
// of it.
struct AccessKind {
  std::string_view id;  // its counters begin with it: "global.load"
  std::uint64_t (*requests)(const events::Counters& counters);
  std::uint64_t (*gpu_requests)(const ports::device::GpuInstruction& instruction);
  bool is_load = false;
};
// Null for a counter of no memory.
[[nodiscard]] const AccessKind* access_kind_of(std::string_view counter);

// Holds for one counter of one run only, and only while the GPU's figure is in [least, most].
struct CounterReason {
  std::string why;  // a sentence
  std::uint64_t least = 0, most = 0;
};
// Of a counter ("global.load.sectors") with these two figures, which differ. Nothing: the GPU's own
// figures do not show how the machine code came to it.
[[nodiscard]] std::optional<CounterReason> reason_of(std::string_view counter, std::uint64_t model,
                                                     std::uint64_t gpu_value,
                                                     const run::ModelRun& run,
                                                     const ports::device::GpuCounters& gpu);

// Of what was recorded, where only the totals are known: CUPTI's metric of the machine code counts
// each sector of an atomic's request once, and the model one for each lane that meets another on a
// word, as the hardware does. `requests`: of both, which must be equal.
[[nodiscard]] std::optional<CounterReason> sectors_once(std::uint64_t model_requests,
                                                        std::uint64_t gpu_requests,
                                                        std::uint64_t model_sectors);

// Warps of it wait for each other, or try again when another one was faster, by an access of this
// kind ("global.atomic"; empty: of any): how often differs from run to run.
[[nodiscard]] bool depends_on_order(const run::ModelRun& run, std::string_view kind = {});

// Of the model's requests of a kind ("global.store"), those that stand in no waiting loop: they are
// made in any order of warps.
[[nodiscard]] std::uint64_t settled_requests(const run::ModelRun& run, std::string_view kind);

}  // namespace lanescope::hardware
