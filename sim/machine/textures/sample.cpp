#include "sim/machine/textures/sample.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>

#include "sim/base/half.hpp"

namespace lanescope::machine {
namespace {

constexpr std::int64_t kOne = 256;          // weights have 8 bits of fraction
constexpr float kFurthest = 1073741824.0F;  // coordinates beyond are all the same

// One axis of a fetch: one or two texels and their weights in 1/256.
struct AxisTap {
  bool inside = true;
  std::uint64_t index = 0;
  std::int64_t weight = kOne;
};
struct Axis {
  std::array<AxisTap, 2> tap{};
  std::size_t count = 1;
};

// Wrapping and mirroring are for normalized coordinates; otherwise they clamp.
AddressMode mode_of(const TextureDescriptor& texture, std::size_t axis) {
  const AddressMode mode = texture.address[axis];
  const bool repeats = mode == AddressMode::Wrap || mode == AddressMode::Mirror;
  return repeats && !texture.normalized_coordinates ? AddressMode::Clamp : mode;
}

AxisTap resolved(std::int64_t index, std::int64_t size, AddressMode mode, std::int64_t weight) {
  const bool inside = index >= 0 && index < size;
  if (mode == AddressMode::Border && !inside) return {false, 0, weight};
  if (mode == AddressMode::Wrap) index = (index % size + size) % size;
  if (mode == AddressMode::Mirror && !inside) index = index < 0 ? -1 - index : 2 * size - 1 - index;
  return {true, static_cast<std::uint64_t>(std::clamp<std::int64_t>(index, 0, size - 1)), weight};
}

// In texels from the texture's edge.
float scaled(float at, std::int64_t size, AddressMode mode, bool normalized) {
  if (std::isnan(at)) at = 0;
  if (!normalized) return std::clamp(at, -kFurthest, kFurthest);
  if (mode == AddressMode::Wrap || mode == AddressMode::Mirror) {
    const float whole = std::floor(at), part = at - whole;
    const bool odd = std::fmod(whole, 2.0F) != 0;
    at = mode == AddressMode::Mirror && odd ? 1 - part : part;
  }
  return std::clamp(at * static_cast<float>(size), -kFurthest, kFurthest);
}

Axis axis_of(const TextureDescriptor& texture, const TextureCoordinates& where, std::size_t axis,
             std::uint64_t extent) {
  const auto size = static_cast<std::int64_t>(extent);
  const AddressMode mode = mode_of(texture, axis);
  Axis result;
  if (where.whole) {
    result.tap[0] = resolved(where.texel[axis], size, mode, kOne);
    return result;
  }
  const float at = scaled(where.at[axis], size, mode, texture.normalized_coordinates);
  if (!texture.linear) {
    result.tap[0] = resolved(static_cast<std::int64_t>(std::floor(at)), size, mode, kOne);
    return result;
  }
  const auto fixed = static_cast<std::int64_t>(
      std::floor((static_cast<double>(at) - 0.5) * static_cast<double>(kOne) + 0.5));
  const std::int64_t first = fixed >> 8U, weight = fixed & (kOne - 1);
  result.count = 2;
  result.tap[0] = resolved(first, size, mode, kOne - weight);
  result.tap[1] = resolved(first + 1, size, mode, weight);
  return result;
}

std::uint64_t layer_of(const TextureDescriptor& texture, const TextureCoordinates& where) {
  return texture.layered ? std::min<std::uint64_t>(where.layer, texture.depth - 1) : 0;
}

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

// The rounded part `weight`/256 of `whole`.
std::int64_t part_of(std::int64_t whole, std::int64_t weight) {
  return (whole * weight + kOne / 2) / kOne;
}

// In 1/256, by the bits of a texel's place (1: the second one along x, 2: y, 4: z), from the
// weights of the second texels; all add up to 256. As an H200 rounds them: along two axes the
// product of both, and the rest by subtraction; along three each of x and z is parted by y
// (sim/DEVIATIONS.md, "Textures and surfaces").
using Weights = std::array<std::int64_t, 8>;
Weights weights_of_two(std::int64_t a, std::int64_t b) {
  const std::int64_t both = part_of(a, b);
  return {kOne - a - b + both, a - both, b - both, both};
}
Weights weights_of_three(std::int64_t x, std::int64_t y, std::int64_t z) {
  const Weights flat = weights_of_two(x, z);
  Weights weights{};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t at = (i & 1U) | (i & 2U) << 1U;
    const bool second = (i & 1U) != 0;
    const std::int64_t behind = second ? part_of(flat[i], y) : flat[i] - part_of(flat[i], kOne - y);
    weights[at] = flat[i] - behind;
    weights[at | 2U] = behind;
  }
  return weights;
}

// Of axes that are all filtered.
Weights weights_of(std::span<const Axis> axes) {
  const auto second = [&](std::size_t axis) { return axes[axis].tap[1].weight; };
  if (axes.size() == 1) return {kOne - second(0), second(0)};
  if (axes.size() == 2) return weights_of_two(second(0), second(1));
  return weights_of_three(second(0), second(1), second(2));
}

}  // namespace

