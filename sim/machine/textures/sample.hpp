#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/base/texture.hpp"

// What a texture fetch reads and makes of it (CUDA C++ Programming Guide, "Texture Fetching").
namespace lanescope::machine {

struct TextureCoordinates {
  std::array<float, 3> at{};
  std::array<std::int32_t, 3> texel{};  // of a fetch by whole numbers
  bool whole = false;
  std::uint32_t layer = 0;
};

// One texel of a fetch. Outside of the texture it is the border.
struct Tap {
  bool inside = true;
  std::uint64_t offset = 0;  // in bytes, from the texture's data
  double weight = 1;         // of all taps together 1
};
struct Taps {
  std::array<Tap, 8> tap{};
  std::size_t count = 0;
};
[[nodiscard]] Taps taps_of(const TextureDescriptor& texture, const TextureCoordinates& where);
// The four that tld4 gathers, in the order of its results.
[[nodiscard]] Taps gathered(const TextureDescriptor& texture, const TextureCoordinates& where);

// A texel's channels as a register holds them: floats by their bits, integers extended.
using Texel = std::array<std::uint32_t, 4>;
[[nodiscard]] Texel read_texel(const TextureDescriptor& texture, const std::byte* at);
[[nodiscard]] Texel border_texel(const TextureDescriptor& texture);

// What a fetch makes of its taps; `data` are the texture's bytes.
[[nodiscard]] Texel blend(const TextureDescriptor& texture, const std::byte* data,
                          const Taps& taps);
// One channel of each tap.
[[nodiscard]] Texel gather(const TextureDescriptor& texture, const std::byte* data,
                           const Taps& taps, std::size_t channel);

}  // namespace lanescope::machine
