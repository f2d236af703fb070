#include "sim/events/count_access.hpp"

#include <algorithm>
#include <bit>

#include "sim/events/memory_units.hpp"

namespace lanescope::events {
namespace {

// Lanes without gaps at consecutive places: one run of bytes, and no word twice.
[[nodiscard]] bool is_run(const MemoryAccess& access) {
  const bool halves = access.access == Access::Atomic && access.bytes < kWordBytes;
  return access.fetchers == 0 && !halves && gapless(access.lanes);
}

[[nodiscard]] SectorCounters sectors_of_lanes(const MemoryAccess& access) {
  const auto lanes = static_cast<std::uint64_t>(std::popcount(access.lanes));
  return sectors_of_run(access.addresses[std::countr_zero(access.lanes)], access.bytes * lanes);
}

}  // namespace

SectorCounters sectors_of_run(std::uint64_t begin, std::uint64_t bytes) {
  const std::uint64_t touched = (begin + bytes - 1) / kSectorBytes - begin / kSectorBytes + 1;
  return {1, touched, std::min(touched, (bytes + kSectorBytes - 1) / kSectorBytes), bytes};
}

SectorCounters sectors_of(const HalfRows& rows) {
  std::uint64_t begin[2], end[2], touched = 0;
  for (int half = 0; half < 2; ++half) {
    begin[half] = rows.start[half] / kSectorBytes;
    end[half] = rows.last(half) / kSectorBytes + 1;
    touched += end[half] - begin[half];
  }
  const std::uint64_t both = std::max(begin[0], begin[1]), behind = std::min(end[0], end[1]);
  if (behind > both) touched -= behind - both;
  constexpr std::uint64_t kBytes = 32 * kWordBytes;
  return {1, touched, std::min(touched, kBytes / kSectorBytes), kBytes};
}

std::uint64_t passes_of(const HalfRows& rows) {
  // The words of a half lie in different banks. Two of different halves meet in a bank where they
  // are a multiple of 32 words apart; at 0 they are one.
  const auto word = [](std::uint64_t address) {
    return static_cast<std::int64_t>(address / kWordBytes);
  };
  const std::int64_t least = word(rows.start[0]) - word(rows.last(1));
  const std::int64_t most = word(rows.last(0)) - word(rows.start[1]);
  const std::int64_t apart = most & ~static_cast<std::int64_t>(kBanks - 1);
  return apart >= least && apart != 0 ? 2 : 1;
}

BankCounters banks_of(const HalfRows& rows) {
  const std::uint64_t passes = passes_of(rows);
  return {1, passes, 1, passes - 1};
}

SharedAccess shared_rule_of(const MemoryAccess& access) {
  if (access.access == Access::Load) return SharedAccess::Load;
  if (access.access == Access::Store) return SharedAccess::Store;
  return access.rule == SharedAccess::Load ? SharedAccess::Atomic : access.rule;
}

SectorCounters sectors_of(const MemoryAccess& access) {
  if (access.space == Space::Local)
    return count_local(access.addresses, access.lanes, access.bytes);
  if (access.access == Access::Atomic)
    return count_atomic_sectors(access.addresses, access.lanes, access.bytes);
  return count_sectors(access.addresses, access.lanes, access.bytes, access.fetchers);
}

BankCounters banks_of(const MemoryAccess& access) {
  return count_shared(access.addresses, access.lanes, access.bytes, shared_rule_of(access));
}

void count_access(const MemoryAccess& access, Counters& to, Placement placement) {
  const bool load = access.access == Access::Load, store = access.access == Access::Store;
  const bool consecutive = placement == Placement::Consecutive;
  switch (access.space) {
    case Space::Shared: {
      BankCounters& banks = load ? to.shared_load : store ? to.shared_store : to.shared_atomic;
      // A word in each bank, none twice: one pass.
      const bool one_pass = consecutive && access.bytes == kWordBytes && (load || store) &&
                            std::bit_width(access.lanes) <= static_cast<int>(kBanks);
      banks += one_pass ? BankCounters{1, 1, 1, 0} : banks_of(access);
      return;
    }
    case Space::Constant:
      to.constant_load += count_constant(access.addresses, access.lanes, access.bytes);
      return;
    case Space::Local:
      if (load) to.local_load += sectors_of(access);
      if (store) to.local_store += sectors_of(access);
      return;
    case Space::Texture:
      to.texture_load += sectors_of(access);
      return;
    case Space::Global:
      (load    ? to.global_load
       : store ? to.global_store
               : to.global_atomic) +=
          consecutive && is_run(access) ? sectors_of_lanes(access) : sectors_of(access);
      return;
  }
}

}  // namespace lanescope::events
