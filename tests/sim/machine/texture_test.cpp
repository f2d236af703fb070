// Textures and surfaces against a computation of their own: the formulas of the CUDA C++
// Programming Guide, "Texture Fetching", on doubles.
#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/machine/counts.hpp"
#include "sim/machine/device.hpp"
#include "sim/machine/machine.hpp"
#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

// Thread i reads three coordinates at in + 12 i, runs `body` on %f1, %f2, %f3 (%r2, %r3, %r4 as
// bits) and stores %f5 to %f8 at out + 16 i.
std::string text_of(const std::string& body) {
  return R"(.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 object, .param .u64 in, .param .u64 out)
{
.reg .b32 %r<8>;
.reg .f32 %f<10>;
.reg .b64 %rd<8>;
ld.param.u64 %rd1, [object];
ld.param.u64 %rd2, [in];
ld.param.u64 %rd3, [out];
mov.u32 %r1, %tid.x;
mad.wide.u32 %rd2, %r1, 12, %rd2;
mad.wide.u32 %rd3, %r1, 16, %rd3;
ld.global.f32 %f1, [%rd2];
ld.global.f32 %f2, [%rd2+4];
ld.global.f32 %f3, [%rd2+8];
mov.b32 %r2, %f1;
mov.b32 %r3, %f2;
mov.b32 %r4, %f3;
mov.f32 %f5, 0f00000000;
mov.f32 %f6, %f5;
mov.f32 %f7, %f5;
mov.f32 %f8, %f5;
)" + body +
         "\nst.global.v4.f32 [%rd3], {%f5, %f6, %f7, %f8};\nret;\n}\n";
}

class Textures : public ::testing::Test {
 protected:
  template <typename T>
  Address fill(const std::string& name, const std::vector<T>& values) {
    engine::Buffer buffer;
    buffer.name = name;
    buffer.bytes = std::max<std::size_t>(values.size(), 1) * sizeof(T);
    const Address at = *device_.allocate(buffer);
    EXPECT_TRUE(device_.write(at, std::as_bytes(std::span(values))));
    return at;
  }

  // Four results a thread.
  std::vector<float> run(const std::string& body, std::uint64_t object,
                         const std::vector<float>& coordinates) {
    const auto threads = static_cast<std::uint32_t>(coordinates.size() / 3);
    const Address in = fill("in", coordinates);
    const Address out = fill("out", std::vector<float>(threads * 4));
    engine::Launch launch{
        decode(text_of(body)), {1, 1, 1}, {threads, 1, 1}, 0, std::vector<std::byte>(24)};
    std::memcpy(launch.parameters.data(), &object, 8);
    std::memcpy(launch.parameters.data() + 8, &in.value, 8);
    std::memcpy(launch.parameters.data() + 16, &out.value, 8);
    EXPECT_TRUE(device_.launch(std::move(launch)));
    device_.run();
    std::vector<float> results(threads * 4);
    EXPECT_TRUE(device_.read(out, std::as_writable_bytes(std::span(results))));
    return results;
  }

  std::uint64_t create(const TextureDescriptor& texture) {
    const Result<std::uint64_t> handle = device_.create_texture(texture);
    EXPECT_TRUE(handle) << handle.error().text();
    return handle ? *handle : 0;
  }
  std::string refusal(const TextureDescriptor& texture) {
    const Result<std::uint64_t> handle = device_.create_texture(texture);
    return handle ? std::string("made") : handle.error().message;
  }

  Device device_{{}, {Recording::Counters, {}, true}};
};

constexpr const char* kTex2d = "tex.2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd1, {%f1, %f2}];";

// Of one axis, by the guide: where a texel lies for an index outside of the texture.
int texel_index(int i, int n, AddressMode mode) {
  switch (mode) {
    case AddressMode::Wrap:
      return ((i % n) + n) % n;
    case AddressMode::Mirror: {
      const int period = ((i % (2 * n)) + 2 * n) % (2 * n);
      return period < n ? period : 2 * n - 1 - period;
    }
    case AddressMode::Clamp:
      return std::min(std::max(i, 0), n - 1);
    case AddressMode::Border:
      return i < 0 || i >= n ? -1 : i;
  }
  return 0;
}

