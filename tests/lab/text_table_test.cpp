#include "lab/experiment/text_table.hpp"

#include <gtest/gtest.h>

namespace lanescope::experiment {
namespace {

TEST(TextTable, AlignsByCharactersNotBytes) {
  TextTable table("lr");
  table.add({"a × b", "1"});
  table.add({"c", "1,000"});
  EXPECT_EQ(table.text(""), "a × b      1\nc      1,000\n");
}

TEST(TextTable, Numbers) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(percent(0.9816), "98.2 %");
  EXPECT_EQ(share(1, 4), "25.0 %");
  EXPECT_EQ(share(0, 0), "");
}

}  // namespace
}  // namespace lanescope::experiment
