// What `lanescope measure` measures.

#include "lab/hardware/measure_plan.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "lab/experiment/element.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/lesson_reader.hpp"

namespace lanescope::test {
namespace {

lesson::Parameter parameter(const char* name, std::int64_t least, std::int64_t most,
                            std::int64_t initial) {
  lesson::Parameter out;
  out.name = name;
  out.minimum = least;
  out.maximum = most;
  out.initial = initial;
  return out;
}

TEST(MeasurePlan, ValuesOfAParameter) {
  using Values = std::set<std::int64_t>;
  lesson::Parameter n = parameter("n", 1, 4, 2);
  EXPECT_EQ(hardware::values_to_sweep(n, 3), (Values{1, 2, 3, 4}));
  n.power_of_two = true;
  EXPECT_EQ(hardware::values_to_sweep(n, 3), (Values{1, 2, 3, 4}));
  n.minimum = 3;
  n.maximum = 20;
  EXPECT_EQ(hardware::values_to_sweep(n, 5), (Values{4, 5, 8, 16}));
  n.maximum = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(hardware::values_to_sweep(n, 4).size(), 61U) << "no power beyond the largest number";
  EXPECT_EQ(hardware::values_to_sweep(parameter("block", 1, 200, 96), 96),
            (Values{32, 64, 96, 128}));
  lesson::Parameter wide = parameter("stride", 0, 1000, 8);
  wide.step = 8;
  const Values spread = hardware::values_to_sweep(wide, wide.initial);
  EXPECT_EQ(spread.size(), 14U) << "13 over the range, and the present one";
  EXPECT_TRUE(spread.contains(0) && spread.contains(8) && spread.contains(1000));
  EXPECT_TRUE(std::ranges::all_of(spread, [](std::int64_t v) { return v % 8 == 0; }));
  EXPECT_EQ(hardware::values_to_sweep(parameter("one", 7, 7, 7), 7), (Values{7}));
}

std::vector<std::string> words_of(const std::vector<hardware::PointToMeasure>& points) {
  std::vector<std::string> out;
  for (const hardware::PointToMeasure& point : points) {
    std::string& words = out.emplace_back(point.is_shown ? "shown" : "swept");
    for (const auto& [name, value] : point.values) words += fmt::format(" {}={}", name, value);
  }
  return out;
}

TEST(MeasurePlan, WhatIsShownThenOneParameterAtATimeAndNoPointTwice) {
  lesson::Rung rung;
  rung.id = "naive";
  rung.parameters = {parameter("block", 32, 128, 64), parameter("k", 1, 3, 2)};
  lesson::Lesson lesson;
  const auto step = [](const char* of, lesson::ParameterValues set) {
    lesson::LessonStep out;
    out.rung = of;
    out.set = std::move(set);
    return out;
  };
  lesson.steps = {step("naive", {}), step("naive", {{"block", 128}}), step("other", {{"k", 1}}),
                  step("naive", {{"block", 128}, {"k", 7}})};
  EXPECT_EQ(
      words_of(hardware::points_to_measure(lesson, rung)),
      (std::vector<std::string>{"shown block=64 k=2", "shown block=128 k=2", "shown block=128 k=7",
                                "swept block=32 k=2", "swept block=64 k=1", "swept block=64 k=3"}));
  EXPECT_EQ(words_of(hardware::points_to_measure(lesson::Lesson{}, lesson::Rung{})),
            std::vector<std::string>{"shown"});
}

TEST(MeasurePlan, LargeValuesComeFirstAndOnce) {
  lesson::Rung rung;
  rung.id = "naive";
  rung.parameters = {parameter("block", 64, 64, 64), parameter("n", 1, 2, 1)};
  EXPECT_TRUE(lesson::large_values(rung).empty());
  rung.parameters[1].large = 1 << 20;
  EXPECT_EQ(lesson::large_values(rung), (lesson::ParameterValues{{"block", 64}, {"n", 1 << 20}}));
  const std::vector<hardware::PointToMeasure> points =
      hardware::points_to_measure(lesson::Lesson{}, rung);
  ASSERT_EQ(points.size(), 3U);
  EXPECT_TRUE(points[0].is_large && !points[0].is_shown);
  EXPECT_EQ(points[0].values, lesson::large_values(rung));
  EXPECT_FALSE(points[1].is_large || points[2].is_large);
}

TEST(MeasurePlan, WhatNoRungIsMeasuredWithIsDropped) {
  lesson::Rung rung;
  rung.id = "naive";
  rung.parameters = {parameter("block", 32, 128, 64), parameter("n", 2, 2, 2)};
  rung.parameters[1].large = 4096;
  lesson::Lesson lesson;
  lesson.id = "sums";
  lesson.rungs = {rung};
  struct Case {
    const char* lesson;
    const char* rung;
    lesson::ParameterValues values;
    bool stays;
  };
  const Case cases[] = {
      {"sums", "naive", {{"block", 64}, {"n", 2}}, true},       // at first
      {"sums", "naive", {{"block", 128}, {"n", 2}}, true},      // of a sweep
      {"sums", "naive", {{"block", 64}, {"n", 4096}}, true},    // large
      {"sums", "naive", {{"block", 96}, {"n", 2}}, false},      // of no sweep
      {"sums", "naive", {{"block", 128}, {"n", 4096}}, false},  // of another first block
      {"sums", "naive", {{"block", 64}}, false},                // the rung has got a parameter
      {"sums", "tiled", {{"block", 64}, {"n", 2}}, false},      // the rung has another name
      {"naive", "sums", {{"block", 64}, {"n", 2}}, false},
  };
  for (const Case& c : cases) {
    hardware::MeasuredPoint point;
    point.lesson = c.lesson;
    point.rung = c.rung;
    point.values = c.values;
    hardware::Measurements file;
    file.points.push_back(point);
    hardware::drop_unplanned(file, {lesson});
    EXPECT_EQ(file.points.size(), c.stays ? 1U : 0U) << c.lesson << "/" << c.rung;
  }
}

TEST(MeasurePlan, ShippedPointsAreThoseOfTheCourse) {
  const auto lessons = lesson::load_lessons("kernels");
  ASSERT_TRUE(lessons) << lessons.error().text();
  for (const hardware::Measurements& file :
       hardware::load_measurements({"assets/measurements"}).files) {
    hardware::Measurements kept = file;
    hardware::drop_unplanned(kept, *lessons);
    for (const hardware::MeasuredPoint& point : file.points) {
      const bool stays = kept.find(point.lesson, point.rung, point.values) != nullptr;
      EXPECT_TRUE(stays) << point.lesson << "/" << point.rung << " "
                         << testing::PrintToString(point.values);
    }
  }
}

// Rungs that compute the same, by the same reference, are compared: at large values that are the
// same but for how many blocks share the work; what cannot be run at that size has none. A host and
// a GPU hold their buffers, and 132 SMs have 496 threads each,
// some of which do 64 or 512 sums; where a thread has a whole row or column, it is the lesson's
// point.
TEST(MeasurePlan, LargeSizesOfTheCourse) {
  const auto lessons = lesson::load_lessons("kernels");
  ASSERT_TRUE(lessons) << lessons.error().text();
  std::size_t large = 0;
  for (const lesson::Lesson& lesson : *lessons) {
    std::map<std::tuple<std::string, experiment::ElementType>, lesson::ParameterValues>
        first;  // by what is computed
    for (const lesson::Rung& rung : lesson.rungs) {
      SCOPED_TRACE(lesson.id + "/" + rung.id);
      const lesson::ParameterValues values = lesson::large_values(rung);
      if (values.empty()) continue;
      ++large;
      auto& same = first[{rung.reference, rung.buffers.front().type}];
      for (const lesson::Parameter& one : rung.parameters) {
        if (one.large == 0 || one.name == "blocks") continue;
        EXPECT_EQ(same.try_emplace(one.name, one.large).first->second, one.large);
      }
      const auto made = lesson::make_experiment(rung, values);
      ASSERT_TRUE(made) << made.error().text();
      std::uint64_t bytes = 0, threads = 0;
      for (const auto& [name, buffer] : made->buffers)
        bytes += buffer.count * experiment::size_of(buffer.type);
      for (const experiment::LaunchSpec& launch : made->launches)
        threads = std::max(threads, launch.grid.count() * launch.block.count());
      EXPECT_LE(bytes, std::uint64_t{1} << 30U);
      EXPECT_GE(threads, lesson.id == "matrix-sums" ? 4'096U : 65'536U);
    }
  }
  EXPECT_GE(large, 60U);
}

// All of the course: every point can be made.
TEST(MeasurePlan, ShippedRungs) {
  const auto lessons = lesson::load_lessons("kernels");
  ASSERT_TRUE(lessons) << lessons.error().text();
  for (const lesson::Lesson& lesson : *lessons) {
    for (const lesson::Rung& rung : lesson.rungs) {
      for (const hardware::PointToMeasure& point : hardware::points_to_measure(lesson, rung))
        EXPECT_TRUE(lesson::make_experiment(rung, point.values)) << lesson.id << "/" << rung.id;
    }
  }
}

}  // namespace
}  // namespace lanescope::test
