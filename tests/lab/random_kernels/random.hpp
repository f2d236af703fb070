#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/base/hash.hpp"

namespace lanescope::test::random_kernels {

// The same numbers on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix(seed)) {}
  std::uint64_t next() { return mix(state_++); }
  std::uint32_t below(std::uint32_t limit) {
    return static_cast<std::uint32_t>((next() >> 32U) * limit >> 32U);
  }
  bool chance(std::uint32_t percent) { return below(100) < percent; }
  template <typename Range>
  const auto& pick(const Range& range) {
    return *(std::begin(range) + below(static_cast<std::uint32_t>(std::size(range))));
  }

 private:
  std::uint64_t state_;
};

}  // namespace lanescope::test::random_kernels
