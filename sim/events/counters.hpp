#pragma once

#include <array>
#include <cstdint>

namespace lanescope::events {

// The counters (docs/CONTRACT.md, "Words and counting rules"), whole launch or part of it; sums of
// them are those of the parts. Members, their order, units and meanings are counters.def's.
// NOLINTBEGIN(bugprone-macro-parentheses)
struct SectorCounters {  // of accesses to global, local and texture memory
#define LANESCOPE_SECTOR_COUNTER(field, ...) std::uint64_t field = 0;
#include "sim/events/counters.def"
  SectorCounters& operator+=(const SectorCounters& o);
  friend bool operator==(const SectorCounters&, const SectorCounters&) = default;
};
struct BankCounters {  // of accesses to shared memory
#define LANESCOPE_BANK_COUNTER(field, ...) std::uint64_t field = 0;
#include "sim/events/counters.def"
  BankCounters& operator+=(const BankCounters& o);
  friend bool operator==(const BankCounters&, const BankCounters&) = default;
};
struct ConstantCounters {  // of accesses to constant memory
#define LANESCOPE_CONSTANT_COUNTER(field, ...) std::uint64_t field = 0;
#include "sim/events/counters.def"
  ConstantCounters& operator+=(const ConstantCounters& o);
  friend bool operator==(const ConstantCounters&, const ConstantCounters&) = default;
};
struct Counters {
#define LANESCOPE_COUNTER(member, ...) std::uint64_t member = 0;
#define LANESCOPE_SECTOR_GROUP(member, ...) SectorCounters member;
#define LANESCOPE_CONSTANT_GROUP(member, ...) ConstantCounters member;
#define LANESCOPE_BANK_GROUP(member, ...) BankCounters member;
#include "sim/events/counters.def"

  Counters& operator+=(const Counters& o);
  friend bool operator==(const Counters&, const Counters&) = default;
  // thread instructions / (warp instructions * warp size); 1 when nothing ran.
  [[nodiscard]] double simt_efficiency(int warp_size) const;
};
// NOLINTEND(bugprone-macro-parentheses)

// The same in the order of counter_table(), to go through by std::bit_cast.
using CounterValues = std::array<std::uint64_t, sizeof(Counters) / sizeof(std::uint64_t)>;

}  // namespace lanescope::events
