#include "lab/lesson/choice.hpp"

#include <gtest/gtest.h>

namespace lanescope::lesson {
namespace {

TEST(Choice, BeginsWithItsNumber) {
  EXPECT_DOUBLE_EQ(number_of_choice("1,024")->value, 1024);
  EXPECT_DOUBLE_EQ(number_of_choice("94 of them")->value, 94);
  EXPECT_DOUBLE_EQ(number_of_choice("50 %")->value, 0.5);
  EXPECT_DOUBLE_EQ(number_of_choice("-3")->value, -3);
  EXPECT_FALSE(number_of_choice("it depends"));
}

// A fraction is compared as finely as it is written, a whole number exactly.
TEST(Choice, AgreesAsFinelyAsItIsWritten) {
  EXPECT_TRUE(is_choice("0.464", 0.4643));
  EXPECT_FALSE(is_choice("0.464", 0.4651));
  EXPECT_TRUE(is_choice("29.2 %", 0.2917));
  EXPECT_TRUE(is_choice("3", 3.0));
  EXPECT_FALSE(is_choice("3", 3.4));
  EXPECT_TRUE(is_choice("16777216", 16777216.0));
  EXPECT_FALSE(is_choice("16777217", 16777216.0));
  EXPECT_FALSE(is_choice("it depends", 0.0));
}

}  // namespace
}  // namespace lanescope::lesson
