#include "sim/machine/textures/taps.hpp"

#include <algorithm>
#include <cmath>

namespace lanescope::machine {
namespace {

constexpr float kFurthest = 1073741824.0F;  // coordinates beyond are all the same

// One axis of a fetch: one or two texels and their weights.
struct AxisTap {
  bool inside = true;
  std::uint64_t index = 0;
};
struct Axis {
  std::array<AxisTap, 2> tap{};
  std::size_t count = 1;
  std::int64_t second = 0;  // the weight of the second one
};

bool repeats(AddressMode mode) { return mode == AddressMode::Wrap || mode == AddressMode::Mirror; }

// Wrapping and mirroring are for normalized coordinates; otherwise they clamp.
AddressMode mode_of(const TextureDescriptor& texture, std::size_t axis) {
  const AddressMode mode = texture.address[axis];
  return repeats(mode) && !texture.normalized_coordinates ? AddressMode::Clamp : mode;
}

AxisTap resolved(std::int64_t index, std::int64_t size, AddressMode mode) {
  const bool inside = index >= 0 && index < size;
  if (mode == AddressMode::Border && !inside) return {false, 0};
  if (mode == AddressMode::Wrap) index = (index % size + size) % size;
  if (mode == AddressMode::Mirror && !inside) index = index < 0 ? -1 - index : 2 * size - 1 - index;
  return {true, static_cast<std::uint64_t>(std::clamp<std::int64_t>(index, 0, size - 1))};
}

float within_reach(float at) {
  return std::isnan(at) ? 0.0F : std::clamp(at, -kFurthest, kFurthest);
}

// A normalized coordinate has 21 bits of fraction, what is below them is cut off, and the product
// with the size is exact: so did an H200 in all of 122,880 fetches
// (tests/sim/machine/texture_filter_test.cpp, texture_formats_test.cpp).
constexpr std::int64_t kFractionBits = 21, kOne = std::int64_t{1} << kFractionBits;
std::int64_t fixed(float at, AddressMode mode) {
  const auto whole = static_cast<std::int64_t>(
      std::floor(static_cast<double>(within_reach(at)) * static_cast<double>(kOne)));
  // Mirrored pictures repeat after two; otherwise what lies one away has no texel of its own.
  return repeats(mode) ? whole & (2 * kOne - 1) : std::clamp(whole, -kOne, 2 * kOne);
}

// The texel that a coordinate lies in.
std::int64_t nearest(float at, std::int64_t size, AddressMode mode, bool normalized) {
  if (!normalized) return static_cast<std::int64_t>(std::floor(within_reach(at)));
  return (fixed(at, mode) * size) >> kFractionBits;
}

// How far behind the middle of the first texel, in 1/256 of one, rounded.
std::int64_t steps_behind(float at, std::int64_t size, AddressMode mode, bool normalized) {
  if (normalized) return (fixed(at, mode) * size - kOne / 2 + kOne / 512) >> (kFractionBits - 8);
  const auto from = static_cast<double>(within_reach(at));
  return static_cast<std::int64_t>(std::floor((from - 0.5) * 256 + 0.5));
}

Axis axis_of(const TextureDescriptor& texture, const TextureCoordinates& where, std::size_t axis,
             std::uint64_t extent) {
  const auto size = static_cast<std::int64_t>(extent);
  const AddressMode mode = mode_of(texture, axis);
  const bool normalized = texture.normalized_coordinates;
  Axis result;
  if (where.whole || !texture.linear) {
    const std::int64_t index =
        where.whole ? where.texel[axis] : nearest(where.at[axis], size, mode, normalized);
    result.tap[0] = resolved(index, size, mode);
    return result;
  }
  const std::int64_t steps = steps_behind(where.at[axis], size, mode, normalized);
  result.count = 2;
  result.tap[0] = resolved(steps >> 8U, size, mode);
  result.tap[1] = resolved((steps >> 8U) + 1, size, mode);
  // Beyond the middles at the rim the coordinate itself is clamped: in a volume this is seen, by
  // how the weights of the other axes are rounded.
  const bool clamped = mode == AddressMode::Clamp && result.tap[0].index == result.tap[1].index;
  result.second = clamped ? 0 : steps & 255;
  return result;
}

std::uint64_t layer_of(const TextureDescriptor& texture, const TextureCoordinates& where) {
  return texture.layered ? std::min<std::uint64_t>(where.layer, texture.depth - 1) : 0;
}

// The rounded part `weight`/256 of `whole`.
std::int64_t part_of(std::int64_t whole, std::int64_t weight) {
  return (whole * weight + kAllWeights / 2) / kAllWeights;
}

// By the bits of a texel's place (1: the second one along x, 2: y, 4: z), from the weights of the
// second texels; all add up to 256. As an H200 rounds them: the slices share the whole, the columns
// of each share what it has, and the rows what a column has. Rounded are the second column, and of
// the rows the first of the first column and the second of the second; the others get the rest.
using Weights = std::array<std::int64_t, 8>;
Weights weights_of(std::int64_t x, std::int64_t y, std::int64_t z) {
  Weights weights{};
  for (std::size_t slice = 0; slice < 8; slice += 4) {
    const std::int64_t all = slice != 0 ? z : kAllWeights - z;
    const std::int64_t right = part_of(all, x), left = all - right;
    const std::int64_t upper_left = part_of(left, kAllWeights - y), lower_right = part_of(right, y);
    weights[slice] = upper_left;
    weights[slice + 1] = right - lower_right;
    weights[slice + 2] = left - upper_left;
    weights[slice + 3] = lower_right;
  }
  return weights;
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
        tap.left_out = tap.left_out || (i == 1 && one.second == 0);
        tap.offset += one.tap[i].index * strides[axis];
        taps.tap[taps.count++] = tap;
      }
    }
  }
  if (axes[0].count == 1) return taps;
  const Weights weights = weights_of(axes[0].second, axes[1].second, axes[2].second);
  for (std::size_t i = 0; i < taps.count; ++i) taps.tap[i].weight = weights[i];
  return taps;
}

Taps gathered(const TextureDescriptor& texture, const TextureCoordinates& where) {
  TextureDescriptor filtered = texture;
  filtered.linear = true;
  const Taps four = taps_of(filtered, where);  // (i, j), (i + 1, j), (i, j + 1), (i + 1, j + 1)
  return {{four.tap[2], four.tap[3], four.tap[1], four.tap[0]}, 4};
}

}  // namespace lanescope::machine