std::size_t index_of(int width, int column, int row) {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
         static_cast<std::size_t>(column);
}

struct Grid {
  int width, height;
  std::vector<float> values;
  [[nodiscard]] double at(int x, int y, AddressMode mode, double border) const {
    const int i = texel_index(x, width, mode), j = texel_index(y, height, mode);
    return i < 0 || j < 0 ? border : static_cast<double>(values[index_of(width, i, j)]);
  }
};

double eight_bits(double fraction) { return std::round(fraction * 256) / 256; }

double bilinear(const Grid& grid, double x, double y, AddressMode mode, double border) {
  const double xb = x - 0.5, yb = y - 0.5;
  const int i = static_cast<int>(std::floor(xb)), j = static_cast<int>(std::floor(yb));
  const double a = eight_bits(xb - i), b = eight_bits(yb - j);
  return (1 - a) * (1 - b) * grid.at(i, j, mode, border) +
         a * (1 - b) * grid.at(i + 1, j, mode, border) +
         (1 - a) * b * grid.at(i, j + 1, mode, border) +
         a * b * grid.at(i + 1, j + 1, mode, border);
}

Grid a_grid(int width, int height) {
  Grid grid{width, height, {}};
  for (int i = 0; i < width * height; ++i)
    grid.values.push_back(static_cast<float>((i * 37) % 101) - 40.0F);
  return grid;
}

TextureDescriptor described(Address data, const Grid& grid) {
  TextureDescriptor texture;
  texture.data = data;
  texture.width = static_cast<std::uint64_t>(grid.width);
  texture.height = static_cast<std::uint64_t>(grid.height);
  return texture;
}

std::vector<float> some_coordinates(float from, float step) {
  std::vector<float> coordinates;
  for (int i = 0; i < 64; ++i) {
    const float x = from + step * static_cast<float>(i);
    coordinates.insert(coordinates.end(), {x, from + step * static_cast<float>((i * 23) % 64), 0});
  }
  return coordinates;
}

constexpr AddressMode kModes[] = {AddressMode::Wrap, AddressMode::Clamp, AddressMode::Mirror,
                                  AddressMode::Border};

TEST_F(Textures, FilterInEightBitsWithEveryAddressMode) {
  const Grid grid = a_grid(7, 5);
  const Address data = fill("texels", grid.values);
  for (const AddressMode mode : kModes) {
    for (const bool normalized : {false, true}) {
      TextureDescriptor texture = described(data, grid);
      texture.linear = true;
      texture.normalized_coordinates = normalized;
      texture.address = {mode, mode, mode};
      texture.border = {3, 0, 0, 0};
      // Repeating is for normalized coordinates only.
      const bool repeats = mode == AddressMode::Wrap || mode == AddressMode::Mirror;
      const AddressMode real = repeats && !normalized ? AddressMode::Clamp : mode;
      // Halves, quarters and eighths of a texel: exact in float.
      const std::vector<float> coordinates =
          normalized ? some_coordinates(-1.5F, 0.0625F) : some_coordinates(-2.0F, 0.1875F);
      const std::vector<float> results = run(kTex2d, create(texture), coordinates);
      for (std::size_t t = 0; t < 64; ++t) {
        double x = static_cast<double>(coordinates[3 * t]),
               y = static_cast<double>(coordinates[3 * t + 1]);
        if (normalized) x *= grid.width, y *= grid.height;
        EXPECT_NEAR(static_cast<double>(results[4 * t]), bilinear(grid, x, y, real, 3), 1e-5)
            << static_cast<int>(mode) << normalized << " thread " << t << " " << x << " " << y;
      }
    }
  }
}

