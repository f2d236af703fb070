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
                                             const lab::Exercise& exercise,
                                             const std::vector<std::string>& files) {
  const std::unique_ptr<ports::Compiler> compiler = equipment().compiler();
  std::vector<lab::Solution> solutions;
  for (const std::string& file : files) {
    Result<std::string> source = lab::read_text(file);
    if (!source) {
      solutions.push_back(lab::unreadable(file, source.error().message));
      continue;
    }
    const lab::Attempt attempt{exercise, lesson.trials, std::move(*source), file};
    lab::ExerciseVerdict verdict = lab::judge(attempt, *compiler);
    if (verdict.compiler_missing) return missing(verdict.problem);
    solutions.push_back(lab::judged(file, std::move(verdict)));
  }
  return solutions;
}

// The only one, unless one is named.
Result<const lab::Exercise*> wanted_exercise(const lab::Lesson& lesson, const std::string& id) {
  if (lesson.exercises.empty())
    return bad_input(fmt::format("the lesson `{}` has no exercise", lesson.id));
  if (id.empty() && lesson.exercises.size() == 1) return &lesson.exercises.front();
  if (const lab::Exercise* found = lesson.find_exercise(id)) return found;
  std::string list;
  for (const lab::Exercise& exercise : lesson.exercises)
    list += (list.empty() ? "" : ", ") + exercise.id;
  return id.empty() ? bad_input(fmt::format("the lesson `{}` has several exercises; name one with "
                                            "--exercise: {}",
                                            lesson.id, list))
                    : bad_input(fmt::format("the lesson `{}` has no exercise `{}`: {}", lesson.id,
                                            id, list));
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
  const Result<const lab::Exercise*> exercise = wanted_exercise(lesson, words.exercise);
  if (!exercise) return complain(exercise.error());
  const Result<std::vector<lab::Solution>> solutions = judge_all(lesson, **exercise, words.files);
  if (!solutions) return complain(solutions.error());
  const std::string text = words.report == "json"
                               ? lab::solutions_json(lesson.id, **exercise, *solutions)
                               : lab::solutions_text(*solutions);
  const Result<void> written = write_output(words.out, text);
  return written ? status_of(*solutions) : complain(written.error());
}

}  // namespace lanescope::app
