// Every faulty kernel is told with its kind, severity and two lines, and no clean twin with
// anything that matters, under each policy, order of execution and 20 seeds.

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "lab/run/prepare.hpp"
#include "lab/run/run_model.hpp"
#include "tests/hazards/judge.hpp"

namespace lanescope::run {
namespace {

using events::HazardKind;
using test::HazardPair;
using test::Twin;

const std::string kFolder = "tests/hazards";
const std::vector<engine::Policy> kPolicies{engine::Policy::Its, engine::Policy::Ipdom,
                                            engine::Policy::MinPc};
constexpr std::uint64_t kMaxSteps = 100'000;  // of those that spin

std::vector<engine::MachineOptions> machines(const std::vector<engine::Policy>& policies) {
  std::vector<engine::MachineOptions> all;
  for (const engine::Policy policy : policies)
    for (const auto order : {engine::Order::RoundRobin, engine::Order::Barrier})
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        engine::MachineOptions machine;
        machine.policy = policy;
        machine.order = order;
        machine.schedule_seed = seed;
        machine.max_steps = kMaxSteps;
        all.push_back(machine);
      }
  return all;
}

std::string name_of(const engine::MachineOptions& machine) {
  return "policy " + std::to_string(static_cast<int>(machine.policy)) + ", order " +
         std::to_string(static_cast<int>(machine.order)) + ", seed " +
         std::to_string(machine.schedule_seed);
}

class Pairs : public testing::TestWithParam<HazardPair> {
 protected:
  // Calls `judge` with a run on each machine.
  template <typename Judge>
  static void on_every_machine(Twin twin, const std::vector<engine::Policy>& policies,
                               const Judge& judge) {
    experiment::Experiment experiment = test::experiment_of(GetParam(), twin, kFolder);
    PrepareResult prepared = prepare(experiment, test::compiler());
    for (const engine::MachineOptions& machine : machines(policies)) {
      const auto* ready = std::get_if<std::shared_ptr<const Prepared>>(&prepared);
      ASSERT_NE(ready, nullptr) << std::get<PrepareFailure>(prepared).error.text();
      const std::shared_ptr<const Prepared> previous = *ready;
      SCOPED_TRACE(name_of(machine));
      experiment.options = machine;
      prepared = prepare_again(experiment, previous->compiled, previous.get());
      const auto run = run_model(std::get<std::shared_ptr<const Prepared>>(prepared), {});
      judge(*run);
      if (HasFailure()) return;
    }
  }
};

TEST_P(Pairs, TheFaultyTwinIsTold) {
  on_every_machine(Twin::Faulty, GetParam().policies,
                   [](const ModelRun& run) { test::expect_told(GetParam(), run); });
}

TEST_P(Pairs, TheCleanTwinIsClean) {
  on_every_machine(Twin::Clean, kPolicies,
                   [](const ModelRun& run) { test::expect_clean(GetParam(), run); });
}

INSTANTIATE_TEST_SUITE_P(Hazards, Pairs, testing::ValuesIn(test::read_hazard_pairs(kFolder)),
                         [](const auto& row) { return row.param.name; });

TEST(PairsTable, ListsEveryKernelAndItsLines) {
  const std::vector<HazardPair> pairs = test::read_hazard_pairs(kFolder);
  const auto files = std::filesystem::directory_iterator(kFolder + "/kernels");
  EXPECT_EQ(2 * static_cast<std::ptrdiff_t>(pairs.size()), std::distance(begin(files), end(files)));
  for (const HazardPair& pair : pairs) {
    const experiment::Source faulty = test::experiment_of(pair, Twin::Faulty, kFolder).source;
    const experiment::Source clean = test::experiment_of(pair, Twin::Clean, kFolder).source;
    EXPECT_FALSE(test::marked_lines(faulty, "<1>").empty()) << pair.name;
    EXPECT_FALSE(pair.kind == HazardKind::Race && test::marked_lines(faulty, "<2>").empty())
        << pair.name;
    EXPECT_LE(test::marked_lines(faulty, "").size(), 40U) << pair.name;
    EXPECT_NE(faulty.text, clean.text) << pair.name;
  }
}

}  // namespace
}  // namespace lanescope::run
