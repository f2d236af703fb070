#include "lab/experiment/expression.hpp"

#include <string>

#include <gtest/gtest.h>

namespace lanescope::experiment {
namespace {

const Variables kVariables{{"n", 1000.0}, {"block", 256.0}};

double value(const char* expression) {
  const Result<double> result = evaluate(expression, kVariables);
  EXPECT_TRUE(result) << result.error().message;
  return result ? *result : -1.0;
}

TEST(Expression, Values) {
  EXPECT_EQ(value("ceil(n / block)"), 4.0);
  EXPECT_EQ(value("floor(n / block) * block"), 768.0);
  EXPECT_EQ(value("n / 16"), 62.5);
  EXPECT_EQ(value("n % block"), 232.0);
  EXPECT_EQ(value("2 + 3 % 2 * 4"), 6.0);
  EXPECT_EQ(value("min(n, block, 32) + max(1, 2)"), 34.0);
  EXPECT_EQ(value("log2(block)"), 8.0);
  EXPECT_EQ(value("n > 1"), 1.0);
  EXPECT_EQ(value("n > block && block > n"), 0.0);
  EXPECT_EQ(value("n > block ? 7 : 8"), 7.0);
  EXPECT_EQ(value("ceil(n / (2 * block))"), 2.0);
}

TEST(Expression, WholeNumbersOnly) {
  EXPECT_EQ(*evaluate_whole("n * n", kVariables), 1000000);
  const auto half = evaluate_whole("n / 16", kVariables);
  ASSERT_FALSE(half);
  EXPECT_NE(half.error().message.find("gives 62.5"), std::string::npos) << half.error().message;
}

// A quotient that comes out whole is whole, for constants and for the index of a fill.
TEST(Expression, DivisionIsExact) {
  for (const int divisor : {3, 7, 18, 49, 93, 100}) {
    const auto each = evaluate_each("floor((i + 1) / " + std::to_string(divisor) + ")", 5000);
    ASSERT_TRUE(each) << each.error().message;
    for (std::size_t i = 0; i < each->size(); ++i)
      ASSERT_EQ((*each)[i], static_cast<double>((i + 1) / static_cast<std::size_t>(divisor)))
          << i << " / " << divisor;
  }
}

TEST(Expression, Errors) {
  for (const char* wrong : {"", "n +", "m * 2", "ceil(n", "n / 0", "log2(0)", "n n"}) {
    const auto result = evaluate(wrong, kVariables);
    ASSERT_FALSE(result) << wrong;
    EXPECT_NE(result.error().message.find(std::string("`") + wrong + "`"), std::string::npos);
  }
}

TEST(Expression, Substitution) {
  EXPECT_EQ(*substitute("random:{block}%{n / 10}", kVariables), "random:256%100");
  EXPECT_EQ(*substitute("const:{n / 16}", kVariables), "const:62.5");
  EXPECT_EQ(*substitute("zero", kVariables), "zero");
  EXPECT_FALSE(substitute("const:{n", kVariables));
}

}  // namespace
}  // namespace lanescope::experiment