// What an H200 gave (CUDA 13.0) where products of both weights are no whole 256th: weights of the
// second texels in 1/256, the four texels, and the result in 1/256.
struct Weighed {
  int right, down;
  std::array<int, 4> texels;  // (0, 0), (1, 0), (0, 1), (1, 1)
  int result;
};
constexpr std::array kWeighedByAnH200 =
    std::to_array<Weighed>({{43, 189, {122, 159, 223, 4}, 43720},
                            {150, 129, {221, 2, 66, 103}, 23187},
                            {124, 172, {120, 157, 221, 2}, 31432},
                            {159, 25, {248, 29, 93, 130}, 28888},
                            {207, 203, {128, 165, 229, 10}, 18946},
                            {42, 138, {239, 20, 84, 121}, 36484},
                            {168, 42, {133, 170, 234, 15}, 37338},
                            {165, 29, {252, 33, 97, 134}, 28746},
                            {234, 127, {252, 33, 97, 134}, 23277},
                            {109, 4, {249, 30, 94, 131}, 39765},
                            {42, 36, {141, 178, 242, 23}, 39750},
                            {109, 185, {240, 21, 85, 122}, 29118},
                            {31, 138, {126, 163, 227, 8}, 42989},
                            {26, 239, {242, 23, 87, 124}, 25357},
                            {78, 126, {143, 180, 244, 25}, 42492},
                            {99, 45, {129, 166, 230, 11}, 36880}});

TEST_F(Textures, WeighTexelsAsAnH200) {
  for (const Weighed& one : kWeighedByAnH200) {
    Grid grid = a_grid(2, 2);
    for (std::size_t i = 0; i < 4; ++i) grid.values[i] = static_cast<float>(one.texels[i]);
    TextureDescriptor texture = described(fill("texels", grid.values), grid);
    texture.linear = true;
    std::vector<float> coordinates(std::size_t{64} * 3);
    coordinates[0] = 0.5F + static_cast<float>(one.right) / 256.0F;
    coordinates[1] = 0.5F + static_cast<float>(one.down) / 256.0F;
    const std::vector<float> results = run(kTex2d, create(texture), coordinates);
    EXPECT_EQ(results[0], static_cast<float>(one.result) / 256.0F) << one.right << " " << one.down;
  }
}

TEST_F(Textures, TheNearestTexelIsTheOneThatThePointLiesIn) {
  const Grid grid = a_grid(7, 5);
  const Address data = fill("texels", grid.values);
  for (const AddressMode mode : kModes) {
    TextureDescriptor texture = described(data, grid);
    texture.normalized_coordinates = true;
    texture.address = {mode, mode, mode};
    const std::vector<float> coordinates = some_coordinates(-1.46875F, 0.0625F);
    const std::vector<float> results = run(kTex2d, create(texture), coordinates);
    for (std::size_t t = 0; t < 64; ++t) {
      const double x = static_cast<double>(coordinates[3 * t]) * grid.width,
                   y = static_cast<double>(coordinates[3 * t + 1]) * grid.height;
      const double want =
          grid.at(static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y)), mode, 0);
      EXPECT_EQ(static_cast<double>(results[4 * t]), want) << static_cast<int>(mode) << " " << t;
    }
  }
}

// Weights of a quarter in three dimensions; layers are chosen, never mixed.
TEST_F(Textures, VolumesAndLayers) {
  std::vector<float> values(3 * 2 * 2);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i * i);
  TextureDescriptor texture;
  texture.data = fill("texels", values);
  texture.dimensions = 3;
  texture.width = 3;
  texture.height = texture.depth = 2;
  texture.linear = true;
  const auto at = [&](int x, int y, int z) {
    return static_cast<double>(values[index_of(3, x, 2 * z + y)]);
  };
  // x between texels 1 and 2 by a quarter, y and z by a half.
  double want = 0;
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 2; ++y) want += (0.75 * at(1, y, z) + 0.25 * at(2, y, z)) / 4;
  const std::vector<float> one =
      run("tex.3d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd1, {%f1, %f2, %f3, %f3}];", create(texture),
          {1.75F, 1, 1});
  EXPECT_EQ(static_cast<double>(one[0]), want);
  texture.dimensions = 2;
  texture.layered = true;
  const std::string layer =
      "cvt.rzi.s32.f32 %r5, %f3;\n"
      "tex.a2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd1, {%r5, %f1, %f2, %f2}];";
  const std::vector<float> both =
      run(layer, create(texture), {1.5F, 0.5F, 0, 1.5F, 0.5F, 1, 1.5F, 0.5F, 9});
  EXPECT_EQ(both[0], values[1]);
  EXPECT_EQ(both[4], values[7]);
  EXPECT_EQ(both[8], values[7]) << "beyond the last layer is the last one";
}

