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
Result<std::vector<report::Solution>> judge_all(const lesson::Lesson& lesson,
                                                const lesson::Exercise& exercise,
                                                const std::vector<std::string>& files) {
  const std::unique_ptr<ports::toolchain::Compiler> compiler = equipment().compiler();
  std::vector<report::Solution> solutions;
  for (const std::string& file : files) {
    Result<std::string> source = experiment::read_text(file);
    if (!source) {
      solutions.push_back(report::unreadable(file, source.error().message));
      continue;
    }
    const lesson::Attempt attempt{exercise, lesson.trials, std::move(*source), file};
    lesson::ExerciseVerdict verdict =
        lesson::judge(attempt, *compiler, &equipment().disassembler());
    if (verdict.compiler_missing) return missing(verdict.problem);
    solutions.push_back(report::judged(file, std::move(verdict)));
  }
  return solutions;
}

// Unless one is named the lesson's own, which is called `exercise`, or the only one.
Result<const lesson::Exercise*> wanted_exercise(const lesson::Lesson& lesson,
                                                const std::string& id) {
  if (lesson.exercises.empty())
    return bad_input(fmt::format("the lesson `{}` has no exercise", lesson.id));
  if (id.empty() && lesson.exercises.size() == 1) return &lesson.exercises.front();
  const std::string_view wanted = id.empty() ? lesson::kOnlyExercise : std::string_view(id);
  if (const lesson::Exercise* found = lesson.find_exercise(wanted)) return found;
  std::string list;
  for (const lesson::Exercise& exercise : lesson.exercises)
    list += (list.empty() ? "" : ", ") + exercise.id;
  return id.empty() ? bad_input(fmt::format("the lesson `{}` has several exercises; name one with "
                                            "--exercise: {}",
                                            lesson.id, list))
                    : bad_input(fmt::format("the lesson `{}` has no exercise `{}`: {}", lesson.id,
                                            id, list));
}

int status_of(const std::vector<report::Solution>& solutions) {
  int status = 0;
  for (const report::Solution& solution : solutions) {
    if (solution.status == report::Solution::Status::Unreadable) return 2;
    if (solution.status != report::Solution::Status::Solved) status = 1;
  }
  return status;
}

}  // namespace

int judge_command(const CommandLine& line) {
  const JudgeArguments& words = line.judge;
  const Result<WantedLessons> wanted = wanted_lessons({words.lesson});
  if (!wanted) return complain(wanted.error());
  if (!wanted->broken.empty()) return complain(wanted->broken.front().error);
  const lesson::Lesson& lesson = wanted->lessons.front();
  const Result<const lesson::Exercise*> exercise = wanted_exercise(lesson, words.exercise);
  if (!exercise) return complain(exercise.error());
  const Result<std::vector<report::Solution>> solutions =
      judge_all(lesson, **exercise, words.files);
  if (!solutions) return complain(solutions.error());
  const std::string text = words.report == "json"
                               ? report::solutions_json(lesson.id, **exercise, *solutions)
                               : report::solutions_text(*solutions);
  const Result<void> written = write_output(words.out, text);
  return written ? status_of(*solutions) : complain(written.error());
}

}  // namespace lanescope::app
