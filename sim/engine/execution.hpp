#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/ids.hpp"
#include "sim/engine/plan.hpp"
#include "sim/engine/printed.hpp"
#include "sim/events/counters.hpp"
#include "sim/events/events.hpp"
#include "sim/events/listeners.hpp"

namespace lanescope::engine {

// How a run stands. Fault: an instruction ended it, as hardware would; Unsupported: one that the
// model has not was reached.
enum class Outcome : std::uint8_t { Running, Finished, Fault, Deadlock, StepLimit, Unsupported };

// What is counted and told while running. None: only how many warp instructions. Counters: counters
// per pc. Full: counters, and every event of wanted blocks is told.
enum class Recording : std::uint8_t { None, Counters, Full };

// On how many cores blocks may run at one time, unless they run to an exact step. What is told is
// the same with any number of them.
struct Cores {
  unsigned count = 1;             // 0: as many as this computer has, up to 16
  std::uint64_t least = 200'000;  // warp instructions: a launch of fewer takes one core
};

struct ExecutionOptions {
  Recording recording = Recording::Counters;
  events::Listeners listeners{};  // told by Full
  bool hazards = false;           // looks for races and for uninitialised reads, too
  Cores cores{};                  // not used by Full
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

// A frozen state of a run; of the engine that made it, and no other's.
class Snapshot {
 public:
  Snapshot() = default;
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  virtual ~Snapshot() = default;
};

// Runs a Plan, from its start to its end or to any step between: the command line runs it once, the
// trace is recorded from it, replay runs it again to a tick. What an engine implements; asked at
// the edges only, never for each instruction.
class Execution {
 public:
  virtual ~Execution() = default;

  // Issues at most `steps` more warp instructions. Running: there are more. After the end it does
  // nothing and tells the same outcome again.
  Outcome run(std::uint64_t steps = ~std::uint64_t{0});
  // The same for about so many: to where it is cheap to stop.
  virtual Outcome run_about(std::uint64_t steps) { return run(steps); }
  // Runs until machine_step() == step (or the end); does nothing when it is there or beyond.
  virtual Outcome run_to(MachineStep step) = 0;
  // Begins the launch and the block whose instruction comes next, so that the state before it can
  // be looked at: without this, a block becomes resident with its first instruction.
  virtual void settle() = 0;

  [[nodiscard]] virtual Outcome outcome() const = 0;
  [[nodiscard]] virtual MachineStep machine_step() const = 0;
  [[nodiscard]] virtual std::uint32_t launch() const = 0;  // index of the current launch
  [[nodiscard]] virtual const Plan& plan() const = 0;
  // The plan's launches, and behind each what its kernel has launched so far. launch(), counters,
  // events and hazards count these.
  [[nodiscard]] virtual std::vector<Launch> launches() const { return plan().launches; }
  // The fault, deadlock, trap, … that ended the launch, and every other hazard met (at most 1,000).
  [[nodiscard]] virtual const std::vector<events::Hazard>& hazards() const = 0;
  // Unsupported: the instruction and its place in the listing, in words.
  [[nodiscard]] virtual const std::string& unsupported() const = 0;
  // As far as run.
  [[nodiscard]] virtual const Printed& printed() const = 0;

  // Counters by launch and pc, as far as run. Recording::None leaves warp_instructions only. The
  // span is valid until the next call.
  [[nodiscard]] virtual std::span<const events::Counters> counters_by_pc(
      std::uint32_t launch) const = 0;
  [[nodiscard]] virtual events::Counters counters(std::uint32_t launch) const = 0;

  // State, now. Blocks that are not resident (not started, or ended) give nullopt / empty. Memory
  // is told as spans of bytes, valid until the machine runs on or is restored.
  [[nodiscard]] virtual std::vector<BlockIndex> resident_blocks() const = 0;
  [[nodiscard]] virtual std::optional<WarpState> warp(BlockIndex block, WarpIndex warp) const = 0;
  // Values of a register (index into Program::registers) in each lane, zero-extended to 64 bits
  // (predicates: 0 or 1). Empty when the block is not resident.
  [[nodiscard]] virtual std::vector<std::uint64_t> register_values(BlockIndex block, WarpIndex warp,
                                                                   std::uint32_t reg) const = 0;
  [[nodiscard]] virtual std::span<const std::byte> shared_memory(BlockIndex block) const = 0;
  [[nodiscard]] virtual std::span<const std::byte> local_memory(BlockIndex block,
                                                                std::uint32_t thread) const = 0;
  [[nodiscard]] virtual std::span<const std::byte> buffer(std::size_t index) const = 0;
  // A __device__ or __constant__ variable of the current launch's module; empty when unknown.
  [[nodiscard]] virtual std::span<const std::byte> symbol(std::string_view name) const = 0;

  // What lies at an address: "in[1024]", "s[19]", "4 bytes past the end of in", "no allocation".
  [[nodiscard]] virtual std::string describe(Address address) const = 0;

  [[nodiscard]] virtual std::shared_ptr<const Snapshot> snapshot() = 0;
  // Of an Execution of the same plan; recording stops.
  virtual void restore(const Snapshot& snapshot) = 0;

 protected:
  Execution() = default;
  Execution(const Execution&) = default;
  Execution(Execution&&) = default;
  Execution& operator=(const Execution&) = default;
  Execution& operator=(Execution&&) = default;
};

}  // namespace lanescope::engine
