// Filtered texels of every kind, borders, and the nearest texel, against an NVIDIA H200, bit for
// bit. A program there fetched from textures of random texels at 8,192 places of each; these are
// some of its results that simpler rules miss: beside them stands what is seen in them.
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include <gtest/gtest.h>

#include "sim/machine/textures/sample.hpp"

namespace lanescope::machine::test {
namespace {

// The four texels that were read, and the place behind the middle of the first, in 1/256 of one.
struct Filtered {
  std::array<std::uint32_t, 4> texels;
  int x, y;
  std::uint32_t value;
};

constexpr auto kFilteredFloats = std::to_array<Filtered>({
    {{0x499e86c0, 0xc31ae394, 0xc1c2ab30, 0x3cfcbf40}, 252, 193, 0x459d5886U},  // cut off
    {{0x489dc8e0, 0xc1e15b74, 0xbcbfd000, 0x39893f10}, 232, 198, 0x45c50c6eU},  // cut off
    {{0x48c35e5c, 0x4d4d4d02, 0x35fa31d4, 0x2fa3f60c}, 10, 108, 0x4aa0bfa6U},   // cut off
    {{0xc46be774, 0x3c908610, 0x35acc5f4, 0x3e360956}, 167, 41, 0xc38a35fcU},   // cut off
});
constexpr auto kFilteredHalves = std::to_array<Filtered>({
    {{0x3478, 0x2ed1, 0x3606, 0xb200}, 55, 184, 0x3e808000U},
    {{0x8ebe, 0xb40a, 0x296e, 0x32e4}, 113, 123, 0xbabcc000U},  // cut off
    {{0x355c, 0x34c8, 0xb45f, 0x1d67}, 178, 129, 0x3de96000U},  // cut off
    {{0xe84e, 0xaa74, 0x8495, 0x8002}, 209, 77, 0xc38e0000U},   // cut off
    {{0xb705, 0x2ee0, 0x3224, 0xb161}, 52, 185, 0xbbd76000U},   // a tie
    {{0x809f, 0x0, 0xc2c6, 0x8000}, 27, 54, 0xbf22a000U},       // a tie
    {{0x8000, 0x8d16, 0xfc00, 0x7c00}, 134, 180, 0x7fffe000U},  // infinities of both signs
    {{0xfc00, 0x0, 0x119, 0xbae5}, 232, 255, 0xff800000U},      // its weight is rounded to 0
    {{0x0, 0x0, 0x7c00, 0x8949}, 217, 0, 0},                    // it weighs nothing along an axis
    {{0x8000, 0x8000, 0x80d7, 0x4}, 251, 49, 0x80000000U},      // zero, from below
    {{0x8000, 0x8000, 0x8000, 0x8000}, 0, 144, 0x80000000U},    // all are below zero
});
constexpr auto kSignedBytes = std::to_array<Filtered>({
    {{0x35, 0x93, 0xf, 0xf1}, 190, 116, 0xbea1b543U},
    {{0xb2, 0xbe, 0xf4, 0xee}, 61, 73, 0xbee7e1d0U},    // upper bits repeated
    {{0xaf, 0x61, 0x26, 0x80}, 225, 233, 0xbf38df72U},  // -128
    {{0xc8, 0xb3, 0xed, 0x73}, 148, 32, 0xbed1b1a3U},   // upper bits repeated
    {{0xc5, 0xeb, 0xc5, 0x3e}, 88, 168, 0xbe5ac9b6U},   // upper bits repeated
});
constexpr auto kSignedShorts = std::to_array<Filtered>({
    {{0x3d47, 0x4db, 0xeb60, 0x822}, 246, 212, 0x3d63a1c7U},
    {{0x4476, 0xd9f2, 0x7c36, 0xcbd4}, 108, 56, 0x3e6961d3U},  // half a 32767th
    {{0x80ba, 0xd5f3, 0xcccd, 0xbdd4}, 226, 38, 0xbed835b0U},  // half a 32767th, below zero
});
constexpr auto kOverABorder = std::to_array<Filtered>({
    {{0x17, 0x0, 0x1e, 0x0}, -228, 160, 0x3e8df28eU},
    {{0xe7, 0x0, 0xe7, 0x0}, -221, 143, 0x3ec324c3U},
    {{0, 0, 0, 0}, -512, 0, 0x3e989899U},  // all of it
});
constexpr auto kOverABorderBelowZero = std::to_array<Filtered>({
    {{0x2, 0x0, 0x79, 0x0}, -88, 46, 0x3d7510f5U},
    {{0xf8, 0x0, 0x2, 0x0}, -120, 237, 0x3d2b70abU},
});

struct OfAFormat {
  TexelFormat format;
  std::span<const Filtered> fetched;
  float border = 0;
};
constexpr auto kOfFormats = std::to_array<OfAFormat>({
    {{TexelFormat::Kind::Float, 32, 1}, kFilteredFloats},
    {{TexelFormat::Kind::Float, 16, 1}, kFilteredHalves},
    {{TexelFormat::Kind::Signed, 8, 1}, kSignedBytes},
    {{TexelFormat::Kind::Signed, 16, 1}, kSignedShorts},
    {{TexelFormat::Kind::Unsigned, 8, 1}, kOverABorder, 0.3F},
    {{TexelFormat::Kind::Unsigned, 8, 1}, kOverABorderBelowZero, -1.7F},
});

TextureDescriptor two_by_two(const OfAFormat& seen) {
  TextureDescriptor texture;
  texture.width = texture.height = 2;
  texture.format = seen.format;
  texture.normalized_values = seen.format.kind != TexelFormat::Kind::Float;
  const AddressMode mode = seen.border != 0 ? AddressMode::Border : AddressMode::Clamp;
  texture.address = {mode, mode, mode};
  texture.linear = true;
  texture.border = {seen.border, 0, 0, 0};
  return texture;
}

std::array<std::byte, 16> data_of(const Filtered& one, std::size_t bytes) {
  std::array<std::byte, 16> data{};
  for (std::size_t i = 0; i < one.texels.size(); ++i)
    std::memcpy(data.data() + i * bytes, &one.texels[i], bytes);
  return data;
}

TEST(TextureFormats, FilterAsOnAnH200) {
  for (const OfAFormat& seen : kOfFormats) {
    const TextureDescriptor texture = two_by_two(seen);
    for (const Filtered& one : seen.fetched) {
      const std::array<std::byte, 16> data = data_of(one, seen.format.bytes());
      TextureCoordinates where;
      where.at = {0.5F + static_cast<float>(one.x) / 256, 0.5F + static_cast<float>(one.y) / 256};
      EXPECT_EQ(blend(texture, data.data(), taps_of(texture, where))[0], one.value)
          << "kind " << static_cast<int>(seen.format.kind) << ", " << int{seen.format.bits}
          << " bits, at " << one.x << " " << one.y;
    }
  }
}

// Of 50 times 23 texels, at normalized coordinates: the product of floats names other ones.
struct Nearest {
  AddressMode mode;
  std::array<float, 3> at;
  std::uint64_t x, y;
};
constexpr auto kNearest = std::to_array<Nearest>({
    {AddressMode::Clamp, {0x1.a6p-1F, 0x1.a6f4dep-1F}, 41, 18},
    {AddressMode::Clamp, {0x1.99999ap-3F, 0x1.78c85ap-1F}, 9, 16},
    {AddressMode::Wrap, {0x1.666666p-1F, 0x1.cap-1F}, 34, 20},
    {AddressMode::Wrap, {0x1.66a3d8p-2F, 0x1.e9bd38p-2F}, 17, 10},
    {AddressMode::Mirror, {0x1.851eb8p-1F, 0x1.9ac858p-2F}, 37, 9},
    {AddressMode::Mirror, {0x1.5c28f6p-1F, 0x1.4c2c84p-1F}, 33, 14},
});

TEST(TextureFormats, NearestTexelIsThatOfAnH200) {
  for (const Nearest& one : kNearest) {
    TextureDescriptor texture;
    texture.width = 50;
    texture.height = 23;
    texture.address = {one.mode, one.mode, one.mode};
    texture.normalized_coordinates = true;
    TextureCoordinates where;
    where.at = one.at;
    EXPECT_EQ(taps_of(texture, where).tap[0].offset, (one.y * 50 + one.x) * 4)
        << one.at[0] << " " << one.at[1];
  }
}

}  // namespace
}  // namespace lanescope::machine::test
