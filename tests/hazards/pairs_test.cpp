// Every faulty kernel is told with its kind, severity and two lines, and no clean twin with
// anything that matters, under each policy, order of execution and 20 seeds.

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lab/run/run_model.hpp"
#include "tests/hazards/judge.hpp"

namespace lanescope::run {
namespace {

using events::HazardKind;
using test::HazardPair;
using test::Twin;

const std::vector<engine::Policy> kPolicies{engine::Policy::Its, engine::Policy::Ipdom,
                                            engine::Policy::MinPc};
constexpr std::uint64_t kSeeds = 20;

class Pairs : public testing::TestWithParam<HazardPair> {};

TEST_P(Pairs, TheFaultyTwinIsTold) {
  test::on_every_machine(
      GetParam(), Twin::Faulty, test::machines(GetParam().policies, kSeeds),
      [](const auto& prepared) { test::expect_told(GetParam(), *run_model(prepared, {})); });
}

TEST_P(Pairs, TheCleanTwinIsClean) {
  test::on_every_machine(
      GetParam(), Twin::Clean, test::machines(kPolicies, kSeeds),
      [](const auto& prepared) { test::expect_clean(GetParam(), *run_model(prepared, {})); });
}

INSTANTIATE_TEST_SUITE_P(Hazards, Pairs,
                         testing::ValuesIn(test::read_hazard_pairs(test::kPairsFolder)),
                         [](const auto& row) { return row.param.name; });

TEST(PairsTable, ListsEveryKernelAndItsLines) {
  const std::vector<HazardPair> pairs = test::read_hazard_pairs(test::kPairsFolder);
  const auto files =
      std::filesystem::directory_iterator(std::string(test::kPairsFolder) + "/kernels");
  EXPECT_EQ(2 * static_cast<std::ptrdiff_t>(pairs.size()), std::distance(begin(files), end(files)));
  for (const HazardPair& pair : pairs) {
    const experiment::Source faulty =
        test::experiment_of(pair, Twin::Faulty, test::kPairsFolder).source;
    const experiment::Source clean =
        test::experiment_of(pair, Twin::Clean, test::kPairsFolder).source;
    EXPECT_FALSE(test::marked_lines(faulty, "<1>").empty()) << pair.name;
    EXPECT_FALSE(pair.kind == HazardKind::Race && test::marked_lines(faulty, "<2>").empty())
        << pair.name;
    EXPECT_LE(test::marked_lines(faulty, "").size(), 40U) << pair.name;
    EXPECT_NE(faulty.text, clean.text) << pair.name;
  }
}

}  // namespace
}  // namespace lanescope::run
