#pragma once

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "cuda/device/equipment.hpp"
#include "lab/experiment/spec.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/paths.hpp"
#include "lab/lesson/runner.hpp"
#include "ui/commands/commands.hpp"
#include "ui/session/session.hpp"

// A session on the shipped lessons, driven by commands, without a window.
namespace lanescope::ui::test {

// A pasted source's kernel `k` on one block, with one buffer of zeros as its argument.
[[nodiscard]] inline experiment::Experiment pasted(std::string source, const std::string& buffer,
                                                   Dim3 block) {
  experiment::Experiment experiment;
  experiment.source = {"pasted.cu", std::move(source), false, {}};
  experiment::LaunchSpec launch;
  launch.kernel = "k";
  launch.grid = {1, 1, 1};
  launch.block = block;
  launch.arguments.emplace_back(*experiment::parse_argument(buffer));
  experiment.launches.push_back(std::move(launch));
  return experiment;
}

class Studio {
 public:
  // `max_steps`: where runs of lessons are stopped; 0: as usual. `gpu_worker`: the tests' worker on
  // a driver of their own (tests/cuda/device/fake_driver.hpp); empty: there is no GPU.
  // `textures`: take live pictures from the GPU's memory. `cupti`: "older" has no range profiler.
  // `run_command`: what commands are run by.
  explicit Studio(std::uint64_t max_steps = 0, const std::string& gpu_worker = {},
                  background::DeviceTextures* textures = nullptr, const std::string& cupti = "fake",
                  session::CommandRunner run_command = commands::run_command) {
    equipment_ = std::make_unique<cuda::device::Equipment>(options(gpu_worker, cupti));
    compiler_ = equipment_->compiler();
    runner_ = std::make_unique<lesson::Runner>(*compiler_, &equipment_->disassembler());
    std::vector<lesson::Lesson> lessons = some_lessons();
    if (max_steps != 0) stop_runs(lessons, max_steps);
    live_ = std::make_unique<hardware::LiveRunner>(*equipment_);
    if (!gpu_worker.empty()) gpu_ = std::make_unique<hardware::GpuRunner>(*equipment_);
    session_ = std::make_unique<session::Session>(
        std::move(lessons), run_command, *runner_, *equipment_, gpu_.get(),
        background::LivePictures::Sources{live_.get(), textures});
  }

  // Commands as in a script, each settled before the next.
  void run(const std::string& script) {
    const auto commands = session::parse_script(script);
    ASSERT_TRUE(commands) << commands.error().text();
    for (const session::Command& command : *commands) {
      const auto done = commands::execute(*session_, command);
      ASSERT_TRUE(done) << command.name << ": " << done.error().text();
      if (command.name != "beat") session_->settle();
    }
    if (session_->failure()) ADD_FAILURE() << session_->failure()->error.text();
  }
  void open(const experiment::Experiment& experiment) {
    session_->open(experiment);
    session_->settle();
  }
  // Steps on until the shown instruction holds all the words.
  void step_to(const std::string& words) {
    for (int i = 0; i < 2000; ++i) {
      const auto step = session_->shown_step();
      if (step && session_->state().cursor.tick.value > 0 &&
          session_->program()->text_at(step->pc).find(words) != std::string::npos)
        return;
      run("step-forward unit=instruction");
    }
    ADD_FAILURE() << "no instruction with " << words;
  }
  [[nodiscard]] session::Session& session() { return *session_; }

 private:
  static std::vector<lesson::Lesson> read_lessons() {
    auto lessons = lesson::load_lessons(lesson::kernels_folder());
    EXPECT_TRUE(lessons) << lessons.error().text();
    return lessons ? std::move(*lessons) : std::vector<lesson::Lesson>();
  }
  // The shipped ones are read once: hundreds of studios are made in a process, and reading lessons
  // takes most of each one's time.
  static std::vector<lesson::Lesson> some_lessons() {
    if (std::getenv("LANESCOPE_KERNELS") != nullptr) return read_lessons();
    static const std::vector<lesson::Lesson> kShipped = read_lessons();
    return kShipped;
  }
  static cuda::device::Equipment::Options options(const std::string& gpu_worker,
                                                  const std::string& cupti) {
    cuda::device::Equipment::Options out;
    out.compiler.worker_command = {LANESCOPE_EXECUTABLE, "worker"};
    out.gpu.emplace();
    if (gpu_worker.empty()) return out;
    out.gpu->driver = "fake";
    out.gpu->cupti = cupti;
    out.gpu->worker_command = {gpu_worker};
    return out;
  }
  static void stop_runs(std::vector<lesson::Lesson>& lessons, std::uint64_t max_steps) {
    for (lesson::Lesson& lesson : lessons) {
      for (lesson::Rung& rung : lesson.rungs) rung.max_steps = max_steps;
      for (lesson::Exercise& exercise : lesson.exercises) {
        exercise.start.max_steps = max_steps;
        exercise.solution.max_steps = max_steps;
      }
    }
  }

  std::unique_ptr<cuda::device::Equipment> equipment_;
  std::unique_ptr<ports::toolchain::Compiler> compiler_;
  std::unique_ptr<lesson::Runner> runner_;
  std::unique_ptr<hardware::GpuRunner> gpu_;
  std::unique_ptr<hardware::LiveRunner> live_;
  std::unique_ptr<session::Session> session_;
};

}  // namespace lanescope::ui::test
