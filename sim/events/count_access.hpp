#pragma once

#include <bit>

#include "sim/events/counters.hpp"
#include "sim/events/events.hpp"
#include "sim/events/half_rows.hpp"

// The one way from a request to its counters: for the machine, the recorder and whoever reads a
// trace. Requests have at least one lane.
namespace lanescope::events {

// The rule that counts a request in Shared: MemoryAccess::rule is an atomic's only.
[[nodiscard]] SharedAccess shared_rule_of(const MemoryAccess& access);

[[nodiscard]] SectorCounters sectors_of(const MemoryAccess& access);  // Global, Texture, Local
[[nodiscard]] BankCounters banks_of(const MemoryAccess& access);      // Shared

enum class Placement : std::uint8_t {
  Any,
  Consecutive,  // known: active lane l's bytes lie l widths behind a common start
};
// Lanes that follow on each other.
[[nodiscard]] inline bool gapless(LaneMask lanes) {
  const LaneMask run = lanes >> static_cast<unsigned>(std::countr_zero(lanes));
  return (run & (run + 1)) == 0;
}
// The sectors of a request of gapless lanes whose `bytes` in all begin at an address.
[[nodiscard]] SectorCounters sectors_of_run(std::uint64_t begin, std::uint64_t bytes);

// The same of half rows: loads or stores.
[[nodiscard]] SectorCounters sectors_of(const HalfRows& rows);
[[nodiscard]] BankCounters banks_of(const HalfRows& rows);
[[nodiscard]] std::uint64_t passes_of(const HalfRows& rows);  // wavefronts of the same

// Adds the request to the counters of its space and kind. `placement` saves a look at the addresses
// and changes no number.
void count_access(const MemoryAccess& access, Counters& to, Placement placement = Placement::Any);

}  // namespace lanescope::events
