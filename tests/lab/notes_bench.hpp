#pragma once

// Runs of the lessons' rungs, and of kernels as the course notes print them, for tests of what the
// notes say of them.
#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "cuda/toolchain/compiler.hpp"
#include "lab/experiment/spec.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/metric.hpp"
#include "lab/run/prepare.hpp"
#include "lab/run/run_model.hpp"
#include "tests/lab/worker.hpp"

namespace lanescope::test {

using Ints = std::vector<std::int32_t>;

class NotesBench : public testing::Test {
 protected:
  static experiment::Experiment experiment(const char* lesson, std::string_view rung,
                                           const lesson::ParameterValues& values) {
    const auto loaded = lesson::load_lesson(std::string("kernels/") + lesson);
    EXPECT_TRUE(loaded) << loaded.error().text();
    auto made = lesson::make_experiment(*loaded->find_rung(rung), values);
    EXPECT_TRUE(made) << made.error().text();
    return std::move(*made);
  }
  std::shared_ptr<const run::ModelRun> run(const experiment::Experiment& experiment,
                                           const run::RunOptions& options = {}) {
    const run::PrepareResult prepared = run::prepare(experiment, compiler_);
    const auto* failed = std::get_if<run::PrepareFailure>(&prepared);
    EXPECT_EQ(failed, nullptr) << failed->error.text();
    return run::run_model(std::get<std::shared_ptr<const run::Prepared>>(prepared), options);
  }
  static Ints ints(const run::ModelRun& done, std::string_view buffer) {
    const auto found = std::ranges::find(done.buffers, buffer, &run::BufferResult::name);
    Ints values(found->bytes.size() / sizeof(std::int32_t));
    std::memcpy(values.data(), found->bytes.data(), found->bytes.size());
    return values;
  }
  Ints result(const experiment::Experiment& experiment, std::string_view buffer) {
    const auto done = run(experiment);
    EXPECT_EQ(done->outcome, engine::Outcome::Finished);
    return ints(*done, buffer);
  }
  // A kernel of the test's own; buffers and numbers as the command line writes them.
  static experiment::Experiment made(const char* source, const std::vector<std::string>& buffers) {
    experiment::Experiment out;
    out.source.file_name = "printed.cu";
    out.source.text = source;
    for (const std::string& buffer : buffers) {
      auto argument = *experiment::parse_argument(buffer);
      out.buffers.emplace_back(argument.name, std::get<experiment::BufferValue>(argument.value));
    }
    return out;
  }
  // Takes all buffers, and then the numbers.
  static void launch(experiment::Experiment& to, const char* kernel, std::uint32_t grid,
                     std::uint32_t block, const std::vector<std::string>& numbers) {
    experiment::LaunchSpec launch;
    launch.kernel = kernel;
    launch.grid = {grid, 1, 1};
    launch.block = {block, 1, 1};
    for (const auto& [name, value] : to.buffers)
      launch.arguments.emplace_back(experiment::LaunchSpec::BufferRef{name});
    for (const std::string& number : numbers)
      launch.arguments.emplace_back(*experiment::parse_argument(number));
    to.launches.push_back(std::move(launch));
  }
  static double metric(const run::ModelRun& done, const std::string& path) {
    const auto value = lesson::evaluate_metric(done, path);
    EXPECT_TRUE(value) << path << ": " << value.error().text();
    return value ? *value : -1.0;
  }
  ports::toolchain::Compiler& compiler() { return compiler_; }

 private:
  static cuda::toolchain::Compiler::Options compiler_options() {
    cuda::toolchain::Compiler::Options options;
    options.worker_command = test::worker_command();
    options.cache_dir = testing::TempDir() + "lanescope_notes_cache";
    return options;
  }
  cuda::toolchain::Compiler compiler_{compiler_options()};
};

}  // namespace lanescope::test
