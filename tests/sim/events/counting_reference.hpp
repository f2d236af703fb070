#pragma once

#include <array>
#include <cstdint>

#include "sim/events/counting.hpp"

// The counting rules (docs/CONTRACT.md, "Words and counting rules") once more, sentence by sentence
// and without any thought for speed: what the fast rules are compared with.
namespace lanescope::events::reference {

using Addresses = std::array<std::uint64_t, kMaxWarpSize>;

[[nodiscard]] SectorCounters sectors(const Addresses& addresses, LaneMask lanes, int bytes);
[[nodiscard]] SectorCounters atomic_sectors(const Addresses& addresses, LaneMask lanes, int bytes);
[[nodiscard]] SectorCounters local(const Addresses& offsets, LaneMask lanes, int bytes);
[[nodiscard]] BankCounters shared(const Addresses& addresses, LaneMask lanes, int bytes,
                                  SharedAccess access);
[[nodiscard]] ConstantCounters constant(const Addresses& addresses, LaneMask lanes, int bytes);

}  // namespace lanescope::events::reference
