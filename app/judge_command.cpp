#include <utility>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/equipment.hpp"
#include "app/messages.hpp"
#include "app/wanted_lessons.hpp"
#include "lab/experiment/file.hpp"
#include "lab/lesson/exercise.hpp"
#include "lab/report/report_solutions.hpp"

namespace lanescope::app {
namespace {

// One bad file is told of among the others: a teacher has sixty of them. Only without a compiler
// none can be judged.
Result<std::vector<lab::Solution>> judge_all(const lab::Lesson& lesson,
                                             const std::vector<std::string>& files) {
  const std::unique_ptr<ports::Compiler> compiler = equipment().compiler();
  std::vector<lab::Solution> solutions;
  for (const std::string& file : files) {
    Result<std::string> source = lab::read_text(file);
    if (!source) {
      solutions.push_back(lab::unreadable(file, source.error().message));
      continue;
    }
    const lab::Attempt attempt{*lesson.exercise, lesson.trials, std::move(*source), file};
    lab::ExerciseVerdict verdict = lab::judge(attempt, *compiler);
    if (verdict.compiler_missing) return missing(verdict.problem);
    solutions.push_back(lab::judged(file, std::move(verdict)));
  }
  return solutions;
}

int status_of(const std::vector<lab::Solution>& solutions) {
  int status = 0;
  for (const lab::Solution& solution : solutions) {
    if (solution.status == lab::Solution::Status::Unreadable) return 2;
    if (solution.status != lab::Solution::Status::Solved) status = 1;
  }
  return status;
}

}  // namespace

int judge_command(const CommandLine& line) {
  const JudgeArguments& words = line.judge;
  const Result<WantedLessons> wanted = wanted_lessons({words.lesson});
  if (!wanted) return complain(wanted.error());
  if (!wanted->broken.empty()) return complain(wanted->broken.front().error);
  const lab::Lesson& lesson = wanted->lessons.front();
  if (!lesson.exercise)
    return complain(bad_input(fmt::format("the lesson `{}` has no exercise", lesson.id)));
  const Result<std::vector<lab::Solution>> solutions = judge_all(lesson, words.files);
  if (!solutions) return complain(solutions.error());
  const std::string text = words.report == "json"
                               ? lab::solutions_json(lesson.id, *lesson.exercise, *solutions)
                               : lab::solutions_text(*solutions);
  const Result<void> written = write_output(words.out, text);
  return written ? status_of(*solutions) : complain(written.error());
}

}  // namespace lanescope::app
