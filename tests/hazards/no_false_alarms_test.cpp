// No shipped rung, and no solution of an exercise, is told of a hazard that it does not declare,
// and each gives the host's result: under each policy and in both orders, with 20 seeds at its
// cheapest values and with one seed at all its other values.

#include <algorithm>
#include <memory>
#include <numeric>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cuda/toolchain/compiler.hpp"
#include "lab/lesson/agreement.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/paths.hpp"
#include "lab/run/prepare.hpp"
#include "lab/run/run_model.hpp"

namespace lanescope::lesson {
namespace {

constexpr std::uint64_t kMaxSteps = 2'000'000;  // all rungs end before, some orders late

struct Case {
  std::string lesson;
  Rung rung;
  std::vector<ParameterValues> values;
};

// The initial values, and those of the trials; a rung takes the parameters that it has.
std::vector<ParameterValues> values_of(const Rung& rung,
                                       const std::vector<ParameterValues>& trials) {
  std::vector<ParameterValues> all{initial_values(rung)};
  for (const ParameterValues& trial : rung.trials.empty() ? trials : rung.trials) {
    ParameterValues values = all.front();
    for (const auto& [name, value] : trial)
      if (values.contains(name)) values[name] = value;
    if (std::find(all.begin(), all.end(), values) == all.end()) all.push_back(values);
  }
  return all;
}

std::vector<Case> every_rung() {
  const auto lessons = load_lessons(kernels_folder());
  std::vector<Case> cases;
  if (!lessons) return cases;
  for (const Lesson& lesson : *lessons) {
    for (const Rung& rung : lesson.rungs)
      cases.push_back({lesson.id, rung, values_of(rung, lesson.trials)});
    for (const Exercise& exercise : lesson.exercises) {
      const Rung& solution = exercise.solution;
      cases.push_back({lesson.id, solution, values_of(solution, lesson.trials)});
    }
  }
  return cases;
}

std::ostream& operator<<(std::ostream& out, const Case& row) {
  return out << row.lesson << "/" << row.rung.id;
}

cuda::toolchain::Compiler& compiler() {
  static const auto kShared = [] {
    cuda::toolchain::Compiler::Options options;
    options.worker_command = {LANESCOPE_EXECUTABLE, "worker"};
    return std::make_unique<cuda::toolchain::Compiler>(options);
  }();
  return *kShared;
}

using PreparedPtr = std::shared_ptr<const run::Prepared>;

struct ReadyRun {
  ParameterValues values;
  PreparedPtr prepared;
};

class NoFalseAlarms : public testing::TestWithParam<Case> {
 protected:
  // Null after a failure.
  static PreparedPtr prepared(const ParameterValues& values) {
    const auto experiment = make_experiment(GetParam().rung, values);
    if (!experiment) {
      ADD_FAILURE() << experiment.error().text();
      return nullptr;
    }
    const run::PrepareResult result = run::prepare(*experiment, compiler());
    if (const auto* failed = std::get_if<run::PrepareFailure>(&result)) {
      ADD_FAILURE() << failed->error.text();
      return nullptr;
    }
    return std::get<PreparedPtr>(result);
  }

  static std::shared_ptr<const run::ModelRun> run(const run::Prepared& before,
                                                  const engine::MachineOptions& machine) {
    experiment::Experiment experiment = before.experiment;
    experiment.options = machine;
    experiment.options.max_steps = kMaxSteps;
    const run::PrepareResult again = run::prepare_again(experiment, before.compiled, &before);
    return run::run_model(std::get<PreparedPtr>(again), {});
  }

  static void expect_no_alarm(const run::ModelRun& done) {
    std::vector<events::HazardKind> declared = GetParam().rung.expect;
    const auto& may = GetParam().rung.may_show;
    declared.insert(declared.end(), may.begin(), may.end());
    for (const events::Hazard& hazard : done.hazards)
      EXPECT_NE(std::count(declared.begin(), declared.end(), hazard.kind), 0)
          << spelling(hazard.severity) << " " << spelling(hazard.kind) << ": " << hazard.message;
  }

  // The same bytes agree again: most orders give them.
  static bool same_results(const run::ModelRun& one, const run::ModelRun& other) {
    return one.outcome == other.outcome &&
           std::ranges::equal(one.buffers, other.buffers, {}, &run::BufferResult::bytes,
                              &run::BufferResult::bytes);
  }

  // A rung that shows a mistake may be one that ends there.
  static void expect_result(const ParameterValues& values, const run::ModelRun& done) {
    const Rung& rung = GetParam().rung;
    if (!rung.expect.empty() && done.outcome == engine::Outcome::Fault) return;
    EXPECT_EQ(done.outcome, engine::Outcome::Finished);
    const Result<void> agrees = check_reference(rung, values, done);
    EXPECT_TRUE(agrees.ok()) << agrees.error().text();
  }

  static void on_every_machine(const ReadyRun& ready, const std::vector<std::uint64_t>& seeds) {
    std::vector<engine::Policy> policies = GetParam().rung.policies;
    if (policies.empty())
      policies = {engine::Policy::Its, engine::Policy::Ipdom, engine::Policy::MinPc};
    std::shared_ptr<const run::ModelRun> agreed;
    for (const engine::Policy policy : policies)
      for (const engine::Order order : {engine::Order::RoundRobin, engine::Order::Barrier})
        for (const std::uint64_t seed : seeds) {
          engine::MachineOptions machine;
          machine.policy = policy;
          machine.order = order;
          machine.schedule_seed = seed;
          SCOPED_TRACE("policy " + std::to_string(static_cast<int>(policy)) + ", order " +
                       std::to_string(static_cast<int>(order)) + ", seed " + std::to_string(seed));
          const auto done = run(*ready.prepared, machine);
          expect_no_alarm(*done);
          if (agreed == nullptr || !same_results(*agreed, *done))
            expect_result(ready.values, *done);
          if (HasFailure()) return;
          agreed = done;
        }
  }
};

TEST_P(NoFalseAlarms, OnAnyMachine) {
  ReadyRun cheapest;
  std::uint64_t fewest = 0;
  for (const ParameterValues& values : GetParam().values) {
    const ReadyRun ready{values, prepared(values)};
    ASSERT_NE(ready.prepared, nullptr);
    const std::uint64_t steps = run(*ready.prepared, {})->machine_steps;
    if (cheapest.prepared == nullptr || steps < fewest) {
      cheapest = ready;
      fewest = steps;
    }
    on_every_machine(ready, {1});
  }
  std::vector<std::uint64_t> seeds(20);
  std::iota(seeds.begin(), seeds.end(), std::uint64_t{0});
  on_every_machine(cheapest, seeds);
}

std::string name_of(const testing::TestParamInfo<Case>& row) {
  std::string name = row.param.lesson + "_" + row.param.rung.id;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Kernels, NoFalseAlarms, testing::ValuesIn(every_rung()), name_of);

}  // namespace
}  // namespace lanescope::lesson
