#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/events/counting.hpp"
#include "sim/machine/machine.hpp"

// A warp's request to memory: from the operand to checked, counted places in host memory.
namespace lanescope::machine {

struct Addresses {
  alignas(64) std::array<std::uint64_t, kMaxWarpSize> at;
};

// The address operand in each of `lanes`, in its own space (see AddressOperand).
void read_addresses(const Issue& issue, const code::AddressOperand& operand, LaneMask lanes,
                    Addresses& addresses);

struct Request {
  events::Access access = events::Access::Load;
  events::SharedAccess shared = events::SharedAccess::Load;
  int bytes = 4;  // of one lane
  bool counted = true;
  LaneMask fetchers = 0;  // events::MemoryAccess::fetchers
};

// Host memory of one request: lane l's bytes lie at base + offsets[l] (modulo 2^64).
struct HostLanes {
  std::uintptr_t base = 0;
  const std::uint64_t* offsets = nullptr;  // null: the request has faulted
  bool consecutive = false;                // known: lane l lies `bytes` * l behind a common start
  [[nodiscard]] bool ok() const { return offsets != nullptr; }
  [[nodiscard]] std::byte* at(int lane) const {
    return reinterpret_cast<std::byte*>(base + offsets[lane]);
  }
};

// Part of a request that goes to one space, in shared memory to one block.
struct SpaceLanes {
  ptx::Space space = ptx::Space::Global;
  LaneMask lanes = 0;
};
// Four spaces, of which one may be that of a whole cluster's blocks.
using SpaceParts = std::array<SpaceLanes, 4 + engine::kMostInCluster>;
// Where the lanes of a request go. Generic addresses are made addresses in their spaces, and those
// in shared memory that name the issuing block itself are made plain ones. Returns how many parts
// there are.
std::size_t resolve_spaces(const Issue& issue, ptx::Space space, LaneMask lanes,
                           Addresses& addresses, SpaceParts& parts);

// Global memory is about to be read or written: whoever wants to know hears of it.
void note_touch(Issue& issue, const Request& request, const std::uint64_t* addresses,
                LaneMask lanes, bool consecutive);

// The usual case at once: 64- or 32-bit addresses of up to 32 lanes, all in shared memory or in the
// allocation that the instruction used before. Checked, counted and told. Not ok: it is another
// case; the addresses have been read, nothing else has happened.
template <Recording R>
[[nodiscard]] HostLanes open_at_once(Issue& issue, const code::AddressOperand& operand,
                                     const Request& request, Addresses& addresses);

// Checks bounds, alignment and rights; counts the request and tells the listener. `scratch` holds
// the offsets when they are not the addresses.
template <Recording R>
[[nodiscard]] HostLanes open_request(Issue& issue, ptx::Space space, LaneMask lanes,
                                     const Request& request, const Addresses& addresses,
                                     Addresses& scratch);

// Host memory for a builtin's byte access at a generic address in one lane; null when it is not
// valid. Not counted.
[[nodiscard]] std::byte* lane_bytes_at(Issue& issue, int lane, std::uint64_t address,
                                       std::uint64_t bytes);

}  // namespace lanescope::machine
