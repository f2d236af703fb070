#include "tests/hazards/judge.hpp"

#include <algorithm>
#include <variant>

#include <gtest/gtest.h>

#include "lab/experiment/fill.hpp"

namespace lanescope::test {

using events::Hazard;
using events::HazardKind;
using run::BufferResult;
using run::ModelRun;

namespace {

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
  const std::vector<int> one = marked_lines(source, "<1>");
  const std::vector<int> two = marked_lines(source, "<2>");
  const int line = line_of(run, hazard, hazard.pc);
  if (hazard.kind != HazardKind::Race) return has(one, line) || has(two, line);
  const int other = line_of(run, hazard, hazard.other_pc);
  return (has(one, line) && has(two, other)) || (has(two, line) && has(one, other));
}

bool is_told(const HazardPair& pair, const ModelRun& run) {
  const experiment::Source& source = run.prepared->experiment.source;
  return std::any_of(run.hazards.begin(), run.hazards.end(), [&](const Hazard& hazard) {
    return hazard.kind == pair.kind && hazard.severity == pair.severity &&
           hazard.space == pair.space && at_marked_lines(run, hazard, source);
  });
}

}  // namespace

std::vector<engine::MachineOptions> machines(const std::vector<engine::Policy>& policies,
                                             std::uint64_t seeds) {
  constexpr std::uint64_t kMaxSteps = 100'000;  // of those that spin
  std::vector<engine::MachineOptions> all;
  for (const engine::Policy policy : policies)
    for (const auto order : {engine::Order::RoundRobin, engine::Order::Barrier})
      for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        engine::MachineOptions machine;
        machine.policy = policy;
        machine.order = order;
        machine.schedule_seed = seed;
        machine.max_steps = kMaxSteps;
        all.push_back(machine);
      }
  return all;
}

void on_every_machine(
    const HazardPair& pair, Twin twin, const std::vector<engine::MachineOptions>& machines,
    const std::function<void(const std::shared_ptr<const run::Prepared>&)>& judge) {
  experiment::Experiment experiment = experiment_of(pair, twin, kPairsFolder);
  run::PrepareResult prepared = run::prepare(experiment, compiler());
  for (const engine::MachineOptions& machine : machines) {
    const auto* ready = std::get_if<std::shared_ptr<const run::Prepared>>(&prepared);
    ASSERT_NE(ready, nullptr) << std::get<run::PrepareFailure>(prepared).error.text();
    const std::shared_ptr<const run::Prepared> previous = *ready;
    SCOPED_TRACE(name_of(machine));
    experiment.options = machine;
    prepared = run::prepare_again(experiment, previous->compiled, previous.get());
    judge(std::get<std::shared_ptr<const run::Prepared>>(prepared));
    if (testing::Test::HasFailure()) return;
  }
}

void expect_told(const HazardPair& pair, const ModelRun& run) {
  EXPECT_TRUE(is_told(pair, run)) << "missing: " << spelling(pair.severity) << " "
                                  << spelling(pair.kind) << "; " << text_of(run);
}

namespace {

void expect_result(const experiment::Argument& expected, const ModelRun& run) {
  const auto buffer = std::find_if(run.buffers.begin(), run.buffers.end(),
                                   [&](const BufferResult& b) { return b.name == expected.name; });
  ASSERT_NE(buffer, run.buffers.end()) << expected.name;
  const auto bytes = experiment::fill_bytes(std::get<experiment::BufferValue>(expected.value));
  ASSERT_TRUE(bytes.ok()) << bytes.error().text();
  EXPECT_EQ(buffer->bytes, *bytes) << "buffer " << expected.name;
}

}  // namespace

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
    options.cache_dir = testing::TempDir() + "lanescope_pairs_cache";  // two tests compile the same
    return std::make_unique<cuda::toolchain::Compiler>(options);
  }();
  return *kShared;
}

}  // namespace lanescope::test
