#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/base/texture.hpp"

// Which texels a fetch reads, and how each weighs in what it gives.
namespace lanescope::machine {

struct TextureCoordinates {
  std::array<float, 3> at{};
  std::array<std::int32_t, 3> texel{};  // of a fetch by whole numbers
  bool whole = false;
  std::uint32_t layer = 0;
};

constexpr std::int64_t kAllWeights = 256;  // of a fetch's texels together

// One texel of a fetch. Outside of the texture it is the border. It is left out where it weighs
// nothing along one of the axes; otherwise an infinity is seen, be its weight rounded to 0.
struct Tap {
  bool inside = true;
  bool left_out = false;
  std::uint64_t offset = 0;  // in bytes, from the texture's data
  std::int64_t weight = kAllWeights;
};
struct Taps {
  std::array<Tap, 8> tap{};
  std::size_t count = 0;
};
[[nodiscard]] Taps taps_of(const TextureDescriptor& texture, const TextureCoordinates& where);
// The four that tld4 gathers, in the order of its results.
[[nodiscard]] Taps gathered(const TextureDescriptor& texture, const TextureCoordinates& where);

}  // namespace lanescope::machine
