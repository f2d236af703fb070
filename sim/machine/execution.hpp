#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/base/ids.hpp"
#include "sim/base/result.hpp"
#include "sim/code/plan.hpp"
#include "sim/events/counters.hpp"
#include "sim/events/events.hpp"
#include "sim/events/listeners.hpp"

namespace lanescope::machine {

// How a run stands. Fault: an instruction ended it, as hardware would; Unsupported: one that the
// model has not was reached.
enum class Outcome : std::uint8_t { Running, Finished, Fault, Deadlock, StepLimit, Unsupported };

// What is counted and told while running. None: only how many warp instructions. Counters: counters
// per pc. Full: counters, and every event of wanted blocks is told.
enum class Recording : std::uint8_t { None, Counters, Full };

struct ExecutionOptions {
  Recording recording = Recording::Counters;
  events::Listeners listeners{};  // told by Full
  bool hazards = false;           // looks for races and for uninitialised reads, too
};

// Lanes of a warp that share a pc (and a call stack).
struct Group {
  Pc pc;
  LaneMask lanes = 0;
  enum class Status : std::uint8_t { Ready, AtBarrier, AtWarpSync, AtJoin } status = Status::Ready;
  std::uint32_t barrier = 0;   // of AtBarrier
  std::vector<Pc> call_stack;  // return pcs, outermost first
};
struct JoinPoint {  // an entry of the reconvergence stack
  Pc pc;
  LaneMask lanes = 0;
};
struct WarpState {
  LaneMask exited = 0;
  LaneMask existing = 0;         // lanes that are threads of the block
  std::vector<Group> groups;     // by smallest pc
  std::vector<JoinPoint> joins;  // outermost first
};

// A frozen machine state. Global memory is kept as pages shared between snapshots.
class Snapshot;

// Runs a Plan, from its start to its end or to any step between. The single machine of Lanescope:
// the command line runs it once, the trace is recorded from it, replay runs it again to a tick.
class Execution {
 public:
  // The plan must be valid (validate).
  Execution(std::shared_ptr<const code::Plan> plan, ExecutionOptions options);
  ~Execution();
  Execution(Execution&&) noexcept;
  Execution& operator=(Execution&&) noexcept;

  // Issues at most `steps` more warp instructions. Running: there are more. After the end it does
  // nothing and tells the same outcome again.
  Outcome run(std::uint64_t steps = ~std::uint64_t{0});
  // Runs until machine_step() == step (or the end); does nothing when it is there or beyond.
  Outcome run_to(MachineStep step);
  // Begins the launch and the block whose instruction comes next, so that the state before it can
  // be looked at: without this, a block becomes resident with its first instruction.
  void settle();

  [[nodiscard]] Outcome outcome() const;
  [[nodiscard]] MachineStep machine_step() const;
  [[nodiscard]] std::uint32_t launch() const;  // index of the current launch
  [[nodiscard]] const code::Plan& plan() const;
  // The fault, deadlock, trap, … that ended the launch, and every other hazard met (at most 1,000).
  [[nodiscard]] const std::vector<events::Hazard>& hazards() const;
  // Unsupported: the instruction and its PTX line in words.
  [[nodiscard]] const std::string& unsupported() const;
  // What the simulated program printed (printf), in order; cut at 1 MiB like CUDA's FIFO.
  [[nodiscard]] const std::string& printed() const;

  // Counters by launch and pc, as far as run. Recording::None leaves warp_instructions only. The
  // span is valid until the next call.
  [[nodiscard]] std::span<const events::Counters> counters_by_pc(std::uint32_t launch) const;
  [[nodiscard]] events::Counters counters(std::uint32_t launch) const;

  // State, now. Blocks that are not resident (not started, or ended) give nullopt / empty. Memory
  // is told as spans of bytes, valid until the machine runs on or is restored.
  [[nodiscard]] std::vector<BlockIndex> resident_blocks() const;
  [[nodiscard]] std::optional<WarpState> warp(BlockIndex block, WarpIndex warp) const;
  // Values of a register (index into Program::registers) in each lane, zero-extended to 64 bits
  // (predicates: 0 or 1). Empty when the block is not resident.
  [[nodiscard]] std::vector<std::uint64_t> register_values(BlockIndex block, WarpIndex warp,
                                                           std::uint32_t reg) const;
  [[nodiscard]] std::span<const std::byte> shared_memory(BlockIndex block) const;
  [[nodiscard]] std::span<const std::byte> local_memory(BlockIndex block,
                                                        std::uint32_t thread) const;
  [[nodiscard]] std::span<const std::byte> buffer(std::size_t index) const;
  // A __device__ or __constant__ variable of the current launch's module; empty when unknown.
  [[nodiscard]] std::span<const std::byte> symbol(std::string_view name) const;

  // What lies at an address: "in[1024]", "s[19]", "4 bytes past the end of in", "no allocation".
  [[nodiscard]] std::string describe(Address address) const;

  [[nodiscard]] std::shared_ptr<const Snapshot> snapshot();
  void restore(const Snapshot& snapshot);  // of an Execution of the same plan; recording stops

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lanescope::machine
