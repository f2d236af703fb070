#include "lab/lesson/exercise.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "lab/lesson/agreement.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/metric.hpp"
#include "lab/lesson/model_times.hpp"

namespace lanescope::lesson {
namespace {

// A loop that never ends shall say so within a few seconds.
constexpr std::uint64_t kMostSteps = 4'000'000;
constexpr std::uint32_t kAllBlocks = 1U << 20U;

// Orders that a solution has to stand, after its lesson's own: races show in any of them, a result
// that depends on who comes first in some.
struct Schedule {
  engine::Order order;
  std::uint64_t seed;
};
constexpr std::array kSchedules{
    Schedule{engine::Order::RoundRobin, 0}, Schedule{engine::Order::Barrier, 1},
    Schedule{engine::Order::Barrier, 2}, Schedule{engine::Order::RoundRobin, 3}};

std::string text(const ParameterValues& values) {
  std::string out;
  for (const auto& [name, value] : values)
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", name, value);
  return out;
}

ParameterValues known(const Rung& rung, const ParameterValues& values) {
  ParameterValues out = initial_values(rung);
  for (const auto& [name, value] : values) {
    if (const auto at = out.find(name); at != out.end()) at->second = value;
  }
  return out;
}

bool any_needs_trace(const Exercise& exercise) {
  for (const Exercise::Goal& goal : exercise.goals) {
    if (needs_trace(goal.metric)) return true;
  }
  return false;
}

class Judge {
 public:
  Judge(const Attempt& attempt, const Preparer& prepare, ModelTimes* times,
        const std::atomic<bool>* cancel)
      : attempt_(attempt), prepare_(prepare), times_(times), cancel_(cancel) {}

  std::optional<ExerciseVerdict> judge() {
    for (const ParameterValues& values : trials_of(attempt_)) {
      const bool first = verdict_.trials.empty();
      const auto wrong = problem_of(values, first);
      if (!wrong) return std::nullopt;
      if (verdict_.problem.empty() && !wrong->empty()) {
        verdict_.problem =
            verdict_.compiled ? fmt::format("with {}: {}", text(values), *wrong) : *wrong;
      }
      if (!verdict_.compiled) return verdict_;
      verdict_.trials.push_back({values, *wrong, std::exchange(detected_, false)});
      if (first && verdict_.problem.empty()) name_missed_goal();
    }
    verdict_.solved = verdict_.problem.empty();
    return verdict_;
  }

 private:
  // What is wrong with the run, in words; nothing: it was cancelled.
  std::optional<std::string> problem_of(const ParameterValues& values, bool with_goals) {
    const Exercise& exercise = attempt_.exercise;
    Result<experiment::Experiment> experiment = make_experiment(exercise.start, values);
    if (!experiment) return experiment.error().text();
    experiment->source.text = attempt_.source;
    if (!attempt_.file_name.empty()) experiment->source.file_name = attempt_.file_name;
    if (exercise.start.max_steps == 0) experiment->options.max_steps = kMostSteps;
    auto prepared = prepare_(*experiment);
    if (!prepared) return std::nullopt;
    if (const auto* failed = std::get_if<run::PrepareFailure>(&*prepared)) {
      verdict_.compiler_missing = failed->error.code == Error::Code::Missing;
      return failed->error.text();
    }
    verdict_.compiled = true;
    run::RunOptions options;
    options.recording = with_goals && any_needs_trace(exercise) ? engine::Recording::Full
                                                                : engine::Recording::Counters;
    options.window.count = kAllBlocks;
    const auto run = run::run_model(
        std::get<std::shared_ptr<const run::Prepared>>(std::move(*prepared)), options, cancel_);
    if (run == nullptr) return std::nullopt;
    if (with_goals && run->outcome == engine::Outcome::Finished) look_at_goals(*run);
    const Result<void> right = correct(values, *run);
    return right ? problem_in_other_orders(*experiment, run->prepared->compiled, values)
                 : right.error().text();
  }

