#include <filesystem>

#include "app/commands.hpp"
#include "app/messages.hpp"
#include "app/wanted_lessons.hpp"
#include "cuda/toolchain/compiler.hpp"
#include "lab/hardware/live_kernels.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/run/prepare.hpp"

namespace lanescope::app {
namespace {

// What the lesson compiles without anybody editing it.
Result<std::vector<experiment::Experiment>> experiments_of(const lesson::Lesson& lesson) {
  std::vector<experiment::Experiment> all;
  std::optional<Error> wrong;
  const auto add = [&](const lesson::Rung& kernel) {
    Result<experiment::Experiment> experiment =
        lesson::make_experiment(kernel, lesson::initial_values(kernel));
    if (!experiment)
      wrong = experiment.error();
    else
      all.push_back(std::move(*experiment));
  };
  for (const lesson::Rung& rung : lesson.rungs) add(rung);
  for (const lesson::Exercise& exercise : lesson.exercises) {
    if (exercise.told_by != lesson::ToldBy::Compiler) add(exercise.start);
    add(exercise.solution);  // to be looked at
    add(exercise.solution);  // to be judged, in the place of the file with the gap
    if (!wrong) all.back().source.file_name = exercise.start.file.filename().string();
  }
  if (wrong) return *wrong;
  return all;
}

}  // namespace

int precompile_command(const CommandLine& line) {
  const Result<WantedLessons> wanted = wanted_lessons({});
  if (!wanted) return complain(wanted.error());
  complain_of(wanted->broken);
  std::error_code problem;
  std::filesystem::create_directories(line.precompile_folder, problem);
  if (problem) return complain(bad_input(problem.message(), line.precompile_folder));
  cuda::toolchain::Compiler compiler;
  for (const lesson::Lesson& lesson : wanted->lessons) {
    const Result<std::vector<experiment::Experiment>> experiments = experiments_of(lesson);
    if (!experiments) return complain(experiments.error());
    for (const experiment::Experiment& experiment : *experiments) {
      const Result<void> written =
          compiler.write_shipped_cache(run::compile_request(experiment), line.precompile_folder);
      if (written) continue;
      const int status = complain(written.error());
      // Without NVRTC there is nothing to ship, and the build goes on.
      return written.error().code == Error::Code::Missing ? 0 : status;
    }
  }
  // What draws live pictures, for the lessons' own architecture.
  const Result<void> written =
      compiler.write_shipped_cache(hardware::show_request("sm_90"), line.precompile_folder);
  if (!written) return complain(written.error());
  return wanted->broken.empty() ? 0 : 1;
}

}  // namespace lanescope::app
