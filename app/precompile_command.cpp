#include <filesystem>
#include <future>
#include <thread>

#include "app/commands.hpp"
#include "app/messages.hpp"
#include "app/wanted_lessons.hpp"
#include "cuda/toolchain/compiler.hpp"
#include "cuda/toolchain/nvdisasm.hpp"
#include "lab/hardware/live_kernels.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/run/prepare.hpp"
#include "ports/images/shipped_listings.hpp"

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

// The machine code of what the folder holds of the lessons' rungs.
Result<std::vector<std::vector<std::byte>>> shipped_cubins(
    const std::vector<lesson::Lesson>& lessons, const std::string& folder) {
  cuda::toolchain::Compiler::Options options;
  options.use_cache = false;
  options.read_only_caches = {folder};
  cuda::toolchain::Compiler compiler(options);
  std::vector<std::vector<std::byte>> cubins;
  for (const lesson::Lesson& lesson : lessons) {
    for (const lesson::Rung& rung : lesson.rungs) {
      const auto experiment = lesson::make_experiment(rung, lesson::initial_values(rung));
      if (!experiment) return experiment.error();
      const auto compiled = compiler.compile(run::compile_request(*experiment));
      if (!compiled) return compiled.error();
      cubins.push_back(compiled->cubin);
    }
  }
  return cubins;
}

// Every so many-th from `first` on.
Result<void> store_listings(const std::vector<std::vector<std::byte>>& cubins, std::size_t first,
                            std::size_t step, const std::string& folder) {
  const cuda::toolchain::Nvdisasm nvdisasm({});
  for (std::size_t at = first; at < cubins.size(); at += step) {
    if (ports::images::ShippedListings::holds(folder, cubins[at])) continue;
    const auto listing = nvdisasm.disassemble(cubins[at]);
    if (!listing) return listing.error();
    if (const auto stored = ports::images::ShippedListings::store(folder, cubins[at], *listing);
        !stored)
      return stored.error();
  }
  return {};
}

}  // namespace

int predisassemble_command(const CommandLine& line) {
  const Result<WantedLessons> wanted = wanted_lessons({});
  if (!wanted) return complain(wanted.error());
  complain_of(wanted->broken);
  const auto cubins = shipped_cubins(wanted->lessons, line.precompile_folder);
  if (!cubins) return complain(cubins.error());
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::future<Result<void>>> parts;
  for (std::size_t first = 0; first < cores; ++first)
    parts.push_back(std::async(std::launch::async, [&, first] {
      return store_listings(*cubins, first, cores, line.precompile_folder);
    }));
  int status = 0;
  for (std::future<Result<void>>& part : parts)
    if (const Result<void> done = part.get(); !done) status = complain(done.error());
  return status;
}

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
