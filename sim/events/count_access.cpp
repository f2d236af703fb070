#include "sim/events/count_access.hpp"

#include <algorithm>
#include <bit>

#include "sim/events/memory_units.hpp"

namespace lanescope::events {
namespace {

[[nodiscard]] bool gapless(LaneMask lanes) {
  const LaneMask run = lanes >> static_cast<unsigned>(std::countr_zero(lanes));
  return (run & (run + 1)) == 0;
}

// Lanes without gaps at consecutive places: one run of bytes, and no word twice.
[[nodiscard]] SectorCounters sectors_of_run(const MemoryAccess& access) {
  const auto lanes = static_cast<std::uint64_t>(std::popcount(access.lanes));
  const std::uint64_t bytes = access.bytes * lanes;
  const std::uint64_t begin = access.addresses[std::countr_zero(access.lanes)];
  const std::uint64_t touched = (begin + bytes - 1) / kSectorBytes - begin / kSectorBytes + 1;
  return {1, touched, std::min(touched, (bytes + kSectorBytes - 1) / kSectorBytes), bytes};
}

[[nodiscard]] bool is_run(const MemoryAccess& access) {
  const bool halves = access.access == Access::Atomic && access.bytes < kWordBytes;
  return access.fetchers == 0 && !halves && gapless(access.lanes);
}

}  // namespace

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
          consecutive && is_run(access) ? sectors_of_run(access) : sectors_of(access);
      return;
  }
}

}  // namespace lanescope::events
