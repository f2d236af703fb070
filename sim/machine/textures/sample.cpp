#include "sim/machine/textures/sample.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "sim/base/half.hpp"
#include "sim/machine/textures/filter.hpp"

namespace lanescope::machine {
namespace {

std::int32_t extended(const TexelFormat& format, std::uint32_t bits) {
  return static_cast<std::int32_t>(bits << (32U - format.bits)) >> (32U - format.bits);
}

// The whole number that is read as 1.
float most(const TexelFormat& format) {
  const bool sign = format.kind == TexelFormat::Kind::Signed;
  return static_cast<float>((1U << (format.bits - (sign ? 1U : 0U))) - 1);
}

// A filter is given what is below -1, as -128 of a byte is.
float channel_value(const TexelFormat& format, std::uint32_t bits) {
  if (format.kind == TexelFormat::Kind::Float) {
    return format.bits == 16 ? half_to_float(static_cast<std::uint16_t>(bits))
                             : std::bit_cast<float>(bits);
  }
  if (format.kind == TexelFormat::Kind::Unsigned) return static_cast<float>(bits) / most(format);
  return static_cast<float>(extended(format, bits)) / most(format);
}

std::uint32_t channel_bits(const TextureDescriptor& texture, std::uint32_t bits) {
  const TexelFormat& format = texture.format;
  if (reads_floats(texture)) {
    const float value = channel_value(format, bits);
    const bool sign = format.kind == TexelFormat::Kind::Signed;
    return std::bit_cast<std::uint32_t>(sign ? std::max(-1.0F, value) : value);
  }
  if (format.kind == TexelFormat::Kind::Unsigned || format.bits == 32) return bits;
  return static_cast<std::uint32_t>(extended(format, bits));
}

// An H200's border of fractions is one of those that the format has, cut off towards zero.
float border_value(const TexelFormat& format, float value) {
  if (format.kind == TexelFormat::Kind::Float) return value;
  const float least = format.kind == TexelFormat::Kind::Signed ? -1.0F : 0.0F;
  const float within = std::isnan(value) ? 0.0F : std::clamp(value, least, 1.0F);
  return std::trunc(within * most(format)) / most(format);
}

std::uint32_t stored_bits(const TexelFormat& format, const std::byte* at, std::size_t channel) {
  const std::size_t bytes = format.bits / 8U;
  std::uint32_t bits = 0;
  std::memcpy(&bits, at + channel * bytes, bytes);
  return bits;
}

}  // namespace

Texel read_texel(const TextureDescriptor& texture, const std::byte* at) {
  Texel texel{0, 0, 0, reads_floats(texture) ? std::bit_cast<std::uint32_t>(1.0F) : 1U};
  for (std::size_t c = 0; c < texture.format.channels; ++c)
    texel[c] = channel_bits(texture, stored_bits(texture.format, at, c));
  return texel;
}

Texel border_texel(const TextureDescriptor& texture) {
  Texel texel{};
  if (!reads_floats(texture)) return texel;
  for (std::size_t c = 0; c < texel.size(); ++c)
    texel[c] = std::bit_cast<std::uint32_t>(border_value(texture.format, texture.border[c]));
  return texel;
}

namespace {

Texel texel_of(const TextureDescriptor& texture, const std::byte* data, const Tap& tap) {
  return tap.inside ? read_texel(texture, data + tap.offset) : border_texel(texture);
}

// Channels that a format lacks are those of the first tap, unless others are of the border.
bool all_inside(const Taps& taps) {
  return std::all_of(taps.tap.begin(), taps.tap.begin() + static_cast<std::ptrdiff_t>(taps.count),
                     [](const Tap& tap) { return tap.inside; });
}

double value_of(const TextureDescriptor& texture, const std::byte* data, const Tap& tap,
                std::size_t channel) {
  const TexelFormat& format = texture.format;
  if (!tap.inside) return static_cast<double>(border_value(format, texture.border[channel]));
  if (channel >= format.channels) return channel == 3 ? 1 : 0;
  return static_cast<double>(
      channel_value(format, stored_bits(format, data + tap.offset, channel)));
}

float filtered_channel(const TextureDescriptor& texture, const std::byte* data, const Taps& taps,
                       std::size_t channel) {
  WeighedTaps weighed;
  for (std::size_t i = 0; i < taps.count; ++i) {
    const Tap& tap = taps.tap[i];
    if (!tap.left_out)
      weighed.tap[weighed.count++] = {value_of(texture, data, tap, channel), tap.weight};
  }
  return filtered(texture.format, weighed);
}

}  // namespace

Texel blend(const TextureDescriptor& texture, const std::byte* data, const Taps& taps) {
  Texel texel = texel_of(texture, data, taps.tap[0]);
  if (taps.count == 1) return texel;
  const std::size_t channels = all_inside(taps) ? texture.format.channels : texel.size();
  for (std::size_t c = 0; c < channels; ++c)
    texel[c] = std::bit_cast<std::uint32_t>(filtered_channel(texture, data, taps, c));
  return texel;
}

Texel gather(const TextureDescriptor& texture, const std::byte* data, const Taps& taps,
             std::size_t channel) {
  Texel result{};
  for (std::size_t i = 0; i < taps.count; ++i)
    result[i] = texel_of(texture, data, taps.tap[i])[channel];
  return result;
}

}  // namespace lanescope::machine
