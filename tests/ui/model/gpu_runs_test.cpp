// The session beside a GPU: the tests' own driver, whose kernels are known by name, runs what the
// model has run (tests/cuda/device/fake_driver.hpp). Each of its launches takes 1/64 ms.

#include <algorithm>
#include <filesystem>

#include "lab/experiment/file.hpp"
#include "lab/experiment/spec.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/panels/timings/timings_model.hpp"
#include "ui/session/gpu_words.hpp"

namespace lanescope::ui::session {
namespace {

using test::Studio;

// As the driver's kernel `ones`, or as another one is called.
experiment::Experiment ones(const std::string& name) {
  experiment::Experiment experiment =
      test::pasted("extern \"C\" __global__ void " + name +
                       "(int* out, int n) {\n  if (threadIdx.x < n) out[threadIdx.x] = 1;\n}\n",
                   "out:i32[64]=iota", {64, 1, 1});
  experiment.launches.front().kernel = name;
  experiment.launches.front().arguments.emplace_back(*experiment::parse_argument("n:i32=64"));
  return experiment;
}

Studio with_gpu() { return Studio(0, LANESCOPE_GPU_TEST_WORKER); }

bool holds(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

TEST(GpuRuns, TheRunOnScreenIsMeasuredAndCompared) {
  Studio studio = with_gpu();
  studio.open(ones("ones"));
  const Session& session = studio.session();
  ASSERT_NE(session.gpu().find(session.run()->id), nullptr);
  EXPECT_EQ(gpu_chip(session).words, "GPU 15.6 µs");
  EXPECT_FALSE(gpu_chip(session).trouble);
  const std::string words = gpu_sentences(session);
  EXPECT_TRUE(holds(words, "Fake GPU takes 15.6 µs (15.6 µs to 15.6 µs)")) << words;
  EXPECT_TRUE(holds(words, "the model's, byte for byte")) << words;
}

// The driver's `twice` leaves 2 i where the model writes 1.
TEST(GpuRuns, DifferencesAndFailuresAreSaid) {
  Studio studio = with_gpu();
  studio.open(ones("twice"));
  EXPECT_TRUE(gpu_chip(studio.session()).trouble);
  const std::string words = gpu_sentences(studio.session());
  EXPECT_TRUE(holds(words,
                    "out differs from the model's in 64 elements, first [0]: 0 on the GPU, "
                    "1 on the model."))
      << words;
  studio.open(ones("illegal"));
  EXPECT_EQ(gpu_chip(studio.session()).words, "GPU: it failed");
  EXPECT_TRUE(holds(gpu_sentences(studio.session()), "nothing of its own lies"))
      << gpu_sentences(studio.session());
  studio.open(ones("ones"));
  EXPECT_EQ(gpu_chip(studio.session()).words, "GPU 15.6 µs")
      << "after a kernel that broke its worker";
}

// The GPU cannot be used when the studio begins, and can be later: the next run is measured.
TEST(GpuRuns, WhatCouldNotBeginIsTriedAgain) {
  namespace fs = std::filesystem;
  const fs::path worker = fs::path(testing::TempDir()) / "lanescope-studio-worker";
  fs::remove(worker);
  Studio studio(0, worker.string());
  studio.open(ones("ones"));
  EXPECT_FALSE(studio.session().gpu().there());
  EXPECT_TRUE(holds(gpu_sentences(studio.session()), "There are no times: the process that runs"))
      << gpu_sentences(studio.session());
  studio.run("compile");
  EXPECT_FALSE(studio.session().gpu().there());
  fs::create_symlink(LANESCOPE_GPU_TEST_WORKER, worker);
  studio.run("compile");
  fs::remove(worker);
  EXPECT_TRUE(studio.session().gpu().there());
  EXPECT_EQ(gpu_chip(studio.session()).words, "GPU 15.6 µs");
}

// What is said of the run on screen goes into its report, too.
TEST(GpuRuns, AreInTheReport) {
  const std::string text = testing::TempDir() + "lanescope-report.txt";
  const std::string json = testing::TempDir() + "lanescope-report.json";
  Studio studio = with_gpu();
  studio.open(ones("illegal"));
  studio.run("save-report file=" + quote(text) + "; save-report file=" + quote(json));
  EXPECT_TRUE(holds(*experiment::read_text(text), "nothing of its own lies"))
      << *experiment::read_text(text);
  EXPECT_TRUE(holds(*experiment::read_text(json), "\"by_kernel\": true"))
      << *experiment::read_text(json);
  std::filesystem::remove(text);
  std::filesystem::remove(json);
  EXPECT_FALSE(commands::execute(studio.session(), "save-report"));
  EXPECT_TRUE(commands::execute(studio.session(), "edit text=nonsense"));
  studio.session().settle();
  EXPECT_FALSE(commands::execute(studio.session(), "save-report file=" + quote(text)))
      << "of the run before";
  EXPECT_FALSE(std::filesystem::exists(text));
  EXPECT_FALSE(commands::execute(studio.session(), "save-report file=/nowhere/at/all.txt"));
}

TEST(GpuRuns, ASweepIsTimed) {
  Studio studio = with_gpu();
  studio.open(ones("ones"));
  studio.run("sweep parameter=block counter=gpu_time");
  studio.session().complete_ladder();
  const auto model = panels::timings::timings_model(studio.session());
  ASSERT_TRUE(model && model->is_time && !model->running);
  EXPECT_EQ(model->counters.front().value, view::kGpuTime);
  ASSERT_GE(model->points.size(), 5U);
  for (const panels::timings::TimingsPoint& point : model->points) {
    ASSERT_TRUE(point.number) << point.label;
    EXPECT_EQ(*point.number, 1000.0 / 64.0) << point.label;
    EXPECT_EQ(point.spread.min, point.spread.max) << point.label;
    EXPECT_EQ(point.text, "15.6 µs");
  }
  EXPECT_TRUE(holds(model->sentence, "Time on the GPU: 15.6 µs for every value"))
      << model->sentence;
}

TEST(GpuRuns, WithoutAGpuNothingIsTimed) {
  Studio studio;
  studio.open(ones("ones"));
  EXPECT_FALSE(commands::execute(studio.session(), "sweep counter=gpu_time"));
  EXPECT_EQ(gpu_chip(studio.session()).words, "no GPU found: timings need one");
  EXPECT_TRUE(holds(gpu_sentences(studio.session()), "none are guessed"));
  const auto model = panels::timings::timings_model(studio.session());
  EXPECT_TRUE(std::ranges::none_of(
      model->counters,
      [](const panels::timings::TimingsChoice& choice) { return choice.value == view::kGpuTime; }));
}

TEST(TimeChange, SamplesThatOverlapAreEqual) {
  const view::CounterChange faster = time_change({2.0, 1.9, 2.1}, {1.0, 0.9, 1.1});
  EXPECT_EQ(faster.ratio, "2.00 × faster");
  EXPECT_EQ(faster.word, "better");
  EXPECT_EQ(faster.difference, "−1 ms");
  EXPECT_EQ(time_change({1.0, 0.9, 1.1}, {2.0, 1.9, 2.1}).verdict, -1);
  const view::CounterChange same = time_change({1.0, 0.9, 1.1}, {1.05, 1.0, 1.2});
  EXPECT_EQ(same.verdict, 0);
  EXPECT_EQ(same.word, "equal");
  EXPECT_EQ(time_change({1.0, 1.0, 1.0}, {1.0, 1.0, 1.0}).difference, "0");
}

TEST(TimeWords, ThreeDigitsAreEnough) {
  EXPECT_EQ(time_words(0.00331), "3.31 µs");
  EXPECT_EQ(time_words(0.25), "250 µs");
  EXPECT_EQ(time_words(1.2345), "1.234 ms");
}

}  // namespace
}  // namespace lanescope::ui::session
