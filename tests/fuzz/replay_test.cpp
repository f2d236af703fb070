#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/fuzz/mutate.hpp"
#include "tests/fuzz/target.hpp"

// Each reader with right inputs and with thousands of damaged ones: it comes back. What crashed is
// found again by LANESCOPE_FUZZ_SHOW=1, which prints the number of each input before it is read.
namespace lanescope::fuzz_test {
namespace {

int inputs_of_each() {
  constexpr int kUsual = 1500;
  const char* wanted = std::getenv("LANESCOPE_FUZZ_INPUTS");
  return wanted == nullptr ? kUsual : std::atoi(wanted);
}

class Reads : public testing::TestWithParam<Target> {};

TEST_P(Reads, WhateverComes) {
  const bool show = std::getenv("LANESCOPE_FUZZ_SHOW") != nullptr;
  const std::vector<std::string> seeds = GetParam().seeds();
  ASSERT_FALSE(seeds.empty());
  for (const std::string& seed : seeds) GetParam().read(seed);
  GetParam().read("");
  const int count = inputs_of_each();
  for (int number = 0; number < count; ++number) {
    if (show) std::fprintf(stderr, "%s: input %d\n", GetParam().name, number);
    GetParam().read(Mutator(static_cast<std::uint64_t>(number)).mutate(seeds));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Reads, testing::ValuesIn(all_targets()),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace lanescope::fuzz_test
