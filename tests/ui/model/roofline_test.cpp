// The roofline with numbers that were computed by hand: of a recorded GPU, and of the tests' own.
#include <algorithm>

#include "lab/experiment/spec.hpp"
#include "tests/ui/model/recordings.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/figures/roofline_model.hpp"
#include "ui/panels/device/device_model.hpp"
#include "ui/panels/timings/timings_model.hpp"

namespace lanescope::ui::test {
namespace {

using test::Studio;

bool holds(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

void open_reduction(Studio& studio, const hardware::Measurements& file) {
  studio.session().set_measurements({file});
  studio.run("lesson id=reduction; rung id=sequential; set n=4096; set block=64");
  studio.session().complete_ladder();
}

// 4,096 floats in 64 blocks of 64 threads, then their 64 sums in one more: 4,095 additions. Four
// bytes of each float, and a sector for each block's sum: 4,160 · 4 + 65 · 32 = 18,720 bytes. In 4
// µs (2 to 8).
TEST(Roofline, PlacesARungByOperationsBytesAndTime) {
  Studio studio;
  open_reduction(studio, test::recording_with_peaks());
  studio.run("sweep counter=roofline:0");
  const figures::RooflineModel model = figures::roofline_model(studio.session());
  EXPECT_EQ(model.copy, 1000.0);
  EXPECT_EQ(model.f32, 20000.0);
  const auto point = std::ranges::find(model.points, "sequential", &figures::RooflinePoint::id);
  ASSERT_NE(point, model.points.end());
  EXPECT_DOUBLE_EQ(point->intensity, 4095.0 / 18720.0);
  EXPECT_DOUBLE_EQ(point->rate.median, 1.02375);
  EXPECT_DOUBLE_EQ(point->rate.min, 0.511875);
  EXPECT_DOUBLE_EQ(point->rate.max, 2.0475);
  EXPECT_TRUE(point->here);
  EXPECT_FALSE(point->doubles);
  EXPECT_DOUBLE_EQ(model.roof(point->intensity, false), 218.75);
  EXPECT_DOUBLE_EQ(model.roof(1e6, false), 20000.0);
  EXPECT_EQ(model.points.size(), 2U) << "sequential and launches have times";
  EXPECT_FALSE(model.any_doubles);
  EXPECT_EQ(model.sentence.substr(0, model.sentence.rfind(" Here:")),
            "Measured peaks: copies within the GPU's memory reach 1,000 GB/s, f32 arithmetic 20 "
            "TFLOP/s.");
  EXPECT_TRUE(holds(model.sentence,
                    "Here: 0.219 operations a byte, 1.02 GFLOP/s, 0.5 % of the 219 GFLOP/s that "
                    "the roof allows there."))
      << model.sentence;
  for (const figures::RooflinePoint& one : model.points) {
    EXPECT_GT(one.intensity, model.intensities.min);
    EXPECT_LT(one.intensity, model.intensities.max);
    EXPECT_GT(one.rate.min, model.rates.min);
    EXPECT_LT(one.rate.max, model.rates.max);
  }
  EXPECT_LT(model.f32, model.rates.max) << "the roof is in the picture";
}

TEST(Roofline, StandsInTimings) {
  Studio studio;
  open_reduction(studio, test::recording_with_peaks());
  auto timings = panels::timings::timings_model(studio.session());
  EXPECT_FALSE(timings->roofline);
  const auto choice =
      std::ranges::find(timings->counters, "roofline:0", &panels::timings::TimingsChoice::value);
  ASSERT_NE(choice, timings->counters.end());
  EXPECT_EQ(choice->words, "Roofline, recorded on NVIDIA H200");
  studio.run("sweep counter=roofline:0");
  timings = panels::timings::timings_model(studio.session());
  ASSERT_TRUE(timings->roofline);
  EXPECT_TRUE(timings->parameters.empty()) << "it is over no parameter";
  EXPECT_EQ(std::ranges::count(timings->counters, true, &panels::timings::TimingsChoice::chosen),
            1);
  ASSERT_FALSE(timings->bars.empty());
  EXPECT_TRUE(timings->bars.front().title.starts_with("1  "));
  for (std::size_t i = 0; i < timings->bars.size(); ++i) {
    const panels::timings::TimingsBar& bar = timings->bars[i];
    EXPECT_EQ(bar.there, bar.id == "sequential" || bar.id == "launches") << bar.id;
    EXPECT_EQ(bar.there, bar.absent.empty()) << bar.absent;
    if (!bar.there) {
      EXPECT_TRUE(holds(bar.absent, "not recorded with these values")) << bar.absent;
      continue;
    }
    const auto point =
        std::ranges::find(timings->roofline->points, bar.id, &figures::RooflinePoint::id);
    EXPECT_EQ(point->number, i + 1);
    EXPECT_EQ(bar.text == "1.02 GFLOP/s", bar.id == "sequential") << bar.text;
  }
  EXPECT_TRUE(holds(timings->device, "Recorded on NVIDIA H200")) << timings->device;
  EXPECT_TRUE(holds(timings->device,
                    " Launching cost 3.9 µs more. Clocks meanwhile: SMs 1,980 MHz, "
                    "memory 3,201 MHz."))
      << timings->device;
}

// 16,777,216 additions and 12 bytes for each, in 0.1 ms: by the formulas of the rung, since the
// model runs no such size. Those without a recorded time have no point.
TEST(Roofline, OfSizesThatFillTheGpuIsMadeOfFormulas) {
  Studio studio;
  hardware::Measurements file = test::recording_with_peaks();
  file.points.push_back(
      test::recorded("roofline", "add", {{"block", 128}, {"n", 16'777'216}}, 0.1));
  studio.session().set_measurements({file});
  studio.run("lesson id=roofline; reveal");
  studio.session().complete_ladder();
  auto timings = panels::timings::timings_model(studio.session());
  EXPECT_EQ(std::ranges::count(timings->counters, "large-roofline:0",
                               &panels::timings::TimingsChoice::value),
            1);
  studio.run("sweep counter=large-roofline:0");
  const figures::RooflineModel model = figures::roofline_model(studio.session());
  ASSERT_EQ(model.points.size(), 1U);
  EXPECT_EQ(model.points[0].id, "add");
  EXPECT_DOUBLE_EQ(model.points[0].intensity, 1.0 / 12.0);
  EXPECT_DOUBLE_EQ(model.points[0].rate.median, 167.77216);
  EXPECT_TRUE(holds(model.counted, "formulas")) << model.counted;
  timings = panels::timings::timings_model(studio.session());
  ASSERT_TRUE(timings->roofline);
  EXPECT_TRUE(holds(timings->bars[1].absent, "not recorded with these values"))
      << timings->bars[1].absent;
  studio.run("lesson id=roofline step=10; sweep counter=large-roofline:0");
  EXPECT_TRUE(panels::timings::timings_model(studio.session())->withheld)
      << "the step asks for recorded times";
}

TEST(Roofline, NeedsPeaksThatWereMeasured) {
  Studio studio;
  open_reduction(studio, test::reduction_recording());
  const auto timings = panels::timings::timings_model(studio.session());
  EXPECT_EQ(
      std::ranges::count(timings->counters, "roofline:0", &panels::timings::TimingsChoice::value),
      0);
  EXPECT_FALSE(commands::execute(studio.session(), "sweep counter=roofline")) << "there is no GPU";
  EXPECT_FALSE(commands::execute(studio.session(), "sweep counter=roofline:1"));
  EXPECT_FALSE(commands::execute(studio.session(), "survey"));
  studio.run("sweep counter=roofline:0");
  const auto without = panels::timings::timings_model(studio.session());
  EXPECT_EQ(without->sentence, "Of NVIDIA H200 no peaks were recorded.");
  EXPECT_TRUE(without->bars.empty());
  EXPECT_TRUE(without->roofline->points.empty());
}

// The transpose only moves floats.
TEST(Roofline, WhatDoesNotCalculateHasNoPlace) {
  Studio studio;
  studio.session().set_measurements({test::recording_with_peaks()});
  studio.run("lesson id=transpose; sweep counter=roofline:0");
  studio.session().complete_ladder();
  const auto timings = panels::timings::timings_model(studio.session());
  ASSERT_TRUE(timings && timings->roofline);
  EXPECT_TRUE(timings->roofline->points.empty());
  for (const panels::timings::TimingsBar& bar : timings->bars)
    EXPECT_TRUE(holds(bar.absent, "no floating-point arithmetic")) << bar.absent;
  const std::size_t all = timings->bars.size();
  EXPECT_TRUE(holds(timings->sentence, std::to_string(all) + " of " + std::to_string(all) +
                                           " rungs have no place here"))
      << timings->sentence;
}

// The first question about coalescing asks for sectors of loads.
TEST(Roofline, LeavesOutWhatTheQuestionAsksFor) {
  Studio studio;
  studio.session().set_measurements({test::recording_with_peaks()});
  studio.run("lesson id=coalescing step=1; sweep counter=roofline:0");
  auto timings = panels::timings::timings_model(studio.session());
  EXPECT_TRUE(timings->withheld);
  EXPECT_TRUE(timings->bars.empty());
  EXPECT_EQ(timings->roofline->copy, 0.0) << "neither roofs nor points";
  EXPECT_TRUE(holds(timings->sentence, "predict, then reveal")) << timings->sentence;
  studio.run("reveal");
  timings = panels::timings::timings_model(studio.session());
  EXPECT_FALSE(timings->withheld);
  EXPECT_FALSE(timings->bars.empty());
  EXPECT_GT(timings->roofline->copy, 0.0);
}

// The driver knows the kernel by its name, and takes 1/64 ms for it.
experiment::Experiment calculating(const std::string& type) {
  experiment::Experiment experiment = test::pasted(
      "extern \"C\" __global__ void ones(" + type + "* out, int n) {\n  " + type +
          " x = out[threadIdx.x];\n  out[threadIdx.x] = x * x + x;\n}\n",
      std::string("out:") + (type == "float" ? "f32" : "f64") + "[64]=iota", {64, 1, 1});
  experiment.launches.front().kernel = "ones";
  experiment.launches.front().arguments.emplace_back(*experiment::parse_argument("n:i32=64"));
  return experiment;
}

// 64 fused multiply-adds are 128 operations; 256 bytes come and go. In 1/64 ms 0.008192 GFLOP/s;
// the driver copies 2^20 bytes a millisecond and tells two for each: 2.097152 GB/s.
TEST(Roofline, OfThisMachinesGpu) {
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER);
  studio.open(calculating("float"));
  EXPECT_FALSE(studio.session().gpu().survey()) << "not before it is wanted";
  studio.run("sweep counter=roofline");
  ASSERT_TRUE(studio.session().gpu().survey());
  const figures::RooflineModel model = figures::roofline_model(studio.session());
  EXPECT_DOUBLE_EQ(model.copy, 2.097152);
  ASSERT_EQ(model.points.size(), 1U) << model.sentence;
  const figures::RooflinePoint& point = model.points.front();
  EXPECT_DOUBLE_EQ(point.intensity, 0.25);
  EXPECT_DOUBLE_EQ(point.rate.median, 0.008192);
  EXPECT_TRUE(point.here);
  EXPECT_DOUBLE_EQ(model.roof(point.intensity, false), 0.524288);
  EXPECT_TRUE(holds(model.sentence,
                    "Here: 0.25 operations a byte, 0.00819 GFLOP/s, 1.6 % of the "
                    "0.524 GFLOP/s that the roof allows there."))
      << model.sentence;
  const auto timings = panels::timings::timings_model(studio.session());
  EXPECT_TRUE(timings->bars.empty()) << "no lesson, no ladder";
  EXPECT_TRUE(holds(timings->device, "launching costs")) << timings->device;
  EXPECT_TRUE(holds(timings->device, "Clocks meanwhile: SMs 1,500 MHz, memory 2,500 MHz."))
      << timings->device;
}

TEST(Roofline, DoublesHaveARoofOfTheirOwn) {
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER);
  studio.open(calculating("double"));
  studio.run("sweep counter=roofline");
  const figures::RooflineModel model = figures::roofline_model(studio.session());
  ASSERT_EQ(model.points.size(), 1U);
  EXPECT_TRUE(model.points.front().doubles);
  EXPECT_TRUE(model.any_doubles);
  EXPECT_DOUBLE_EQ(model.points.front().intensity, 0.125);
  EXPECT_DOUBLE_EQ(model.f32 / model.f64, 32.0) << "the driver takes as long for fewer of them";
  EXPECT_DOUBLE_EQ(model.roof(1e12, true), model.f64);
  EXPECT_TRUE(holds(model.sentence, "f64 arithmetic reaches")) << model.sentence;
}

TEST(Survey, IsShownOnceItIsMeasured) {
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER);
  studio.open(calculating("float"));
  EXPECT_TRUE(panels::device::look_at_device(studio.session()).can_survey);
  studio.run("survey");
  const panels::device::DeviceModel model = panels::device::look_at_device(studio.session());
  EXPECT_FALSE(model.can_survey);
  const auto group = std::ranges::find(model.groups, "Measured on this machine's GPU",
                                       &panels::device::DeviceGroup::title);
  ASSERT_NE(group, model.groups.end());
  const auto words_of = [&](const char* name) {
    const auto row = std::ranges::find(group->rows, name, &panels::device::DeviceRow::name);
    return row == group->rows.end() ? std::string("no row") : row->words;
  };
  EXPECT_EQ(words_of("copies within its memory"),
            "2.1 GB/s (2.1 GB/s to 2.1 GB/s), read and written, 1 MiB each");
  EXPECT_EQ(words_of("clocks meanwhile"), "SMs 1,500 MHz, memory 2,500 MHz");
  EXPECT_EQ(words_of("pinned memory to the GPU"),
            "64 KiB: 1.05 GB/s, 1 MiB: 1.05 GB/s (1.05 GB/s to 1.05 GB/s)");
  EXPECT_EQ(group->rows.size(), 4U + 8U);
}

TEST(Survey, RecordedOnesAreShownToo) {
  Studio studio;
  studio.session().set_measurements({test::reduction_recording(), test::recording_with_peaks()});
  const panels::device::DeviceModel model = panels::device::look_at_device(studio.session());
  EXPECT_FALSE(model.can_survey);
  EXPECT_EQ(model.groups.back().title, "Recorded on NVIDIA H200 on 2026-11-22");
  EXPECT_EQ(model.groups.back().rows.front().id, "recorded-1-0");
}

TEST(RateWords, ThreeDigitsAreEnough) {
  EXPECT_EQ(figures::rate_words(3.3149), "3.31 GFLOP/s");
  EXPECT_EQ(figures::rate_words(63517.2), "63.5 TFLOP/s");
  EXPECT_EQ(figures::bandwidth_words(55.08), "55.1 GB/s");
  EXPECT_EQ(figures::bandwidth_words(3750.8), "3,751 GB/s");
}

}  // namespace
}  // namespace lanescope::ui::test