TEST_F(Textures, IntegersAreReadAsTheyAreOrAsFractions) {
  TextureDescriptor texture;
  texture.data = fill<std::uint8_t>("texels", {0, 51, 128, 255, 7, 129, 200, 255});
  texture.dimensions = 1;
  texture.width = 2;
  texture.format = {TexelFormat::Kind::Unsigned, 8, 4};
  const std::string fetch = "tex.1d.v4.u32.s32 {%f5, %f6, %f7, %f8}, [%rd1, {%r2}];";
  const float second = std::bit_cast<float>(1U);
  std::vector<float> r = run(fetch, create(texture), {second, 0, 0});
  EXPECT_EQ(std::bit_cast<std::uint32_t>(r[0]), 7U);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(r[3]), 255U);
  texture.format.kind = TexelFormat::Kind::Signed;
  r = run(fetch, create(texture), {second, 0, 0});
  EXPECT_EQ(std::bit_cast<std::int32_t>(r[1]), -127);
  texture.normalized_values = true;
  r = run(fetch, create(texture), {second, 0, 0});
  EXPECT_EQ(r[1], -1.0F);
  EXPECT_EQ(r[0], 7.0F / 127.0F);
  texture.format.kind = TexelFormat::Kind::Unsigned;
  r = run(fetch, create(texture), {0, 0, 0});
  EXPECT_EQ(r[1], 0.2F);
  EXPECT_EQ(r[3], 1.0F);
  texture.data = fill<std::uint16_t>("halves", {0x3c00, 0xc000});
  texture.format = {TexelFormat::Kind::Float, 16, 1};
  r = run(fetch, create(texture), {second, 0, 0});
  EXPECT_EQ(r[0], -2.0F);
}

// PTX ISA 9.7.10.4: the four texels counter-clockwise from the lower left one.
TEST_F(Textures, GatherTakesOneChannelOfFourTexels) {
  const Grid grid = a_grid(4, 3);
  const TextureDescriptor texture = described(fill("texels", grid.values), grid);
  const std::vector<float> r = run("tld4.r.2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd1, {%f1, %f2}];",
                                   create(texture), {2, 1, 0});
  const auto value = [&](int x, int y) {
    return static_cast<float>(grid.at(x, y, AddressMode::Clamp, 0));
  };
  EXPECT_EQ(r, (std::vector<float>{value(1, 1), value(2, 1), value(2, 0), value(1, 0)}));
}

TEST_F(Textures, RequestsAndSectorsAreCounted) {
  const Grid grid = a_grid(64, 4);
  TextureDescriptor texture = described(fill("texels", grid.values), grid);
  std::vector<float> row;
  for (int i = 0; i < 32; ++i) row.insert(row.end(), {static_cast<float>(i) + 0.5F, 1.5F, 0});
  const auto counted = [&] {
    events::Counters all;
    for (const events::Counters& one : device_.machine().current_counts->by_pc) all += one;
    return all.texture_load;
  };
  run(kTex2d, create(texture), row);
  EXPECT_EQ(counted().requests, 1U);
  EXPECT_EQ(counted().sectors, 4U);
  EXPECT_EQ(counted().bytes, 128U);
  texture.linear = true;
  for (std::size_t t = 0; t < 32; ++t) row[3 * t + 1] = 2;  // between two rows
  run(kTex2d, create(texture), row);
  EXPECT_EQ(counted().requests, 1U);
  EXPECT_EQ(counted().sectors, 10U);  // a sector further, of two rows
}

