#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "sim/base/ids.hpp"

// What warps did, as far as it takes time: made by Recorder, never changed.
namespace lanescope::timing {

// Sectors that a request touches of one line of 128 bytes.
struct LinePart {
  std::uint64_t line = 0;    // address / 128; of local memory, in the warp's own part
  std::uint8_t sectors = 0;  // a bit each
};

// What a request to memory asks of the units that serve it.
struct Request {
  enum class What : std::uint8_t { Load, Store, Atomic };
  enum class Space : std::uint8_t { Global, Local, Shared, Constant };
  What what = What::Load;
  Space space = Space::Global;
  bool past_l1 = false;  // L1 keeps nothing of it
  std::uint8_t lanes = 0;
  std::uint8_t bytes = 4;        // of a lane
  std::uint16_t wavefronts = 0;  // of shared memory, or of L1's data banks; words of a Constant
  std::uint16_t serial = 0;      // most lanes on one word of an atomic
  std::uint16_t counted = 0;     // sectors of an atomic in global memory, as L2 counts them
  std::uint32_t first_line = 0, lines = 0;  // in Trace::lines; none of shared memory
};

inline constexpr std::uint32_t kNoRequest = std::numeric_limits<std::uint32_t>::max();

// One warp instruction.
struct Event {
  std::uint32_t pc = 0;
  std::uint8_t lanes = 0;     // executed it
  bool arrives_only = false;  // a barrier: counts, but the warp goes on
  std::uint16_t barrier = 0;  // which completion of a barrier of the block, for those at one
  std::uint32_t request = kNoRequest;  // in Trace::requests
  std::uint32_t requests = 0;          // that follow on each other there
};

struct WarpTrace {
  std::vector<Event> events;
};

struct BlockTrace {
  BlockIndex block;
  std::vector<WarpTrace> warps;
  std::vector<std::uint16_t> arrivals;  // of each completion of a barrier: warp instructions
};

// A load that waited for what another block stored: it can't have been before that. Both are
// requests.
struct Handover {
  std::uint32_t load = 0, store = 0;
};

struct Trace {
  std::vector<BlockTrace> blocks;  // by index
  std::vector<Request> requests;
  std::vector<LinePart> lines;
  std::vector<Handover> handovers;  // by load
};

}  // namespace lanescope::timing
