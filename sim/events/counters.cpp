#include "sim/events/counters.hpp"

namespace lanescope::events {

#define LANESCOPE_ADD(member, ...) member += o.member;

SectorCounters& SectorCounters::operator+=(const SectorCounters& o) {
#define LANESCOPE_SECTOR_COUNTER LANESCOPE_ADD
#include "sim/events/counters.def"
  return *this;
}

BankCounters& BankCounters::operator+=(const BankCounters& o) {
#define LANESCOPE_BANK_COUNTER LANESCOPE_ADD
#include "sim/events/counters.def"
  return *this;
}

ConstantCounters& ConstantCounters::operator+=(const ConstantCounters& o) {
#define LANESCOPE_CONSTANT_COUNTER LANESCOPE_ADD
#include "sim/events/counters.def"
  return *this;
}

Counters& Counters::operator+=(const Counters& o) {
#define LANESCOPE_COUNTER LANESCOPE_ADD
#define LANESCOPE_SECTOR_GROUP LANESCOPE_ADD
#define LANESCOPE_CONSTANT_GROUP LANESCOPE_ADD
#define LANESCOPE_BANK_GROUP LANESCOPE_ADD
#include "sim/events/counters.def"
  return *this;
}

#undef LANESCOPE_ADD

double Counters::simt_efficiency(int warp_size) const {
  if (warp_instructions == 0) return 1.0;
  return static_cast<double>(thread_instructions) /
         (static_cast<double>(warp_instructions) * static_cast<double>(warp_size));
}

}  // namespace lanescope::events
