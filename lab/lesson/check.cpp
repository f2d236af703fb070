#include "lab/lesson/check.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "lab/experiment/file.hpp"
#include "lab/lesson/agreement.hpp"
#include "lab/lesson/choice.hpp"
#include "lab/lesson/exercise.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/lesson_lines.hpp"
#include "lab/lesson/lesson_migration.hpp"
#include "lab/lesson/lesson_numbers.hpp"
#include "lab/lesson/lesson_ptx.hpp"
#include "lab/lesson/lesson_schedule.hpp"
#include "lab/lesson/lesson_sections.hpp"
#include "lab/lesson/metric.hpp"
#include "lab/lesson/model_times.hpp"
#include "lab/lesson/recorded.hpp"
#include "lab/lesson/rung_numbers.hpp"

namespace lanescope::lesson {
namespace {

constexpr std::uint32_t kAllBlocks = 1U << 20U;

// Runs rungs, each with the same values only once.
class Runs {
 public:
  Runs(const Lesson& lesson, ports::toolchain::Compiler& compiler,
       const ports::toolchain::Disassembler& disassembler)
      : lesson_(lesson), compiler_(compiler), times_(disassembler) {}

  // `recorded`: of each launch so many blocks are recorded in full.
  Result<std::shared_ptr<const run::ModelRun>> run(const std::string& rung_id,
                                                   const ParameterValues& values,
                                                   std::uint32_t recorded,
                                                   engine::Policy policy = engine::Policy::Its) {
    const auto key = std::tuple(rung_id, values, recorded, policy);
    if (const auto known = runs_.find(key); known != runs_.end()) return known->second;
    const Rung* rung = lesson_.find_rung(rung_id);
    if (rung == nullptr) return bad_input(fmt::format("there is no rung {}", rung_id));
    Result<experiment::Experiment> experiment = make_experiment(*rung, values);
    if (!experiment) return experiment.error();
    experiment->options.policy = policy;
    run::PrepareResult prepared = run::prepare(*experiment, compiler_);
    if (const auto* failed = std::get_if<run::PrepareFailure>(&prepared)) return failed->error;
    run::RunOptions options;
    options.recording = recorded > 0 ? engine::Recording::Full : engine::Recording::Counters;
    options.window.count = recorded;
    std::shared_ptr<const run::ModelRun> done = run::run_model(
        std::get<std::shared_ptr<const run::Prepared>>(std::move(prepared)), options);
    runs_[key] = done;
    return done;
  }
  ModelTimes& times() { return times_; }

