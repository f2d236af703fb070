#pragma once

#include <cstdint>

#include "sim/base/ids.hpp"
#include "sim/events/counting.hpp"
#include "sim/events/hazard.hpp"

namespace lanescope::events {

// What the machine tells a listener while it runs. Pointers are valid during the call only.

enum class Space : std::uint8_t { Global, Shared, Local, Constant, Texture };
enum class Access : std::uint8_t { Load, Store, Atomic };

struct LaunchBegin {
  std::uint32_t launch;  // index in the plan
  Dim3 grid, block;
  int warp_size;
};
struct LaunchEnd {
  std::uint32_t launch;
  std::uint64_t machine_steps;  // of the whole plan so far
};

// One warp instruction was issued.
struct Step {
  MachineStep machine_step;  // before it
  BlockIndex block;
  WarpIndex warp;
  Pc pc;
  LaneMask active;    // lanes of the group that issued
  LaneMask executed;  // active lanes whose guard was true
};

// Follows the Step it belongs to; one for each space that a generic access touched. Addresses:
// virtual for Global, Constant and Texture; byte offset in the block's shared memory for Shared;
// byte offset in the lane's own frame for Local.
struct MemoryAccess {
  Space space;
  Access access;
  std::uint8_t bytes;  // of one lane: 1, 2, 4, 8, 16
  LaneMask lanes;
  const std::uint64_t* addresses;  // [64], valid for `lanes`
  // Of an atomic in Shared: which rule counts it (sim/events/counting.hpp). Left as Load, it is
  // taken to be SharedAccess::Atomic.
  SharedAccess rule = SharedAccess::Load;
  // Of a copy to shared memory past L1 (cp.async.cg): the lanes that fetch a sector, for themselves
  // and for the lane that takes its other half. 0: the addresses tell the sectors.
  LaneMask fetchers = 0;
};

// Follows the Step of a conditional bra or a brx.
struct Branch {
  LaneMask taken, not_taken;
  bool divergent;
  Pc reconvergence;  // kNoPc when the paths only meet at the exit
};
inline constexpr Pc kNoPc{0xffffffff};

// "Nothing happened" is an event too: why a warp does not issue.
enum class WaitReason : std::uint8_t { Barrier, WarpSync, Join, Exited };
struct Wait {
  BlockIndex block;
  WarpIndex warp;
  LaneMask lanes;
  WaitReason reason;
  std::uint32_t barrier;  // number of a Barrier, else 0
};
// A barrier (bar.sync and its kin) of the block completed; all its waiting lanes go on. A phase
// ends.
struct BarrierRelease {
  BlockIndex block;
  std::uint32_t barrier;
};
struct BlockBegin {
  BlockIndex block;
};
struct BlockEnd {
  BlockIndex block;
};

// Called in machine order; must not change the machine. A listener overrides what it wants to hear,
// and says `using Listener::on;` for the rest. Launches and hazards are told of the whole run, all
// else of the blocks that it wants.
class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;
  virtual void on(const LaunchBegin&) {}
  virtual void on(const LaunchEnd&) {}
  virtual void on(const BlockBegin&) {}
  virtual void on(const BlockEnd&) {}
  virtual void on(const Step&) {}
  virtual void on(const MemoryAccess&) {}
  virtual void on(const Branch&) {}
  virtual void on(const Wait&) {}
  virtual void on(const BarrierRelease&) {}
  virtual void on(const Hazard&) {}  // each first occurrence, as it happens
  // Asked once for each block, when it begins. A block that nobody wants is counted all the same.
  [[nodiscard]] virtual bool wants(std::uint32_t /*launch*/, BlockIndex /*block*/) const {
    return true;
  }
};

}  // namespace lanescope::events
