// Columns give back what was put into them, whatever the widths and wherever frames end.
#include "sim/trace/column.hpp"

#include <gtest/gtest.h>

namespace lanescope::trace {
namespace {

void expect_same(const std::vector<std::uint64_t>& values) {
  Column column;
  for (std::size_t i = 0; i < values.size(); ++i) {
    column.push_back(values[i]);
    ASSERT_EQ(column[i], values[i]) << "just added, " << i;
  }
  column.shrink_to_fit();
  ASSERT_EQ(column.size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(column[i], values[i]) << i;
}

TEST(Column, EveryWidthOfNumbersComesBack) {
  for (unsigned bits = 0; bits <= 64; ++bits) {
    SCOPED_TRACE(bits);
    const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    std::vector<std::uint64_t> values;
    for (std::uint64_t i = 0; i < 700; ++i) values.push_back(i * 0x9e3779b97f4a7c15U & mask);
    expect_same(values);
  }
}

TEST(Column, FramesDifferInWidth) {
  std::vector<std::uint64_t> values(300, ~std::uint64_t{0});
  values.resize(900, 3);
  values.push_back(std::uint64_t{1} << 40U);
  values.resize(1500, 0);
  expect_same(values);
}

// What is the same everywhere takes hardly anything.
TEST(Column, TakesAsManyBitsAsItsNumbersDifferBy) {
  Column same, small;
  for (std::uint64_t i = 0; i < 1U << 14U; ++i) {
    same.push_back(1'000'000);
    small.push_back(1'000'000 + i % 8);
  }
  EXPECT_LT(same.bytes(), (1U << 14U) / 8);
  EXPECT_LT(small.bytes(), (1U << 14U) / 2) << "three bits each";
}

TEST(Ascending, GoesUpByAnyStep) {
  Ascending column;
  std::vector<std::uint64_t> values;
  for (std::uint64_t i = 0, value = 5; i < 1000; value += 1 + (i % 100 == 0 ? i << 30U : 0), ++i)
    values.push_back(value);
  for (const std::uint64_t value : values) column.push_back(value);
  for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(column[i], values[i]) << i;
}

}  // namespace
}  // namespace lanescope::trace
