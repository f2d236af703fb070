#pragma once

#include <cstdint>

#include "sim/base/ids.hpp"
#include "sim/hazards/stamp.hpp"

namespace lanescope::hazards {

// How a memory instruction takes part in PTX's memory model (PTX ISA 8): plain (weak) accesses must
// be ordered, strong ones (atomic, volatile, relaxed and stronger) may meet each other.
struct AccessOrder {
  bool strong = false;
  bool is_volatile = false;
  bool release = false;        // .release, .acq_rel
  bool cta_scope = false;      // strong among the threads of the block only
  bool cluster_scope = false;  // of the cluster only: the caller makes it one of the two others
};

// Whose shared memory a request goes to: that of the block itself.
inline constexpr std::uint32_t kOwnBlock = 0xffffffff;

enum class Scope : std::uint8_t { Cta, Gpu };
enum class What : std::uint8_t { Load, Store, Atomic };

// A warp's request to shared or global memory.
struct Request {
  Time time = 0;
  std::uint32_t pc = 0;
  std::uint32_t warp = 0;
  LaneMask lanes = 0;
  const std::uint64_t* addresses = nullptr;  // of shared memory: offsets in the block's
  std::uint32_t bytes = 4;                   // of a lane
  bool consecutive = false;                  // known: lane l lies bytes * l behind a common start
  What what = What::Load;
  AccessOrder order;
  bool shared = false;
  std::uint32_t owner = kOwnBlock;  // of shared memory: the block whose it is
  bool async = false;     // of a cp.async: happens at any time until it has been waited for
  bool mbarrier = false;  // of an mbarrier: what that orders is told apart
};

// Two accesses of which one changes the memory, and that nothing orders.
struct Finding {
  Stamp other;  // the one that was told first
  What other_what = What::Load;
  bool other_strong = false;
  std::uint32_t lane = 0, other_lane = 0;
  std::uint64_t address = 0;
  std::uint32_t bytes = 4;        // from there on, which both touch
  bool same_instruction = false;  // lanes that store to one place together
  bool exchange_between = false;  // a shuffle, a vote or a match lies between
};

}  // namespace lanescope::hazards