Taps taps_of(const TextureDescriptor& texture, const TextureCoordinates& where) {
  const std::array<std::uint64_t, 3> extents{texture.width, texture.height, texture.depth};
  const std::array<std::uint64_t, 3> strides{texture.format.bytes(), row_stride(texture),
                                             slice_stride(texture)};
  Taps taps;
  taps.count = 1;
  taps.tap[0].offset = layer_of(texture, where) * slice_stride(texture);
  std::array<Axis, 3> axes;
  for (std::size_t axis = 0; axis < texture.dimensions; ++axis) {
    const Axis& one = axes[axis] = axis_of(texture, where, axis, extents[axis]);
    const Taps before = taps;
    taps.count = 0;
    for (std::size_t i = 0; i < one.count; ++i) {
      for (std::size_t t = 0; t < before.count; ++t) {
        Tap tap = before.tap[t];
        tap.inside = tap.inside && one.tap[i].inside;
        tap.offset += one.tap[i].index * strides[axis];
        taps.tap[taps.count++] = tap;
      }
    }
  }
  if (axes[0].count == 1) return taps;
  const Weights weights = weights_of(std::span(axes).first(texture.dimensions));
  for (std::size_t i = 0; i < taps.count; ++i)
    taps.tap[i].weight = static_cast<double>(weights[i]) / static_cast<double>(kOne);
  return taps;
}

Taps gathered(const TextureDescriptor& texture, const TextureCoordinates& where) {
  TextureDescriptor filtered = texture;
  filtered.linear = true;
  const Taps four = taps_of(filtered, where);  // (i, j), (i + 1, j), (i, j + 1), (i + 1, j + 1)
  return {{four.tap[2], four.tap[3], four.tap[1], four.tap[0]}, 4};
}

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

Texel texel_of(const TextureDescriptor& texture, const std::byte* data, const Tap& tap) {
  return tap.inside ? read_texel(texture, data + tap.offset) : border_texel(texture);
}

}  // namespace

Texel blend(const TextureDescriptor& texture, const std::byte* data, const Taps& taps) {
  if (taps.count == 1) return texel_of(texture, data, taps.tap[0]);
  std::array<double, 4> sums{};
  for (std::size_t i = 0; i < taps.count; ++i) {
    if (taps.tap[i].weight == 0) continue;  // an infinity there would be seen
    const Texel one = texel_of(texture, data, taps.tap[i]);
    for (std::size_t c = 0; c < sums.size(); ++c)
      sums[c] += taps.tap[i].weight * static_cast<double>(std::bit_cast<float>(one[c]));
  }
  Texel result{};
  for (std::size_t c = 0; c < sums.size(); ++c)
    result[c] = std::bit_cast<std::uint32_t>(static_cast<float>(sums[c]));
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
