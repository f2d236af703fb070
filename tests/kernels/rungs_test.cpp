// Every rung of every lesson gives the host's result under each policy, order of execution and
// seed; tests/lab/rungs_test.cpp tries the sizes.

#include <algorithm>
#include <map>
#include <memory>
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
#include "tests/sanitized.hpp"

namespace lanescope::lesson {
namespace {

struct Case {
  std::string lesson, rung;
};

const std::vector<Lesson>& lessons() {
  static const auto kAll = load_lessons(kernels_folder());
  static const std::vector<Lesson> kNone;
  return kAll ? *kAll : kNone;
}

std::vector<Case> every_rung() {
  std::vector<Case> cases;
  for (const Lesson& lesson : lessons())
    for (const Rung& rung : lesson.rungs) cases.push_back({lesson.id, rung.id});
  return cases;
}

class Rungs : public testing::TestWithParam<Case> {
 protected:
  static cuda::toolchain::Compiler& compiler() {
    static const auto kShared = [] {
      cuda::toolchain::Compiler::Options options;
      options.worker_command = {LANESCOPE_EXECUTABLE, "worker"};
      return std::make_unique<cuda::toolchain::Compiler>(options);
    }();
    return *kShared;
  }

  static void check(const Rung& rung, const engine::MachineOptions& machine) {
    const ParameterValues values = initial_values(rung);
    auto experiment = make_experiment(rung, values);
    ASSERT_TRUE(experiment.ok()) << experiment.error().text();
    experiment->options = machine;
    const run::PrepareResult prepared = run::prepare(*experiment, compiler());
    const auto* ready = std::get_if<std::shared_ptr<const run::Prepared>>(&prepared);
    ASSERT_NE(ready, nullptr) << std::get<run::PrepareFailure>(prepared).error.text();
    const auto run = run::run_model(*ready, {});
    const auto clean = check_hazards(rung, *run);
    EXPECT_TRUE(clean.ok()) << clean.error().text();
    // A rung that shows a mistake may be one that ends there.
    if (!rung.expect.empty() && run->outcome == engine::Outcome::Fault) return;
    ASSERT_EQ(run->outcome, engine::Outcome::Finished)
        << (run->hazards.empty() ? "" : run->hazards[0].message);
    EXPECT_TRUE(!rung.expect.empty() || run->hazards.empty()) << run->hazards[0].message;
    const auto agrees = check_reference(rung, values, *run);
    EXPECT_TRUE(agrees.ok()) << agrees.error().text();
  }
};

std::vector<engine::Policy> policies_of(const Rung& rung) {
  if (!rung.policies.empty()) return rung.policies;
  return {engine::Policy::Its, engine::Policy::Ipdom, engine::Policy::MinPc};
}

TEST_P(Rungs, AgreeInEveryOrder) {
  const auto lesson = std::find_if(lessons().begin(), lessons().end(),
                                   [&](const Lesson& l) { return l.id == GetParam().lesson; });
  const Rung& rung = *lesson->find_rung(GetParam().rung);
  for (const engine::Policy policy : policies_of(rung))
    for (const engine::Order order : {engine::Order::RoundRobin, engine::Order::Barrier})
      for (const std::uint64_t seed : {0U, 1U, 7U}) {
        if (test::kSanitized && seed != 0) continue;
        SCOPED_TRACE(std::to_string(static_cast<int>(policy)) + "/" +
                     std::to_string(static_cast<int>(order)) + "/" + std::to_string(seed));
        engine::MachineOptions machine;
        machine.policy = policy;
        machine.order = order;
        machine.schedule_seed = seed;
        check(rung, machine);
      }
}

std::string text_of(const events::Hazard& hazard) {
  return hazard.message + " " + std::to_string(hazard.count) + " times, step " +
         std::to_string(hazard.machine_step.value) + " behind " +
         std::to_string(hazard.other_machine_step.value);
}

std::vector<std::string> texts_of(const std::vector<events::Hazard>& hazards) {
  std::vector<std::string> texts;
  for (const events::Hazard& hazard : hazards) texts.push_back(text_of(hazard));
  return texts;
}

void expect_same(const run::ModelRun& one, const run::ModelRun& other) {
  EXPECT_EQ(one.outcome, other.outcome);
  EXPECT_EQ(one.machine_steps, other.machine_steps);
  EXPECT_EQ(texts_of(one.hazards), texts_of(other.hazards));
  EXPECT_EQ(one.printed.text, other.printed.text);
  EXPECT_TRUE(one.counters_by_pc == other.counters_by_pc);
  ASSERT_EQ(one.buffers.size(), other.buffers.size());
  for (std::size_t i = 0; i < one.buffers.size(); ++i)
    EXPECT_TRUE(one.buffers[i].bytes == other.buffers[i].bytes) << one.buffers[i].name;
}

// Whatever is told: however short a launch is, its blocks run on four cores where they may.
TEST_P(Rungs, AreTheSameOnFourCores) {
  const auto lesson = std::find_if(lessons().begin(), lessons().end(),
                                   [&](const Lesson& l) { return l.id == GetParam().lesson; });
  const Rung& rung = *lesson->find_rung(GetParam().rung);
  auto experiment = make_experiment(rung, initial_values(rung));
  ASSERT_TRUE(experiment.ok()) << experiment.error().text();
  experiment->options.policy = policies_of(rung).front();
  for (const std::uint64_t seed : {0U, 7U}) {
    experiment->options.schedule_seed = seed;
    const run::PrepareResult prepared = run::prepare(*experiment, compiler());
    const auto* ready = std::get_if<std::shared_ptr<const run::Prepared>>(&prepared);
    ASSERT_NE(ready, nullptr) << std::get<run::PrepareFailure>(prepared).error.text();
    for (const bool hazards : {true, false}) {
      SCOPED_TRACE(std::string(hazards ? "hazards" : "no hazards") + ", seed " +
                   std::to_string(seed));
      run::RunOptions options;
      options.hazards = hazards;
      options.cores = {1, 0};
      const auto one = run::run_model(*ready, options);
      options.cores = {4, 0};
      const auto four = run::run_model(*ready, options);
      expect_same(*one, *four);
    }
  }
}

std::string name_of(const testing::TestParamInfo<Case>& row) {
  std::string name = row.param.lesson + "_" + row.param.rung;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Kernels, Rungs, testing::ValuesIn(every_rung()), name_of);

TEST(Lessons, CanBeRead) {
  const auto all = load_lessons(kernels_folder());
  ASSERT_TRUE(all.ok()) << all.error().text();
  EXPECT_GE(all->size(), 5U);
}

// Each lesson asks at least two questions, and each answer is among the choices.
TEST(Lessons, AskAtLeastTwice) {
  for (const Lesson& lesson : lessons()) {
    const auto questions =
        std::count_if(lesson.steps.begin(), lesson.steps.end(),
                      [](const LessonStep& step) { return step.question.has_value(); });
    EXPECT_GE(questions, 2) << lesson.id;
  }
}

// Who teaches finds in each lesson how to, and who is stuck finds a hint.
TEST(Lessons, HelpThoseWhoTeachAndThoseWhoAreStuck) {
  for (const Lesson& lesson : lessons()) {
    EXPECT_FALSE(lesson.teaching.empty()) << lesson.id;
    for (const Exercise& exercise : lesson.exercises)
      EXPECT_FALSE(exercise.hints.empty()) << lesson.id << "/" << exercise.id;
  }
}

// A wrong choice says what one would have to believe to take it.
TEST(Lessons, WrongChoicesSayWhatTheyWouldMean) {
  for (const Lesson& lesson : lessons()) {
    for (const LessonStep& step : lesson.steps) {
      if (!step.question || step.question->answer_by != AnswerBy::Choice) continue;
      const auto told = std::ranges::count_if(
          step.question->misconceptions, [](const std::string& words) { return !words.empty(); });
      EXPECT_EQ(static_cast<std::size_t>(told) + 1, step.question->choices.size())
          << lesson.id << "/" << step.id;
    }
  }
}

// The course is a path: what a lesson builds on comes before it.
TEST(Lessons, BuildOnEarlierOnes) {
  std::map<std::string, std::int64_t> order;
  for (const Lesson& lesson : lessons()) order[lesson.id] = lesson.order;
  for (const Lesson& lesson : lessons()) {
    for (const std::string& needed : lesson.needs) {
      ASSERT_TRUE(order.contains(needed)) << lesson.id << " needs " << needed;
      EXPECT_LT(order[needed], lesson.order) << lesson.id << " needs " << needed;
    }
  }
}

}  // namespace
}  // namespace lanescope::lesson
