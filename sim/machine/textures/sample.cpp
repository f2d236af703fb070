#include "sim/machine/textures/sample.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "sim/base/half.hpp"

namespace lanescope::machine {
namespace {

float channel_value(const TexelFormat& format, std::uint32_t bits) {
  if (format.kind == TexelFormat::Kind::Float) {
    return format.bits == 16 ? half_to_float(static_cast<std::uint16_t>(bits))
                             : std::bit_cast<float>(bits);
  }
  if (format.kind == TexelFormat::Kind::Unsigned)
    return static_cast<float>(bits) / static_cast<float>((1U << format.bits) - 1);
  const auto value = static_cast<std::int32_t>(bits << (32U - format.bits)) >> (32U - format.bits);
  return std::max(-1.0F,
                  static_cast<float>(value) / static_cast<float>((1U << (format.bits - 1U)) - 1));
}

std::uint32_t channel_bits(const TextureDescriptor& texture, std::uint32_t bits) {
  const TexelFormat& format = texture.format;
  if (reads_floats(texture)) return std::bit_cast<std::uint32_t>(channel_value(format, bits));
  if (format.kind == TexelFormat::Kind::Unsigned || format.bits == 32) return bits;
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(bits << (32U - format.bits)) >>
                                    (32U - format.bits));
}

}  // namespace

Texel read_texel(const TextureDescriptor& texture, const std::byte* at) {
  Texel texel{0, 0, 0, reads_floats(texture) ? std::bit_cast<std::uint32_t>(1.0F) : 1U};
  const std::size_t bytes = texture.format.bits / 8U;
  for (std::size_t c = 0; c < texture.format.channels; ++c) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, at + c * bytes, bytes);
    texel[c] = channel_bits(texture, bits);
  }
  return texel;
}

Texel border_texel(const TextureDescriptor& texture) {
  Texel texel{};
  if (!reads_floats(texture)) return texel;
  for (std::size_t c = 0; c < texel.size(); ++c)
    texel[c] = std::bit_cast<std::uint32_t>(texture.border[c]);
  return texel;
}

namespace {

// The nearest float, and of two the one further from zero: an H200 sums up exactly and rounds once.
float rounded(double sum) {
  constexpr std::uint64_t below = (std::uint64_t{1} << 29U) - 1;  // what a float has no bits for
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(sum) + (below + 1) / 2;
  return static_cast<float>(std::bit_cast<double>(bits & ~below));
}

// An H200 filters fractions without a sign in 16 bits, those of bytes, too: it gives whole 65535ths
// (tests/sim/machine/texture_filter_test.cpp).
constexpr double kSixteenBits = 65535;
bool filters_sixteen_bits(const TextureDescriptor& texture) {
  return texture.format.kind == TexelFormat::Kind::Unsigned && texture.normalized_values;
}

Texel texel_of(const TextureDescriptor& texture, const std::byte* data, const Tap& tap) {
  return tap.inside ? read_texel(texture, data + tap.offset) : border_texel(texture);
}

}  // namespace

Texel blend(const TextureDescriptor& texture, const std::byte* data, const Taps& taps) {
  if (taps.count == 1) return texel_of(texture, data, taps.tap[0]);
  const bool sixteen = filters_sixteen_bits(texture);
  std::array<double, 4> sums{};
  for (std::size_t i = 0; i < taps.count; ++i) {
    if (taps.tap[i].weight == 0) continue;  // an infinity there would be seen
    const Texel one = texel_of(texture, data, taps.tap[i]);
    for (std::size_t c = 0; c < sums.size(); ++c) {
      const auto value = static_cast<double>(std::bit_cast<float>(one[c]));
      sums[c] += static_cast<double>(taps.tap[i].weight) *
                 (sixteen ? std::round(value * kSixteenBits) : value);
    }
  }
  Texel result{};
  for (std::size_t c = 0; c < sums.size(); ++c) {
    const double mean = sums[c] / static_cast<double>(kAllWeights);
    result[c] = std::bit_cast<std::uint32_t>(
        sixteen ? static_cast<float>(std::floor(mean + 0.5) / kSixteenBits) : rounded(mean));
  }
  return result;
}

Texel gather(const TextureDescriptor& texture, const std::byte* data, const Taps& taps,
             std::size_t channel) {
  Texel result{};
  for (std::size_t i = 0; i < taps.count; ++i)
    result[i] = texel_of(texture, data, taps.tap[i])[channel];
  return result;
}

}  // namespace lanescope::machine
