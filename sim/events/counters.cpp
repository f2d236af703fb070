#include "sim/events/counters.hpp"

namespace lanescope::events {

SectorCounters& SectorCounters::operator+=(const SectorCounters& o) {
  requests += o.requests;
  sectors += o.sectors;
  ideal_sectors += o.ideal_sectors;
  bytes += o.bytes;
  return *this;
}

BankCounters& BankCounters::operator+=(const BankCounters& o) {
  requests += o.requests;
  wavefronts += o.wavefronts;
  ideal_wavefronts += o.ideal_wavefronts;
  bank_conflicts += o.bank_conflicts;
  return *this;
}

ConstantCounters& ConstantCounters::operator+=(const ConstantCounters& o) {
  requests += o.requests;
  distinct_words += o.distinct_words;
  return *this;
}

Counters& Counters::operator+=(const Counters& o) {
  warp_instructions += o.warp_instructions;
  thread_instructions += o.thread_instructions;
  branches += o.branches;
  divergent_branches += o.divergent_branches;
  barriers += o.barriers;
  global_load += o.global_load;
  global_store += o.global_store;
  global_atomic += o.global_atomic;
  local_load += o.local_load;
  local_store += o.local_store;
  texture_load += o.texture_load;
  constant_load += o.constant_load;
  shared_load += o.shared_load;
  shared_store += o.shared_store;
  shared_atomic += o.shared_atomic;
  return *this;
}

double Counters::simt_efficiency(int warp_size) const {
  if (warp_instructions == 0) return 1.0;
  return static_cast<double>(thread_instructions) /
         (static_cast<double>(warp_instructions) * static_cast<double>(warp_size));
}

}  // namespace lanescope::events
