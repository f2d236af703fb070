#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/messages.hpp"
#include "lab/experiment/text_table.hpp"
#include "lab/hardware/live_kernels.hpp"
#include "lab/lesson/check.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/paths.hpp"
#include "lab/run/prepare.hpp"

namespace lanescope::app {
namespace {

struct Wanted {
  std::vector<lab::Lesson> lessons;
  std::vector<lab::BrokenLesson> broken;
};

// All lessons when none is named.
Result<Wanted> wanted_lessons(const std::vector<std::string>& ids) {
  Wanted all;
  Result<std::vector<lab::Lesson>> lessons = lab::load_lessons(lab::kernels_folder(), &all.broken);
  if (!lessons) return lessons.error();
  all.lessons = std::move(*lessons);
  if (ids.empty()) return all;
  Wanted wanted;
  for (const std::string& id : ids) {
    const auto at = std::ranges::find(all.lessons, id, &lab::Lesson::id);
    const auto broken = std::ranges::find(all.broken, id, &lab::BrokenLesson::id);
    if (at != all.lessons.end())
      wanted.lessons.push_back(*at);
    else if (broken != all.broken.end())
      wanted.broken.push_back(*broken);
    else
      return bad_input(fmt::format("there is no lesson `{}` (see lanescope list)", id));
  }
  return wanted;
}

void complain_of(const std::vector<lab::BrokenLesson>& broken) {
  for (const lab::BrokenLesson& lesson : broken) (void)complain(lesson.error);
}

std::string verdict_line(const lab::ClaimVerdict& verdict) {
  const std::string name = verdict.lesson + "/" + verdict.claim;
  if (!verdict.problem.empty()) return fmt::format("FALSE  {}: {}\n", name, verdict.problem);
  if (verdict.holds) return fmt::format("true   {}\n", name);
  return fmt::format("FALSE  {}: stated {}, found {}\n", name, verdict.stated, verdict.found);
}

// What the lesson compiles without anybody editing it.
Result<std::vector<lab::Experiment>> experiments_of(const lab::Lesson& lesson) {
  std::vector<lab::Rung> kernels = lesson.rungs;
  if (lesson.exercise) {
    kernels.push_back(lesson.exercise->start);
    kernels.push_back(lesson.exercise->solution);  // to be looked at
    kernels.push_back(lesson.exercise->solution);  // to be judged
  }
  std::vector<lab::Experiment> all;
  for (const lab::Rung& kernel : kernels) {
    Result<lab::Experiment> experiment = lab::make_experiment(kernel, lab::initial_values(kernel));
    if (!experiment) return experiment.error();
    all.push_back(std::move(*experiment));
  }
  // An attempt is judged in the place of the file with the gap, and so under its name.
  if (lesson.exercise) all.back().source.file_name = all[all.size() - 3].source.file_name;
  return all;
}

}  // namespace

int list_command() {
  const Result<Wanted> wanted = wanted_lessons({});
  if (!wanted) return complain(wanted.error());
  complain_of(wanted->broken);
  std::string text;
  for (const lab::Lesson& lesson : wanted->lessons) {
    text += fmt::format("{}\t{}\n", lesson.id, lesson.title);
    for (const lab::Rung& rung : lesson.rungs)
      text += fmt::format("  {}\t{}\n", rung.id, rung.title);
  }
  const Result<void> written = write_output("", text);
  return written ? 0 : complain(written.error());
}

int check_command(const CommandLine& line) {
  const Result<Wanted> wanted = wanted_lessons(line.lessons);
  if (!wanted) return complain(wanted.error());
  complain_of(wanted->broken);
  cuda::Compiler compiler = make_compiler();
  // Without a compiler and without the shipped images nothing can be said about any claim.
  std::size_t held = 0;
  std::size_t failed = 0;
  for (const lab::Lesson& lesson : wanted->lessons) {
    for (const lab::ClaimVerdict& verdict : lab::check(lesson, compiler)) {
      const Result<void> written = write_output("", verdict_line(verdict));
      if (!written) return complain(written.error());
      (verdict.holds ? held : failed) += 1;
    }
  }
  const Result<void> written = write_output("", fmt::format("{} hold, {} do not\n", held, failed));
  if (!written) return complain(written.error());
  return failed == 0 && wanted->broken.empty() ? 0 : 1;
}

int precompile_command(const CommandLine& line) {
  const Result<Wanted> wanted = wanted_lessons({});
  if (!wanted) return complain(wanted.error());
  complain_of(wanted->broken);
  std::error_code problem;
  std::filesystem::create_directories(line.precompile_folder, problem);
  if (problem) return complain(bad_input(problem.message(), line.precompile_folder));
  cuda::Compiler compiler;
  for (const lab::Lesson& lesson : wanted->lessons) {
    const Result<std::vector<lab::Experiment>> experiments = experiments_of(lesson);
    if (!experiments) return complain(experiments.error());
    for (const lab::Experiment& experiment : *experiments) {
      const Result<void> written =
          compiler.write_shipped_cache(lab::compile_request(experiment), line.precompile_folder);
      if (written) continue;
      const int status = complain(written.error());
      // Without NVRTC there is nothing to ship, and the build goes on.
      return written.error().code == Error::Code::Missing ? 0 : status;
    }
  }
  // What draws live pictures, for the lessons' own architecture.
  const Result<void> written =
      compiler.write_shipped_cache(lab::show_request("sm_90"), line.precompile_folder);
  if (!written) return complain(written.error());
  return wanted->broken.empty() ? 0 : 1;
}

}  // namespace lanescope::app
