// Every faulty kernel is told with its kind, severity and two lines, and no clean twin with
// anything that matters, under each policy, order of execution and 20 seeds.

#include "tests/hazards/pairs.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "cuda/toolchain/compiler.hpp"
#include "lab/experiment/fill.hpp"
#include "lab/lesson/exercise.hpp"
#include "lab/run/prepare.hpp"
#include "lab/run/run_model.hpp"

namespace lanescope::run {
namespace {

using events::Hazard;
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

int line_of(const ModelRun& run, const Hazard& hazard, Pc pc) {
  const engine::Program& program = *run.plan().launches[hazard.launch].program;
  return pc.value < program.size() ? static_cast<int>(program.location_at(pc).line) : 0;
}

std::string text_of(const ModelRun& run) {
  std::string text = "told:";
  for (const Hazard& hazard : run.hazards)
    text += "\n  " + std::string(spelling(hazard.severity)) + " " +
            std::string(spelling(hazard.kind)) + " (" + hazard.space + ") in lines " +
            std::to_string(line_of(run, hazard, hazard.pc)) + ", " +
            std::to_string(line_of(run, hazard, hazard.other_pc)) + ": " + hazard.message;
  return text;
}

bool has(const std::vector<int>& lines, int line) {
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

// A race is between the two marked lines, in either order; other hazards are at one of them.
bool at_marked_lines(const ModelRun& run, const Hazard& hazard, const experiment::Source& source) {
  const std::vector<int> one = test::marked_lines(source, "<1>");
  const std::vector<int> two = test::marked_lines(source, "<2>");
  const int line = line_of(run, hazard, hazard.pc);
  if (hazard.kind != HazardKind::Race) return has(one, line) || has(two, line);
  const int other = line_of(run, hazard, hazard.other_pc);
  return (has(one, line) && has(two, other)) || (has(two, line) && has(one, other));
}

void expect_told(const HazardPair& pair, const ModelRun& run) {
  const experiment::Source& source = run.prepared->experiment.source;
  EXPECT_TRUE(std::any_of(run.hazards.begin(), run.hazards.end(),
                          [&](const Hazard& hazard) {
                            return hazard.kind == pair.kind && hazard.severity == pair.severity &&
                                   hazard.space == pair.space &&
                                   at_marked_lines(run, hazard, source);
                          }))
      << "missing: " << spelling(pair.severity) << " " << spelling(pair.kind) << "; "
      << text_of(run);
}

void expect_result(const experiment::Argument& expected, const ModelRun& run) {
  const auto buffer = std::find_if(run.buffers.begin(), run.buffers.end(),
                                   [&](const BufferResult& b) { return b.name == expected.name; });
  ASSERT_NE(buffer, run.buffers.end()) << expected.name;
  const auto bytes = experiment::fill_bytes(std::get<experiment::BufferValue>(expected.value));
  ASSERT_TRUE(bytes.ok()) << bytes.error().text();
  EXPECT_EQ(buffer->bytes, *bytes) << "buffer " << expected.name;
}

void expect_clean(const HazardPair& pair, const ModelRun& run) {
  EXPECT_EQ(run.outcome, engine::Outcome::Finished);
  const bool alarmed =
      std::any_of(run.hazards.begin(), run.hazards.end(),
                  [](const Hazard& hazard) { return hazard.severity != events::Severity::Note; });
  EXPECT_FALSE(alarmed) << text_of(run);
  for (const experiment::Argument& expected : pair.result) expect_result(expected, run);
}

cuda::toolchain::Compiler& compiler() {
  static const auto kShared = [] {
    cuda::toolchain::Compiler::Options options;
    options.worker_command = {LANESCOPE_EXECUTABLE, "worker"};
    return std::make_unique<cuda::toolchain::Compiler>(options);
  }();
  return *kShared;
}

class Pairs : public testing::TestWithParam<HazardPair> {
 protected:
  // Calls `judge` with a run on each machine.
  template <typename Judge>
  static void on_every_machine(Twin twin, const std::vector<engine::Policy>& policies,
                               const Judge& judge) {
    experiment::Experiment experiment = test::experiment_of(GetParam(), twin, kFolder);
    PrepareResult prepared = prepare(experiment, compiler());
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
                   [](const ModelRun& run) { expect_told(GetParam(), run); });
}

TEST_P(Pairs, TheCleanTwinIsClean) {
  on_every_machine(Twin::Clean, kPolicies,
                   [](const ModelRun& run) { expect_clean(GetParam(), run); });
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
