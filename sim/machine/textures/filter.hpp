#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/base/texture.hpp"
#include "sim/machine/textures/taps.hpp"

// What a filter makes of one channel of its texels: as an H200 does, bit for bit, in all of 245,760
// fetches (tests/sim/machine/texture_filter_test.cpp, texture_formats_test.cpp).
namespace lanescope::machine {

// One channel of a tap: a float, or the fraction that a whole number stands for.
struct Weighed {
  double value = 0;
  std::int64_t weight = 0;  // of kAllWeights
};
struct WeighedTaps {
  std::array<Weighed, 8> tap{};
  std::size_t count = 0;
};
[[nodiscard]] float filtered(const TexelFormat& format, const WeighedTaps& taps);

}  // namespace lanescope::machine
