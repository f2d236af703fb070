// Filtered textures against an NVIDIA H200, bit for bit. A program there filled arrays with
// xorshift numbers, made texture objects of them, and fetched from each at 8,192 places by tex1D,
// tex2D or tex3D, all over the texture and beyond its rim. These are some of its results, most of
// them such as a simpler rule would miss: it stands beside them.
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "sim/machine/textures/sample.hpp"

namespace lanescope::machine::test {
namespace {

struct Fetched {
  std::array<float, 3> at;
  float value;
  std::size_t channel = 0;
};
struct Drawn {
  std::uint32_t state;  // of the generator, before the first texel
  std::uint32_t dimensions;
  std::array<std::uint64_t, 3> extents;
  std::uint8_t bits, channels;  // of 32 bits: floats, otherwise bytes or 16 bits read as fractions
  AddressMode mode;
  bool normalized;
};

// Beside them stands what is seen in them. "21 bits": a normalized coordinate is cut off there.
// "A tie": between two floats the one further from zero is taken. "Mirrored": so are the texels,
// not the coordinate. "By slices": each slice of a volume rounds the weights of its columns.
// "The rim": a coordinate beyond the last middles weighs no second texel. "65535ths": results of
// fractions are whole ones, and half of one is rounded up.
constexpr auto kClamped = std::to_array<Fetched>({
    {{0x1.a6147ap-1F, 0x1.f62c86p-1F}, 0x1.ddabc6p-3F},
    {{0x1.efccccp-1F, 0x1.aa9bd2p-1F}, 0x1.3e662ep-3F},  // a tie
    {{0x1.c974dp-2F, 0x1.683abap-1F}, 0x1.735a5ep-1F},   // a tie
    {{0x1.752fbp-2F, 0x1.7d590cp-1F}, 0x1.4bca7cp-1F},   // 21 bits
    {{0x1.00faeap-1F, 0x1.d0d806p-1F}, 0x1.beaf42p-2F},  // 21 bits
});
constexpr auto kMirrored = std::to_array<Fetched>({
    {{-0x1.39182p+0F, -0x1.c199b2p-1F}, 0x1.cb2966p-2F},  // a tie
    {{-0x1.685e9cp+0F, -0x1.fc062p-1F}, 0x1.1ace42p-1F},
    {{-0x1.7adc86p-1F, 0x1.8b6a7p-1F}, 0x1.2049eep-1F},  // mirrored
    {{0x1.997bp-4F, 0x1.58a3e8p+0F}, 0x1.eb489p-2F},     // mirrored
    {{0x1.73a148p-1F, 0x1.090594p+0F}, 0x1.61342p-2F},   // 21 bits, mirrored
    {{0x1.93ea8p-5F, 0x1.e3015p-1F}, 0x1.a4cf62p-6F},    // a tie
    {{-0x1.42b84p-4F, 0x1.123d9p+0F}, 0x1.1c8342p-1F},   // 21 bits, mirrored
});
constexpr auto kWrapped = std::to_array<Fetched>({
    {{-0x1.f67aep-3F, 0x1.e8ed8p-1F}, 0x1.729654p-2F},  // 21 bits
    {{0x1.de8f5cp-2F, 0x1.de9bd4p-1F}, 0x1.901f4cp-1F},
    {{0x1.7bae4p-4F, 0x1.5b036p-1F}, 0x1.a2dd0ap-3F},     // 21 bits
    {{0x1.ef234p-1F, 0x1.79c018p-1F}, 0x1.842092p-1F},    // a tie
    {{-0x1.d18b74p-1F, -0x1.8cb4ep-3F}, 0x1.af0a8ap-3F},  // a tie
});
constexpr auto kBordered = std::to_array<Fetched>({
    {{0x1.937b68p-1F, 0x1.132a4ap+0F}, 0},
    {{0x1.d98532p-3F, 0x1.d380e6p-1F}, 0x1.ede2e6p-3F},  // 21 bits
    {{0x1.3470bp-2F, 0x1.4b034ap-3F}, 0x1.49341ap-1F},   // 21 bits
    {{0x1.33ed8ap-3F, 0x1.fc63e6p-1F}, 0x1.7b1d06p-3F},  // a tie
    {{0x1.832b8cp-1F, 0x1.6e087p-1F}, 0x1.9a9a4ep-5F},   // a tie
});
constexpr auto kOfAPowerOfTwo = std::to_array<Fetched>({
    {{0x1.02b8p+0F, 0x1.591p-2F}, 0x1.c3451cp-2F},
    {{0x1.72d22cp-1F, 0x1.da5f7ap-1F}, 0x1.d58766p-2F},  // a tie
    {{0x1.72b13cp-2F, 0x1.fd9434p-2F}, 0x1.cb66b6p-2F},  // a tie
});
constexpr auto kByTexels = std::to_array<Fetched>({
    {{0x1.5b1p+4F, 0x1.68ep+4F}, 0x1.c19f5ep-1F},
    {{0x1.379fb6p+4F, 0x1.0ff9eep+3F}, 0x1.15fa3ap-5F},   // a tie
    {{-0x1.c4673cp-3F, 0x1.5e7bfcp+4F}, 0x1.9f0c7ap-3F},  // a tie
});
constexpr auto kOfTwoChannels = std::to_array<Fetched>({
    {{0x1.3ff73ep+6F, 0x1.0c237cp+5F}, 0x1.925dccp-2F},
    {{0x1.36b3e2p+6F, 0x1.32ff7p+4F}, 0x1.1d5ad6p-2F},   // a tie
    {{0x1.896ba8p+5F, 0x1.b7cd8cp+1F}, 0x1.667a9ap-1F},  // a tie
});
constexpr auto kFourBytes = std::to_array<Fetched>({
    {{0x1.3596bep+5F, 0x1.d8ef88p+5F}, 0x1.3c093cp-1F},  // 65535ths
    {{0x1.41574cp+5F, 0x1.b9f576p+5F}, 0x1.373738p-1F},
    {{-0x1.136dcep+2F, 0x1.7294a6p+5F}, 0x1.69716ap-4F, 3},  // half a 65535th
    {{0x1.0fp+1F, 0x1.13ap+3F}, 0x1.f5f9f6p-3F, 1},          // half a 65535th
});
constexpr auto kBytes = std::to_array<Fetched>({
    {{0x1.d6851p+1F, 0x1.b67ebp-3F}, 0x1.8bd78cp-1F},  // 65535ths
    {{0x1.60ab4p+5F, 0x1.4d3218p+4F}, 0x1.e7e7e8p-1F},
    {{0x1.55b268p+5F, 0x1.2a3abcp+4F}, 0x1.959996p-3F},  // half a 65535th
    {{0x1.1cdp+4F, 0x1.cf8p+1F}, 0x1.0a0b0ap-1F},        // half a 65535th
});
constexpr auto kSixteenBits = std::to_array<Fetched>({
    {{0x1.ab9c98p-2F, 0x1.d8e114p+1F}, 0x1.a821a8p-3F},  // 65535ths
    {{-0x1.aea80ap+2F, 0x1.527852p+4F}, 0x1.21c122p-4F},
    {{0x1.7d7fc8p+2F, 0x1.9bd70cp+3F}, 0x1.258526p-2F},  // half a 65535th
    {{0x1.eb8684p+4F, 0x1.3b6dfep+4F}, 0x1.f673f6p-1F},  // half a 65535th
});
constexpr auto kVolumeOfBytes = std::to_array<Fetched>({
    {{0x1.08805ap-1F, 0x1.fec5eep-1F, -0x1.991d8p-5F}, 0x1.2da52ep-1F},   // 65535ths
    {{0x1.158ac8p+0F, 0x1.cb3492p-1F, 0x1.48293ap-1F}, 0x1.06c106p-1F},   // the rim, 65535ths
    {{-0x1.88920cp-3F, 0x1.822364p-2F, 0x1.f06612p-1F}, 0x1.189918p-2F},  // the rim, 65535ths
    {{0x1.2adae8p+0F, 0x1.98a024p-1F, 0x1.da26bp-2F}, 0x1.189518p-2F},    // the rim, 65535ths
    {{0x1.7cp-2F, 0x1.a02p-1F, 0x1.bep-2F}, 0x1.b6f5b6p-2F},              // by slices, 65535ths
    {{0x1.76p-1F, 0x1.892p-1F, 0x1.4cp-3F}, 0x1.674768p-1F},              // by slices, 65535ths
    {{-0x1.3260e8p-5F, 0x1.1973b8p+0F, -0x1.38b418p-4F}, 0x1.030304p-1F},
    {{0x1.c00bc4p-2F, 0x1.0991a2p+0F, -0x1.25084cp-3F}, 0x1.535554p-2F},  // half a 65535th
    {{0x1.ef4p-1F, 0x1.a3cp-1F, 0x1.9p-2F}, 0x1.2be72cp-1F},              // by slices, 65535ths
    {{0x1.bafdc2p-1F, 0x1.da0d12p-1F, 0x1.7b7e38p-5F}, 0x1.e3e5e4p-2F},   // half a 65535th
});
constexpr auto kVolume = std::to_array<Fetched>({
    {{0x1.124e08p+0F, 0x1.67f59p-2F, 0x1.24cd22p-1F}, 0x1.72d156p-3F},   // the rim
    {{0x1.7fe1cap-3F, 0x1.73d588p-2F, -0x1.ef7dfp-6F}, 0x1.a27ceep-3F},  // the rim
    {{0x1.754p-2F, 0x1.1fp-4F, 0x1.a98p-3F}, 0x1.b036b2p-2F},            // a tie
    {{0x1.ad3f86p-1F, 0x1.7fb6aep-1F, 0x1.2fe9ep-6F}, 0x1.760f2cp-1F},   // the rim
    {{0x1.c807e8p-2F, 0x1.26e64ep-3F, 0x1.3d02ccp-2F}, 0x1.a89f9cp-2F},  // by slices
    {{0x1.10175cp+0F, 0x1.df660ap-1F, -0x1.5165p-5F}, 0x1.d6252cp-1F},
    {{0x1.6ep-1F, 0x1.06cp-1F, 0x1.9bp-1F}, 0x1.00bec6p-1F},   // by slices
    {{0x1.e78p-1F, 0x1.89p-2F, 0x1.e4p-1F}, 0x1.45774ep-1F},   // by slices
    {{0x1.94p-4F, 0x1.158p-1F, 0x1.ccap-1F}, 0x1.6e80aep-2F},  // a tie
});
constexpr auto kLine = std::to_array<Fetched>({
    {{0x1.a9c71cp-3F}, 0x1.9e6452p-1F},
    {{0x1.e3b294p-2F}, 0x1.9ea79ap-2F, 2},  // a tie
    {{0x1.565146p-1F}, 0x1.a0bb9ap-2F, 2},  // a tie
    {{0x1.0871cap-3F}, 0x1.78c476p-1F},     // 21 bits
});

struct Seen {
  Drawn drawn;
  std::span<const Fetched> fetched;
};
constexpr auto kSeenOnAnH200 = std::to_array<Seen>({
    {{12345U, 2, {50, 23, 1}, 32, 1, AddressMode::Clamp, true}, kClamped},
    {{815708521U, 2, {50, 23, 1}, 32, 1, AddressMode::Mirror, true}, kMirrored},
    {{1256594223U, 2, {50, 23, 1}, 32, 1, AddressMode::Wrap, true}, kWrapped},
    {{2948770351U, 2, {50, 23, 1}, 32, 1, AddressMode::Border, true}, kBordered},
    {{1049248971U, 2, {64, 64, 1}, 32, 1, AddressMode::Clamp, true}, kOfAPowerOfTwo},
    {{3126109727U, 2, {50, 23, 1}, 32, 1, AddressMode::Clamp, false}, kByTexels},
    {{297824958U, 2, {70, 30, 1}, 32, 2, AddressMode::Clamp, false}, kOfTwoChannels},
    {{591144628U, 2, {40, 51, 1}, 8, 4, AddressMode::Clamp, false}, kFourBytes},
    {{3048624108U, 2, {40, 20, 1}, 8, 1, AddressMode::Clamp, false}, kBytes},
    {{1829204137U, 2, {40, 20, 1}, 16, 1, AddressMode::Clamp, false}, kSixteenBits},
    {{1918355829U, 3, {16, 16, 16}, 8, 1, AddressMode::Clamp, true}, kVolumeOfBytes},
    {{1226079469U, 3, {16, 16, 16}, 32, 1, AddressMode::Clamp, true}, kVolume},
    {{1718586199U, 1, {9, 1, 1}, 32, 4, AddressMode::Clamp, true}, kLine},
});

std::vector<std::byte> texels_of(const Drawn& one) {
  std::uint32_t state = one.state;
  const auto next = [&state] {
    state ^= state << 13U;
    state ^= state >> 17U;
    state ^= state << 5U;
    return state >> 8U;
  };
  const std::size_t bytes = one.bits / 8U;
  std::vector<std::byte> texels(one.extents[0] * one.extents[1] * one.extents[2] * one.channels *
                                bytes);
  for (std::size_t at = 0; at < texels.size(); at += bytes) {
    const std::uint32_t drawn = next();
    const std::uint32_t bits =
        one.bits == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(drawn) / 16777216.0F)
                       : drawn;
    std::memcpy(texels.data() + at, &bits, bytes);
  }
  return texels;
}

TextureDescriptor descriptor_of(const Drawn& one) {
  TextureDescriptor texture;
  texture.dimensions = one.dimensions;
  texture.width = one.extents[0];
  texture.height = one.extents[1];
  texture.depth = one.extents[2];
  const bool floats = one.bits == 32;
  texture.format = {floats ? TexelFormat::Kind::Float : TexelFormat::Kind::Unsigned, one.bits,
                    one.channels};
  texture.normalized_values = !floats;
  texture.address = {one.mode, one.mode, one.mode};
  texture.linear = true;
  texture.normalized_coordinates = one.normalized;
  return texture;
}

TEST(TextureFilter, GivesWhatAnH200Gave) {
  for (const auto& [drawn, fetched] : kSeenOnAnH200) {
    const std::vector<std::byte> texels = texels_of(drawn);
    const TextureDescriptor texture = descriptor_of(drawn);
    for (const Fetched& one : fetched) {
      TextureCoordinates where;
      where.at = one.at;
      const Texel texel = blend(texture, texels.data(), taps_of(texture, where));
      EXPECT_EQ(std::bit_cast<float>(texel[one.channel]), one.value)
          << drawn.dimensions << "D, " << int{drawn.bits} << " bits, at " << one.at[0] << " "
          << one.at[1] << " " << one.at[2];
    }
  }
}

}  // namespace
}  // namespace lanescope::machine::test
