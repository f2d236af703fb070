#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/base/ids.hpp"
#include "sim/base/result.hpp"
#include "sim/events/counters.hpp"
#include "sim/events/events.hpp"
#include "sim/trace/records.hpp"

namespace lanescope::trace {

// One warp instruction as recorded.
struct Step {
  Tick tick;
  MachineStep machine_step;
  std::uint32_t launch = 0;
  BlockIndex block;
  WarpIndex warp;
  Pc pc;
  LaneMask active = 0;
  LaneMask executed = 0;
};

// A memory request of a step, addresses decoded. Meaning of the addresses: events::MemoryAccess.
struct Access {
  Tick tick;
  events::Space space = events::Space::Global;
  events::Access kind = events::Access::Load;
  std::uint8_t bytes = 4;
  LaneMask lanes = 0;
  std::array<std::uint64_t, kMaxWarpSize> addresses{};
  // The counting rule of a Shared request; of no meaning in other spaces.
  events::SharedAccess rule = events::SharedAccess::Load;
  LaneMask fetchers = 0;  // events::MemoryAccess::fetchers

  // What the machine told; it points into this.
  [[nodiscard]] events::MemoryAccess event() const {
    return {space, kind, bytes, lanes, addresses.data(), rule, fetchers};
  }
};

struct BranchRecord {
  Tick tick;
  LaneMask taken = 0, not_taken = 0;
  bool divergent = false;
  Pc reconvergence;
};

// A launch and the ticks that belong to it: [first, last).
struct LaunchRecord {
  Dim3 grid, block;
  Tick first, last;
  MachineStep first_machine_step, last_machine_step;
};

// A barrier interval of one block: its ticks lie in [first, last), other blocks' ticks may lie
// between. Phase numbers count from 0 in each block of each launch.
struct Phase {
  std::uint32_t launch = 0;
  BlockIndex block;
  std::uint32_t number = 0;
  Tick first, last;
};

// The stretch of ticks during which lanes of a warp waited, and why.
struct WaitRecord {
  Tick from, to;
  BlockIndex block;
  WarpIndex warp;
  LaneMask lanes = 0;
  events::WaitReason reason = events::WaitReason::Barrier;
  std::uint32_t barrier = 0;
};

// Marks for the scrubber and for jumps.
enum class MarkKind : std::uint8_t {
  Divergence,
  BankConflict,
  Uncoalesced,
  Barrier,
  Fault,
  LaunchBoundary
};
struct Mark {
  Tick tick;
  MarkKind kind = MarkKind::Barrier;
};

// Everything recorded of one run of a plan: for the blocks of its window every warp instruction in
// machine order, for the whole grids the counters by pc. Columnar; some four bytes a warp
// instruction, sixteen where hardly anything repeats (tested).
// **Invariant:** immutable from the moment Recorder::finish() returns it.
class Trace {
 public:
  [[nodiscard]] std::uint64_t tick_count() const;
  [[nodiscard]] std::span<const LaunchRecord> launches() const;
  [[nodiscard]] Step step(Tick tick) const;  // tick < tick_count()
  // Machine step reached at `tick`; tick_count() gives the end of the run.
  [[nodiscard]] MachineStep machine_step(Tick tick) const;
  [[nodiscard]] Tick tick_at_or_after(MachineStep machine_step) const;
  // Requests of the step; usually 0 or 1, one for each space of a generic access.
  [[nodiscard]] std::vector<Access> accesses(Tick tick) const;
  // The same into a vector that is used again, for scans over many ticks.
  void accesses(Tick tick, std::vector<Access>& into) const;
  [[nodiscard]] bool has_accesses(Tick tick) const;
  [[nodiscard]] std::optional<BranchRecord> branch(Tick tick) const;
  [[nodiscard]] Records<Phase> phases() const;  // by launch, block, number
  [[nodiscard]] Records<Mark> marks() const;    // by tick
  [[nodiscard]] std::span<const events::Hazard> hazards() const;
  // Ticks of a warp, ascending. Of a launch, block or warp that is not recorded, these and what
  // follows are empty.
  [[nodiscard]] std::span<const Tick> steps_of(std::uint32_t launch, BlockIndex block,
                                               WarpIndex warp) const;
  [[nodiscard]] Records<WaitRecord> waits_of(std::uint32_t launch, BlockIndex block,
                                             WarpIndex warp) const;
  // Blocks recorded in a launch, ascending.
  [[nodiscard]] std::span<const BlockIndex> blocks(std::uint32_t launch) const;

  // Whole grid, from Execution's counters; by pc of the launch's program.
  [[nodiscard]] std::span<const events::Counters> counters_by_pc(std::uint32_t launch) const;
  [[nodiscard]] events::Counters counters(std::uint32_t launch) const;
  [[nodiscard]] events::Counters counters() const;  // all launches

  [[nodiscard]] std::uint64_t bytes() const;   // memory of the recorded columns
  [[nodiscard]] std::uint64_t digest() const;  // equal for byte-identical traces
  // Its digest, or the one that an earlier version of the file format gave it.
  [[nodiscard]] bool has_digest(std::uint64_t digest) const;

 private:
  friend class Recorder;
  friend class Reader;
  friend class Writer;
  struct Columns;
  explicit Trace(std::shared_ptr<const Columns> columns);
  std::shared_ptr<const Columns> columns_;
};

}  // namespace lanescope::trace
