#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "sim/trace/column.hpp"
#include "sim/trace/dictionary.hpp"
#include "sim/trace/records.hpp"
#include "sim/trace/trace.hpp"

namespace lanescope::trace {

// A warp that was recorded; the warp column holds indices of these.
struct WarpKey {
  std::uint32_t launch = 0;
  BlockIndex block;
  WarpIndex warp;
  friend constexpr auto operator<=>(const WarpKey&, const WarpKey&) = default;
};

// What a Trace holds. Ticks index the first group; requests and branches are reached through the
// ticks that have them.
struct Trace::Columns {
  Column pc, masks, warp;              // by tick; the latter two are indices
  Ascending machine_step;              // by tick
  Presence has_access, has_branch;     // by tick
  std::vector<std::uint8_t> accesses;  // address_code records, in order of ticks
  Ascending access_at;                 // by step with requests: byte position of the first
  Column branches;                     // by step with a branch: index

  std::vector<Masks> mask_values;
  std::vector<AccessShape> access_shapes;
  std::vector<BranchShape> branch_shapes;
  PackedRecords<WarpKey> warps;

  std::uint64_t machine_steps = 0;
  std::vector<LaunchRecord> launches;
  PackedRecords<Phase> phases;      // by launch, block, number
  PackedRecords<Mark> marks;        // by tick, kind
  PackedRecords<WaitRecord> waits;  // by index of the warp, from
  Column waits_of_warp;             // by warp: where its waits begin; one more at the end
  std::vector<events::Hazard> hazards;
  std::vector<std::vector<events::Counters>> counters_by_pc;

  // Derived by seal(), from the above.
  std::vector<std::uint32_t> warps_by_key;      // indices into warps, in the order of WarpKey
  std::vector<std::vector<BlockIndex>> blocks;  // by launch

  void seal();
  void shrink_to_fit();
  [[nodiscard]] std::size_t tick_count() const { return pc.size(); }
  // Index of a warp, or warps.size().
  [[nodiscard]] std::size_t find(const WarpKey& key) const;
  [[nodiscard]] std::uint64_t bytes() const;

  // The ticks of each warp, side by side. Built when first asked for: eight bytes a tick, and a
  // trace that is only counted or exported needs none of it.
  struct StepsByWarp {
    std::vector<Tick> ticks;
    std::vector<std::size_t> first;  // by warp; one more at the end
  };
  [[nodiscard]] const StepsByWarp& steps_by_warp() const;

 private:
  mutable std::once_flag steps_once_;
  mutable StepsByWarp steps_;
};

}  // namespace lanescope::trace
