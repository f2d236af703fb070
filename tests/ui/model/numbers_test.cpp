#include "ui/view/numbers.hpp"

#include <bit>

#include <gtest/gtest.h>

namespace lanescope::ui::view {
namespace {

TEST(Numbers, Commas) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1000), "1,000");
  EXPECT_EQ(with_commas(262144), "262,144");
  EXPECT_EQ(with_commas(18446744073709551615ULL), "18,446,744,073,709,551,615");
}

TEST(Numbers, Percent) {
  EXPECT_EQ(percent(1.0), "100 %");
  EXPECT_EQ(percent(0.997), "99.7 %");
  EXPECT_EQ(percent(0.5), "50 %");
  EXPECT_EQ(percent(0.0), "0 %");
}

struct ValueCase {
  ValueType type;
  std::uint64_t bits;
  std::size_t width;
  const char* text;
};
std::uint64_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

TEST(Numbers, ValuesAsTheirTypeSays) {
  const ValueCase cases[] = {
      {ValueType::Pred, 1, 12, "true"},
      {ValueType::Pred, 0, 12, "false"},
      {ValueType::F32, bits_of(31.0F), 4, "31"},
      {ValueType::F32, bits_of(13.5F), 6, "13.5"},
      {ValueType::F32, bits_of(-0.25F), 6, "-0.25"},
      {ValueType::F32, 0x7fffffffU, 6, "nan"},
      {ValueType::F32, 0x7f800000U, 6, "inf"},
      {ValueType::F32, 0xff800000U, 6, "-inf"},
      {ValueType::S32, 0xffffffffU, 6, "-1"},
      {ValueType::U32, 0xffffffffU, 12, "4294967295"},
      {ValueType::S16, 0x8000U, 8, "-32768"},
      {ValueType::B32, 7, 6, "7"},
      {ValueType::B32, 0xfffffffeU, 6, "-2"},
      {ValueType::B64, 0x700000000200ULL, 16, "700000000200"},
      {ValueType::F16, 0x3c00U, 6, "1"},
      {ValueType::F64, std::bit_cast<std::uint64_t>(0.5), 6, "0.5"},
  };
  for (const ValueCase& c : cases) EXPECT_EQ(value_text(c.type, c.bits, c.width), c.text);
}

TEST(Numbers, ElementsAsTheirTypeSays) {
  using experiment::ElementType;
  EXPECT_EQ(value_text(ElementType::I8, 0x81U, 12), "-127");
  EXPECT_EQ(value_text(ElementType::U8, 0x81U, 12), "129");
  EXPECT_EQ(value_text(ElementType::I16, 0x8000U, 12), "-32768");
  EXPECT_EQ(value_text(ElementType::I32, 129, 12), "129");
  EXPECT_EQ(value_text(ElementType::I32, 0xffffffffU, 12), "-1");
  EXPECT_EQ(value_text(ElementType::U32, 0xffffffffU, 12), "4294967295");
  EXPECT_EQ(value_text(ElementType::I64, ~std::uint64_t{0}, 12), "-1");
  EXPECT_EQ(value_text(ElementType::I64, 123456789, 12), "123456789");
  EXPECT_EQ(value_text(ElementType::F32, bits_of(13.5F), 12), "13.5");
  EXPECT_EQ(value_text(ElementType::F16, 0x3c00U, 12), "1");
}

TEST(Numbers, LongValuesKeepTheirWidth) {
  EXPECT_LE(value_text(ValueType::U32, 4294967295U, 7).size(), 7U);
  EXPECT_LE(value_text(ValueType::F32, bits_of(123456.78F), 5).size(), 5U);
  EXPECT_LE(value_text(ValueType::F32, bits_of(1.0e-20F), 6).size(), 6U);
}

TEST(Numbers, LongWholeNumbersAreCutToTheirWidth) {
  const ValueCase cases[] = {{ValueType::U32, 9999, 4, "9999"},
                             {ValueType::U32, 12345, 4, "12k"},
                             {ValueType::U32, 12345, 5, "12345"},
                             {ValueType::U32, 271234567, 4, "271M"},
                             {ValueType::U32, 271234567, 6, "271.2M"},
                             {ValueType::U32, 271234567, 9, "271234567"},
                             {ValueType::U32, 4294967295U, 4, "4.2G"},
                             {ValueType::S32, 0x80000000U, 4, "-2G"},
                             {ValueType::S32, 0xfffe7961U, 4, "-99k"},
                             {ValueType::U32, 1999999, 4, "1.9M"},
                             {ValueType::U64, 18446744073709551615ULL, 4, "18E"},
                             {ValueType::F32, bits_of(100003.0F), 4, "100k"},
                             {ValueType::F32, bits_of(-3.25e6F), 4, "-3M"},
                             {ValueType::F32, bits_of(2048.0F), 4, "2048"}};
  for (const ValueCase& c : cases)
    EXPECT_EQ(value_text(c.type, c.bits, c.width), c.text) << c.bits << " in " << c.width;
}

TEST(Numbers, LaneLists) {
  EXPECT_EQ(lane_list(0, 32), "none");
  EXPECT_EQ(lane_list(0xffffffffU, 32), "all");
  EXPECT_EQ(lane_list(0x00ffffffU, 32), "0–23");
  EXPECT_EQ(lane_list(0b1011U, 32), "0–1, 3");
}

TEST(Numbers, LaneSeries) {
  EXPECT_EQ(lane_series(0x5555U), "0, 2, 4 … 14");
  EXPECT_EQ(lane_series(0xaaaaU), "1, 3, 5 … 15");
  EXPECT_EQ(lane_series(0xffffffffU), "0–31");
  EXPECT_EQ(lane_series(0b10001000U), "3 and 7");
  EXPECT_EQ(lane_series(0b1000U), "3");
  EXPECT_EQ(lane_series(0b1001011000010011011ULL), "0, 1, 3, 4, 7, 12, …");
  EXPECT_EQ(lanes_words(0b1000U), "lane 3");
  EXPECT_EQ(lanes_words(0xffU), "lanes 0–7");
  EXPECT_EQ(lanes_words(0), "no lane");
  EXPECT_EQ(warps_words({1, 2, 3, 4, 5, 6, 7}), "warps 1–7");
  EXPECT_EQ(warps_words({4}), "warp 4");
  EXPECT_EQ(warps_words({0, 1, 2, 3, 5, 6, 7}), "warps 0–3, 5–7");
  EXPECT_EQ(warps_words({0, 1, 2, 3, 5}), "warps 0–3, 5");
  EXPECT_EQ(warps_words({0, 1, 5, 6, 7, 8, 10, 12, 14, 16}), "warps 0, 1, 5–8, 10, 12, 14, …");
}

TEST(Numbers, Places) {
  EXPECT_EQ(place_text({5, 0, 0}, {32, 1, 1}), "5");
  EXPECT_EQ(place_text({5, 2, 0}, {16, 16, 1}), "(5, 2)");
  EXPECT_EQ(place_text({1, 2, 3}, {4, 4, 4}), "(1, 2, 3)");
}

}  // namespace
}  // namespace lanescope::ui::view
