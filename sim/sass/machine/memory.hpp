#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/events/events.hpp"
#include "sim/sass/machine/machine.hpp"

namespace lanescope::sass::machine {

using Addresses = std::array<std::uint64_t, kMaxWarpSize>;

// What one request is about.
struct Request {
  events::Space space = events::Space::Global;
  events::Access access = events::Access::Load;
  std::uint32_t bytes = 4;  // of a lane
  std::uint32_t lanes = 0;
  Addresses addresses{};  // as events::MemoryAccess has them
  events::SharedAccess rule = events::SharedAccess::Load;
  LaneMask fetchers = 0;  // events::MemoryAccess::fetchers
};

// Addresses as the machine code has them, by lane.
void read_addresses(const Issue& issue, const AddressSource& source, Addresses& out);

// How an instruction names memory: Global may be generic, then lanes are sorted by window.
enum class Naming : std::uint8_t { Global, Generic, Shared, Local };

// Requests of the executed lanes, at most one for each space; addresses turned into those of the
// space.
[[nodiscard]] std::array<Request, 3> requests_of(const Issue& issue, Naming naming,
                                                 const Addresses& addresses, std::uint32_t bytes);

// True where all lanes of the request may do it; else the run has ended.
[[nodiscard]] bool check(Issue& issue, const Request& request);
// Counted, and told to listeners.
void tell(Issue& issue, const Request& request);

// Whose shared memory a place is in, as events::MemoryAccess has places; null: the block has ended.
[[nodiscard]] Block* block_of(Issue& issue, std::uint64_t place);
// The bytes of a lane of a checked request.
[[nodiscard]] std::byte* bytes_at(Issue& issue, const Request& request, std::uint32_t lane);
// The same at a generic address; null: nothing lies there.
[[nodiscard]] std::byte* generic_bytes(Issue& issue, std::uint32_t lane, std::uint64_t address,
                                       std::uint64_t bytes);
// Of a place in shared memory: in the issuing block's own.
[[nodiscard]] bool is_own_shared(std::uint64_t place);
void mark_written(Issue& issue, const Request& request);

}  // namespace lanescope::sass::machine