TEST_F(Textures, SurfacesReadAndWriteBytesAndKnowTheirEdge) {
  const Grid grid = a_grid(8, 2);
  const Address data = fill("texels", grid.values);
  const std::uint64_t surface = create(described(data, grid));
  const auto whole = [](int x, int y) {
    return std::vector<float>{std::bit_cast<float>(x), std::bit_cast<float>(y), 0};
  };
  const std::string load = "suld.b.2d.b32.zero {%r5}, [%rd1, {%r2, %r3}]; mov.b32 %f5, %r5;";
  EXPECT_EQ(run(load, surface, whole(12, 1))[0], grid.values[11]);
  EXPECT_EQ(run(load, surface, whole(-4, 1))[0], 0.0F);
  const std::string clamp = "suld.b.2d.b32.clamp {%r5}, [%rd1, {%r2, %r3}]; mov.b32 %f5, %r5;";
  EXPECT_EQ(run(clamp, surface, whole(400, 9))[0], grid.values[15]);
  const std::string store =
      "mov.b32 %r5, 0f42280000; sust.b.2d.b32.zero [%rd1, {%r2, %r3}], {%r5};\n"
      "suld.b.2d.b32.trap {%r6}, [%rd1, {%r2, %r3}]; mov.b32 %f5, %r6;";
  EXPECT_EQ(run(store, surface, whole(8, 0))[0], 42.0F);
  const std::string trap = "suld.b.2d.b32.trap {%r5}, [%rd1, {%r2, %r3}]; mov.b32 %f5, %r5;";
  run(trap, surface, whole(32, 0));
  EXPECT_EQ(device_.outcome(), Outcome::Fault);
  ASSERT_FALSE(device_.hazards().empty());
  EXPECT_NE(device_.hazards().back().message.find("outside of a surface"), std::string::npos);
}

TEST_F(Textures, AnswerWhatTheyAre) {
  const Grid grid = a_grid(8, 2);
  const std::vector<float> r = run(
      "txq.width.b32 %r5, [%rd1]; txq.height.b32 %r6, [%rd1]; mov.b32 %f5, %r5; mov.b32 %f6, %r6;",
      create(described(fill("texels", grid.values), grid)), {0, 0, 0});
  EXPECT_EQ(std::bit_cast<std::uint32_t>(r[0]), 8U);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(r[1]), 2U);
}

TEST_F(Textures, WhatIsNoTextureIsAFault) {
  run(kTex2d, 12345, {0, 0, 0});
  EXPECT_EQ(device_.outcome(), Outcome::Fault);
  ASSERT_FALSE(device_.hazards().empty());
  EXPECT_NE(device_.hazards().back().message.find("does not exist"), std::string::npos);
}

TEST_F(Textures, DescriptionsThatMakeNoSenseAreRefused) {
  const Grid grid = a_grid(8, 2);
  TextureDescriptor texture = described(fill("texels", grid.values), grid);
  EXPECT_EQ(refusal(texture), "made");
  TextureDescriptor large = texture;
  large.height = 3;
  EXPECT_NE(refusal(large).find("in one allocation"), std::string::npos);
  TextureDescriptor integers = texture;
  integers.format.kind = TexelFormat::Kind::Signed;
  integers.linear = true;
  EXPECT_NE(refusal(integers).find("not filtered"), std::string::npos);
  TextureDescriptor odd = texture;
  odd.format.channels = 3;
  EXPECT_NE(refusal(odd).find("1, 2 or 4 channels"), std::string::npos);
  const std::uint64_t handle = create(texture);
  EXPECT_TRUE(device_.destroy_texture(handle));
  EXPECT_FALSE(device_.destroy_texture(handle));
}

}  // namespace
}  // namespace lanescope::machine::test
