#include "lab/experiment/fill.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "lab/experiment/element.hpp"
#include "lab/experiment/experiment.hpp"
#include "lab/experiment/spec.hpp"
#include "sim/base/hash.hpp"

namespace lanescope::experiment {
namespace {

Result<std::vector<std::byte>> fill(const char* type, std::uint64_t count,
                                    const std::string& text) {
  Result<Fill> parsed = parse_fill(text);
  if (!parsed) return parsed.error();
  return fill_bytes({*element_type(type), count, *parsed});
}

std::vector<std::byte> bytes(std::initializer_list<int> values) {
  std::vector<std::byte> out;
  for (const int v : values) out.push_back(static_cast<std::byte>(v));
  return out;
}

TEST(Fill, ATextIsRepeated) {
  const auto letters = fill("u8", 5, "text:ab");
  ASSERT_TRUE(letters) << letters.error().text();
  EXPECT_EQ(*letters, bytes({'a', 'b', 'a', 'b', 'a'}));
  EXPECT_FALSE(parse_fill("text:"));
}

// Published first output of splitmix64 with state 0.
TEST(Fill, MixIsSplitmix64) { EXPECT_EQ(mix(0), 0xe220a8397b1dcdafULL); }

// 64 elements; computed by a Python program from the text of docs/CONTRACT.md, "Argument SPECs and
// fills", with struct.pack as the rounding of f16 and f32.
struct RandomRow {
  const char* type;
  const char* fill;
  std::uint64_t fnv;
};
constexpr RandomRow kRandom[] = {
    {"i8", "random:7", 0xe5f9dbfb2a0f8bcdULL},
    {"i8", "random:7%100", 0xccd93ca33ea4451dULL},
    {"i8", "random:18446744073709551613%1000", 0xaaa9b75fae6315e6ULL},
    {"u8", "random:7", 0xe5f9dbfb2a0f8bcdULL},
    {"u8", "random:7%100", 0xccd93ca33ea4451dULL},
    {"u8", "random:18446744073709551613%1000", 0xaaa9b75fae6315e6ULL},
    {"i16", "random:7", 0xc7d9aae97749a9feULL},
    {"i16", "random:7%100", 0x075d7f98148ec117ULL},
    {"i16", "random:18446744073709551613%1000", 0x060e9be84154459bULL},
    {"u16", "random:7", 0xc7d9aae97749a9feULL},
    {"u16", "random:7%100", 0x075d7f98148ec117ULL},
    {"u16", "random:18446744073709551613%1000", 0x060e9be84154459bULL},
    {"i32", "random:7", 0xf78595ffaef17090ULL},
    {"i32", "random:7%100", 0xd9ab1b0ff4fe805fULL},
    {"i32", "random:18446744073709551613%1000", 0xdcc51c9d2304ce43ULL},
    {"u32", "random:7", 0xf78595ffaef17090ULL},
    {"u32", "random:7%100", 0xd9ab1b0ff4fe805fULL},
    {"u32", "random:18446744073709551613%1000", 0xdcc51c9d2304ce43ULL},
    {"i64", "random:7", 0x07bb07b2d8ff9620ULL},
    {"i64", "random:7%100", 0xa88a517a54e07befULL},
    {"i64", "random:18446744073709551613%1000", 0x6b64a6060e3fd913ULL},
    {"u64", "random:7", 0x07bb07b2d8ff9620ULL},
    {"u64", "random:7%100", 0xa88a517a54e07befULL},
    {"u64", "random:18446744073709551613%1000", 0x6b64a6060e3fd913ULL},
    {"f16", "random:7", 0xd1e48bc7b01400d2ULL},
    {"f16", "random:7%100", 0x193666741f20b031ULL},
    {"f16", "random:18446744073709551613%1000", 0x640562a9887a395eULL},
    {"bf16", "random:7", 0x15574a8ef43624feULL},
    {"bf16", "random:7%100", 0x7a27ac16566154a3ULL},
    {"bf16", "random:18446744073709551613%1000", 0xbedfa5b545b9434fULL},
    {"f32", "random:7", 0xb056026c9e46fae9ULL},
    {"f32", "random:7%100", 0x4e82b3584e22b113ULL},
    {"f32", "random:18446744073709551613%1000", 0x6d8bb488dbe3aadeULL},
    {"f64", "random:7", 0x4f048d9e61e0d1d8ULL},
    {"f64", "random:7%100", 0xcfcd78f36e963792ULL},
    {"f64", "random:18446744073709551613%1000", 0x3931595c4cc09b0dULL},
};

TEST(Fill, RandomOfEveryType) {
  for (const RandomRow& row : kRandom) {
    const auto filled = fill(row.type, 64, row.fill);
    ASSERT_TRUE(filled);
    EXPECT_EQ(fnv1a64(*filled), row.fnv) << row.type << " " << row.fill;
  }
}

TEST(Fill, ZeroIotaConst) {
  EXPECT_EQ(*fill("u16", 2, "zero"), bytes({0, 0, 0, 0}));
  EXPECT_EQ(*fill("u16", 2, "none"), bytes({0, 0, 0, 0}));
  EXPECT_EQ(*fill("u16", 3, "iota"), bytes({0, 0, 1, 0, 2, 0}));
  EXPECT_EQ(*fill("f32", 2, "iota"), bytes({0, 0, 0, 0, 0, 0, 0x80, 0x3F}));
  EXPECT_EQ(*fill("i32", 2, "const:-1"), bytes({255, 255, 255, 255, 255, 255, 255, 255}));
  EXPECT_EQ(*fill("f16", 1, "const:1"), bytes({0x00, 0x3C}));
}

TEST(Fill, IotaIsTruncatedToTheType) {
  const auto filled = fill("u8", 258, "iota");
  EXPECT_EQ(static_cast<int>((*filled)[257]), 1);
}

// The weights of the lecture notes, and fractions cut off by whole types.
TEST(Fill, Formula) {
  EXPECT_EQ(*fill("u8", 5, "formula:5 - abs(i - 2)"), bytes({3, 4, 5, 4, 3}));
  EXPECT_EQ(*fill("f32", 2, "formula:i / 2 + 0.5"), bytes({0, 0, 0, 0x3F, 0, 0, 0x80, 0x3F}));
  EXPECT_EQ(*fill("i16", 2, "formula:-i * 1.75"), bytes({0, 0, 255, 255}));
  EXPECT_FALSE(fill("u8", 2, "formula:1 / i"));
  EXPECT_FALSE(fill("u8", 2, "formula:j"));
  EXPECT_FALSE(fill("i32", 1, "formula:10 ^ 30"));
}

int at(const std::vector<std::byte>& picture, std::size_t i) {
  return static_cast<int>(picture[i]);
}

// The sun stands at (730, 250) of 1024 units: column 46, row 15 of 64.
TEST(Fill, PictureHasTheSun) {
  const auto colour = fill("u8", 64 * 64 * 3, "picture-rgb:64");
  ASSERT_TRUE(colour);
  const std::size_t sun = 15 * 64 + 46;
  EXPECT_EQ(at(*colour, 3 * sun), 255);
  EXPECT_EQ(at(*colour, 3 * sun + 1), 238);
  EXPECT_EQ(at(*colour, 3 * sun + 2), 150);
  const auto grey = fill("u8", 64 * 64, "picture:64");
  ASSERT_TRUE(grey);
  EXPECT_EQ(at(*grey, sun), 235);  // 0.21 * 255 + 0.72 * 238 + 0.07 * 150 = 235.41
}

// One picture in three layouts: 0.21, 0.72 and 0.07 of the colours are the grey.
TEST(Fill, PictureLayoutsAgree) {
  const std::size_t pixels = 48 * 20;
  const auto grey = fill("u8", pixels, "picture:48");
  const auto colour = fill("u8", 3 * pixels, "picture-rgb:48");
  const auto planes = fill("u8", 3 * pixels, "picture-planes:48");
  ASSERT_TRUE(grey && colour && planes);
  for (std::size_t i = 0; i < pixels; ++i) {
    for (std::size_t c = 0; c < 3; ++c)
      ASSERT_EQ(at(*colour, 3 * i + c), at(*planes, c * pixels + i)) << i;
    const double mixed =
        0.21 * at(*colour, 3 * i) + 0.72 * at(*colour, 3 * i + 1) + 0.07 * at(*colour, 3 * i + 2);
    ASSERT_LE(at(*grey, i), mixed + 1e-6) << i;
    ASSERT_GT(at(*grey, i), mixed - 1.0) << i;
  }
  EXPECT_FALSE(fill("u8", 4, "picture:0"));
}

// Larger pictures show the same scene.
TEST(Fill, PictureScales) {
  const auto small = fill("u8", 32 * 32, "picture:32");
  const auto large = fill("u8", 64 * 64, "picture:64");
  ASSERT_TRUE(small && large);
  for (std::size_t y = 0; y < 32; ++y)
    for (std::size_t x = 0; x < 32; ++x)
      ASSERT_EQ(at(*small, y * 32 + x), at(*large, 2 * y * 64 + 2 * x)) << x << " " << y;
}

std::string write(const std::string& name, const std::string& content) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

TEST(Fill, RawFile) {
  const std::string path = write("lanescope_raw.bin", std::string("\x01\x00\x02\x00", 4));
  EXPECT_EQ(*fill("u16", 2, "file:" + path), bytes({1, 0, 2, 0}));
  const auto wrong = fill("u16", 3, "file:" + path);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().place, path);
  EXPECT_NE(wrong.error().message.find("4 bytes, and 3 elements of u16 are 6"), std::string::npos)
      << wrong.error().message;
}

TEST(Fill, FileThatIsNotThere) {
  const auto wrong = fill("u16", 3, "file:/nonexistent/x.bin");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("No such file"), std::string::npos);
  EXPECT_FALSE(fill("u8", 1, "file:" + testing::TempDir()));  // a folder
}

TEST(Fill, NotEvenCountable) {
  const auto wrong = fill("f64", ~std::uint64_t{0}, "zero");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("more than memory"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::experiment
