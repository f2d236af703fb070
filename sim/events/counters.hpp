#pragma once

#include <cstdint>

namespace lanescope::events {

// The counters of design section 3 ("Words and counting rules"), whole launch or part of it.
struct SectorCounters {
  std::uint64_t requests = 0, sectors = 0, ideal_sectors = 0, bytes = 0;
  SectorCounters& operator+=(const SectorCounters& o);
  friend bool operator==(const SectorCounters&, const SectorCounters&) = default;
};
struct BankCounters {
  std::uint64_t requests = 0, wavefronts = 0, ideal_wavefronts = 0, bank_conflicts = 0;
  BankCounters& operator+=(const BankCounters& o);
  friend bool operator==(const BankCounters&, const BankCounters&) = default;
};
struct ConstantCounters {
  std::uint64_t requests = 0, distinct_words = 0;
  ConstantCounters& operator+=(const ConstantCounters& o);
  friend bool operator==(const ConstantCounters&, const ConstantCounters&) = default;
};
struct Counters {
  std::uint64_t warp_instructions = 0, thread_instructions = 0;
  std::uint64_t branches = 0, divergent_branches = 0, barriers = 0;
  SectorCounters global_load, global_store, global_atomic, local_load, local_store, texture_load;
  ConstantCounters constant_load;
  BankCounters shared_load, shared_store, shared_atomic;

  Counters& operator+=(const Counters& o);
  friend bool operator==(const Counters&, const Counters&) = default;
  // thread instructions / (warp instructions * warp size); 1 when nothing ran.
  [[nodiscard]] double simt_efficiency(int warp_size) const;
};

}  // namespace lanescope::events
