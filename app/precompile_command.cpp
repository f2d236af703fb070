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

int precompile_command(const CommandLine& line) {
  const Result<WantedLessons> wanted = wanted_lessons({});
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