  std::optional<std::string> problem_in_other_orders(
      experiment::Experiment experiment,
      const std::shared_ptr<const ports::toolchain::Compiled>& compiled,
      const ParameterValues& values) {
    for (const Schedule& schedule : kSchedules) {
      experiment.options.order = schedule.order;
      experiment.options.schedule_seed = schedule.seed;
      const run::PrepareResult prepared = run::prepare(experiment, compiled);
      if (const auto* failed = std::get_if<run::PrepareFailure>(&prepared))
        return failed->error.text();
      const auto run = run::run_model(std::get<std::shared_ptr<const run::Prepared>>(prepared),
                                      run::RunOptions{}, cancel_);
      if (run == nullptr) return std::nullopt;
      const Result<void> right = correct(values, *run);
      if (!right) return fmt::format("in another order of threads: {}", right.error().text());
    }
    return std::string{};
  }

  Result<void> correct(const ParameterValues& values, const run::ModelRun& run) {
    const Rung& rung = attempt_.exercise.start;
    Result<void> clean = check_hazards(rung, run);
    detected_ = !clean;
    return clean ? check_reference(rung, values, run) : clean;
  }

  void look_at_goals(const run::ModelRun& run) {
    for (const Exercise::Goal& goal : attempt_.exercise.goals) {
      const Result<double> value = evaluate_metric(run, goal.metric, {}, times_);
      verdict_.goals.push_back(value && *value != 0.0);
      if (!value && goal_problem_.empty()) goal_problem_ = value.error().text();
    }
  }

  void name_missed_goal() {
    const auto missed = std::ranges::find(verdict_.goals, false);
    if (missed == verdict_.goals.end()) return;
    const auto& goals = attempt_.exercise.goals;
    const Exercise::Goal& goal = goals[static_cast<std::size_t>(missed - verdict_.goals.begin())];
    verdict_.problem = goal_problem_.empty()
                           ? fmt::format("not reached: {} ({})", goal.text, goal.metric)
                           : goal_problem_;
  }

  const Attempt& attempt_;
  const Preparer& prepare_;
  ModelTimes* times_;
  const std::atomic<bool>* cancel_;
  bool detected_ = false;     // the last run's problem is an error of the run
  std::string goal_problem_;  // a goal that could not be computed
  ExerciseVerdict verdict_;
};

}  // namespace

std::vector<ParameterValues> trials_of(const Attempt& attempt) {
  std::vector<ParameterValues> all{known(attempt.exercise.start, attempt.exercise.set)};
  const auto& own = attempt.exercise.start.trials;
  for (const ParameterValues& trial : own.empty() ? attempt.trials : own)
    all.push_back(known(attempt.exercise.start, trial));
  return all;
}

std::optional<ExerciseVerdict> judge(const Attempt& attempt, const Preparer& prepare,
                                     const ports::toolchain::Disassembler* disassembler,
                                     const std::atomic<bool>* cancel) {
  if (disassembler == nullptr) return Judge(attempt, prepare, nullptr, cancel).judge();
  ModelTimes times(*disassembler);
  return Judge(attempt, prepare, &times, cancel).judge();
}

ExerciseVerdict judge(const Attempt& attempt, ports::toolchain::Compiler& compiler,
                      const ports::toolchain::Disassembler* disassembler) {
  const Preparer with_compiler = [&](const experiment::Experiment& experiment) {
    return std::optional(run::prepare(experiment, compiler));
  };
  return judge(attempt, with_compiler, disassembler).value_or(ExerciseVerdict{});
}

ExerciseVerdict judge(const Lesson& lesson, const Exercise& exercise, const std::string& source,
                      ports::toolchain::Compiler& compiler,
                      const ports::toolchain::Disassembler* disassembler) {
  return judge(Attempt{exercise, lesson.trials, source}, compiler, disassembler);
}

}  // namespace lanescope::lesson
