#pragma once

#include "sim/events/counters.hpp"
#include "sim/events/events.hpp"

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
// Adds the request to the counters of its space and kind. `placement` saves a look at the addresses
// and changes no number.
void count_access(const MemoryAccess& access, Counters& to, Placement placement = Placement::Any);

}  // namespace lanescope::events