 private:
  const Lesson& lesson_;
  ports::toolchain::Compiler& compiler_;
  ModelTimes times_;
  std::map<std::tuple<std::string, ParameterValues, std::uint32_t, engine::Policy>,
           std::shared_ptr<const run::ModelRun>>
      runs_;
};

Result<double> found_value(Runs* runs, const std::string& rung, const ParameterValues& values,
                           const std::string& metric, engine::Policy policy = engine::Policy::Its,
                           std::uint32_t blocks = kAllBlocks) {
  const auto run = runs->run(rung, values, needs_trace(metric) ? blocks : 0, policy);
  if (!run) return run.error();
  if ((*run)->outcome != engine::Outcome::Finished && !is_about_hazards(metric))
    return bad_input("the run did not finish");
  return evaluate_metric(**run, metric, {}, &runs->times());
}

// How many times as fast, where the metric is a time.
Result<double> divided(const Claim& claim, Runs* runs) {
  const Result<double> own = found_value(runs, claim.rung, claim.set, claim.metric, claim.policy);
  if (!own) return own.error();
  const Result<double> other =
      found_value(runs, claim.over->rung, claim.over->set, claim.metric, claim.policy);
  if (!other) return other.error();
  if (*own == 0.0) return bad_input("the run's number is 0, and nothing is divided by it");
  return *other / *own;
}

Result<double> value_of(const Lesson& lesson, const Claim& claim, Runs* runs,
                        const RecordedNumbers& recorded) {
  if (!claim.schedule.empty()) return scheduled_value(lesson, claim);
  if (claim.recorded) return recorded_value(lesson, claim, recorded);
  if (claim.over) return divided(claim, runs);
  if (claim.migration.empty())
    return found_value(runs, claim.rung, claim.set, claim.metric, claim.policy);
  const auto run = runs->run(claim.rung, claim.set, 0, claim.policy);
  if (!run) return run.error();
  return migrated_value(*lesson.find_migration(claim.migration), **run, claim.metric);
}

ClaimVerdict check_claim(const Lesson& lesson, const Claim& claim, Runs* runs,
                         const RecordedNumbers& recorded) {
  ClaimVerdict verdict{lesson.id, claim.id, claim.value, 0.0, false, {}};
  const Result<double> found = value_of(lesson, claim, runs, recorded);
  if (!found) {
    verdict.problem = found.error().text();
    return verdict;
  }
  verdict.found = *found;
  verdict.holds = std::abs(*found - claim.value) <= claim.tolerance;
  return verdict;
}

// Just one of the choices must be the answer, and no other one right.
std::string choices_problem(const Question& question, double found) {
  const auto is_right = [&](const std::string& choice) { return is_choice(choice, found); };
  const auto agreeing = std::ranges::count_if(question.choices, is_right);
  if (agreeing != 1)
    return fmt::format("the run's answer {} is {} of the choices", found,
                       agreeing == 0 ? "none" : "more than one");
  for (std::size_t i = 0; i < question.misconceptions.size(); ++i) {
    const bool is_told = !question.misconceptions[i].empty();
    if (is_told == is_right(question.choices[i]))
      return fmt::format("`{}` {}", question.choices[i],
                         is_told ? "is right, and has a misconception" : "has no misconception");
  }
  return {};
}

// A typed or clicked answer is a whole number, or is typed as finely as it is written.
std::string answer_problem(const Question& question, double found) {
  if (question.answer_by == AnswerBy::Choice) return choices_problem(question, found);
  if (question.answer_by == AnswerBy::Number || found == std::floor(found)) return {};
  return fmt::format("the run's answer {} is nothing to click on", found);
}

// A step shows a block of its run, unless it records all (`record blocks=all`): what is asked of
// phases is asked of that.
ClaimVerdict check_question(const Lesson& lesson, const LessonStep& step, Runs* runs) {
  ClaimVerdict verdict{lesson.id, "question of " + step.id, 0.0, 0.0, false, {}};
  const Question& question = *step.question;
  if (const Claim* claim = lesson.find_claim(question.claim)) {
    verdict.found = claim->value;
  } else {
    const bool all_blocks = std::ranges::any_of(step.commands, [](const std::string& command) {
      return command.find("record blocks=all") != std::string::npos;
    });
    const Result<double> found = found_value(runs, step.rung, step.set, question.metric,
                                             engine::Policy::Its, all_blocks ? kAllBlocks : 1);
    if (!found) {
      verdict.problem = found.error().text();
      return verdict;
    }
    verdict.found = *found;
  }
  verdict.problem = answer_problem(question, verdict.found);
  verdict.holds = verdict.problem.empty();
  verdict.stated = verdict.found;
  return verdict;
}

ClaimVerdict check_result(const Lesson& lesson, const Rung& rung, Runs* runs) {
  ClaimVerdict verdict{lesson.id, "result of " + rung.id, 0.0, 0.0, false, {}};
  const ParameterValues values = initial_values(rung);
  const auto run = runs->run(rung.id, values, 0);
  Result<void> same = run ? check_hazards(rung, **run) : Result<void>(run.error());
  if (same) same = check_reference(rung, values, **run);
  verdict.holds = same.ok();
  if (!same) verdict.problem = same.error().text();
  return verdict;
}

// What is wrong with the kernel as given, by what tells it first.
ToldBy told_by(const ExerciseVerdict& verdict) {
  if (!verdict.compiled) return ToldBy::Compiler;
  const auto wrong = std::ranges::find_if(
      verdict.trials, [](const ExerciseVerdict::Trial& trial) { return !trial.problem.empty(); });
  if (wrong == verdict.trials.end()) return ToldBy::Goals;
  return wrong->detected ? ToldBy::Detector : ToldBy::Results;
}

const char* words(ToldBy by) {
  switch (by) {
    case ToldBy::Compiler:
      return "the compiler";
    case ToldBy::Detector:
      return "the detector";
    case ToldBy::Results:
      return "a comparison of results";
    case ToldBy::Goals:
      return "the goals";
    case ToldBy::Anything:
      break;
  }
  return "anything";
}

std::string problem_as_given(const Exercise& exercise, const ExerciseVerdict& start) {
  if (start.solved) return "it is solved already";
  const ToldBy by = told_by(start);
  const bool may_be =
      exercise.told_by == ToldBy::Anything ? by != ToldBy::Compiler : by == exercise.told_by;
  if (may_be) return {};
  return fmt::format("its mistake is told by {}, not by {}: {}", words(by), words(exercise.told_by),
                     start.problem);
}

// The gap must be one, and what is offered as its solution must fill it.
std::vector<ClaimVerdict> check_exercise(const Lesson& lesson, const Exercise& exercise,
                                         ports::toolchain::Compiler& compiler,
                                         const ports::toolchain::Disassembler& disassembler) {
  const auto judged = [&](const Rung& rung) {
    const Result<std::string> source = experiment::read_text(rung.file.string());
    if (source) return judge(lesson, exercise, *source, compiler, &disassembler);
    ExerciseVerdict unread;
    unread.problem = source.error().text();
    return unread;
  };
  const ExerciseVerdict start = judged(exercise.start);
  const ExerciseVerdict solution = judged(exercise.solution);
  const bool only = exercise.id == kOnlyExercise;
  const std::string of = only ? "" : " of " + exercise.id;
  ClaimVerdict fails{lesson.id, only ? "exercise fails as given" : exercise.id + " fails as given",
                     0.0,       0.0,
                     false,     problem_as_given(exercise, start)};
  fails.holds = fails.problem.empty();
  ClaimVerdict passes{lesson.id,       "solution" + of + " passes", 0.0, 0.0, solution.solved,
                      solution.problem};
  return {fails, passes};
}

}  // namespace

std::vector<ClaimVerdict> check(const Lesson& lesson, ports::toolchain::Compiler& compiler,
                                const ports::toolchain::Disassembler& disassembler,
                                const RecordedNumbers& recorded) {
  Runs runs(lesson, compiler, disassembler);
  std::vector<ClaimVerdict> verdicts;
  for (const Claim& claim : lesson.claims)
    verdicts.push_back(check_claim(lesson, claim, &runs, recorded));
  for (const LessonStep& step : lesson.steps) {
    if (step.question) verdicts.push_back(check_question(lesson, step, &runs));
  }
  for (const Rung& rung : lesson.rungs) {
    if (!rung.reference.empty() || !rung.expect.empty())
      verdicts.push_back(check_result(lesson, rung, &runs));
  }
  const auto run = [&](const Rung& rung, const ParameterValues& values) {
    return runs.run(rung.id, values, 0);
  };
  for (ClaimVerdict& verdict : check_rung_numbers(lesson, run))
    verdicts.push_back(std::move(verdict));
  for (ClaimVerdict& verdict : check_numbers(lesson)) verdicts.push_back(std::move(verdict));
  for (ClaimVerdict& verdict : check_ptx_is_named(as_written(lesson)))
    verdicts.push_back(std::move(verdict));
  for (ClaimVerdict& verdict : check_device_is_named(lesson))
    verdicts.push_back(std::move(verdict));
  for (ClaimVerdict& verdict : check_lines_are_shown(lesson))
    verdicts.push_back(std::move(verdict));
  for (const Exercise& exercise : lesson.exercises) {
    for (ClaimVerdict& verdict : check_exercise(lesson, exercise, compiler, disassembler))
      verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

}  // namespace lanescope::lesson
