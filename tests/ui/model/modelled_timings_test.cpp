// Timings by modelled time: the ladder with what was recorded of it, and a sweep.
#include <algorithm>
#include <cmath>

#include "tests/ui/model/modelled.hpp"
#include "tests/ui/model/recordings.hpp"
#include "ui/panels/timings/timings_model.hpp"
#include "ui/session/cycles.hpp"
#include "ui/session/gpu_words.hpp"

namespace lanescope::ui::panels::timings {
namespace {

bool holds(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

class ModelledTimings : public test::Modelled {
 protected:
  [[nodiscard]] TimingsModel model() {
    auto made = timings_model(session());
    EXPECT_TRUE(made);
    return made ? std::move(*made) : TimingsModel{};
  }
  [[nodiscard]] TimingsBar bar(std::string_view rung) {
    const TimingsModel all = model();
    const auto found = std::ranges::find(all.bars, rung, &TimingsBar::id);
    EXPECT_NE(found, all.bars.end()) << rung;
    return found == all.bars.end() ? TimingsBar{} : *found;
  }
  // The reduction with what reduction_recording() has.
  void time_the_ladder() {
    session().set_measurements({test::reduction_recording()});
    studio_.run("rung id=sequential; set n=4096; set block=64; time value=on");
    studio_.run("sweep counter=model_time");
    session().complete_ladder();
  }
};

TEST_F(ModelledTimings, AreOfferedAndNeedTheTime) {
  const TimingsModel timings = model();
  const auto choice = std::ranges::find(timings.counters, "model_time", &TimingsChoice::value);
  EXPECT_NE(choice, timings.counters.end());
  studio_.run("sweep counter=model_time");
  EXPECT_TRUE(model().has_no_time);
  EXPECT_TRUE(model().bars.empty());
  studio_.run("time value=on");
  EXPECT_FALSE(model().has_no_time);
}

TEST_F(ModelledTimings, EveryRungIsTimed) {
  time_the_ladder();
  const TimingsModel all = model();
  ASSERT_EQ(all.bars.size(), session().lesson()->rungs.size());
  for (const TimingsBar& one : all.bars) {
    EXPECT_TRUE(one.there) << one.absent;
    const background::SideTime* known = session().rung_time(one.id);
    ASSERT_TRUE(known != nullptr && known->time != nullptr) << one.id;
    EXPECT_EQ(one.text, session::time_words(known->time->microseconds() * 1e-3)) << one.id;
  }
  EXPECT_EQ(session().rung_time("sequential")->time, session::shown_time(session())->time)
      << "timed once";
  EXPECT_TRUE(holds(all.device, "Modelled on NVIDIA H200, with cold caches")) << all.device;
}

// As long as it was with the values before, until it is timed with the new ones.
TEST_F(ModelledTimings, TheLastOneStaysUntilTheNextIsThere) {
  time_the_ladder();
  const std::string before = bar("launches").text;
  studio_.run("set n=16384");
  EXPECT_EQ(bar("launches").text, before);
  session().complete_ladder();
  EXPECT_NE(bar("launches").text, before);
  studio_.run("time value=off");
  session().update(0.0);
  EXPECT_EQ(session().rung_time("launches"), nullptr);
}

TEST_F(ModelledTimings, WhatWasRecordedStandsBelow) {
  time_the_ladder();
  EXPECT_EQ(bar("sequential").beside_text, "4 µs");
  EXPECT_EQ(bar("sequential").beside_words, "recorded on NVIDIA H200: 4 µs");
  EXPECT_EQ(bar("launches").beside_text, "16 µs");
  EXPECT_EQ(bar("first-add").beside, 0.0);
  const double modelled = session().rung_time("sequential")->time->microseconds();
  EXPECT_NEAR(bar("sequential").beside / bar("sequential").share, 4.0 / modelled, 1e-9);
  EXPECT_TRUE(holds(model().legend, "That was with a warm L2")) << model().legend;
  studio_.run("time caches=warm");
  session().complete_ladder();
  EXPECT_FALSE(holds(model().legend, "warm L2")) << model().legend;
  studio_.run("time machine=tiny");
  session().complete_ladder();
  EXPECT_EQ(bar("sequential").beside, 0.0) << "that was no such machine";
  EXPECT_TRUE(holds(model().device, "made up")) << model().device;
}

TEST_F(ModelledTimings, TheTwoAreCompared) {
  time_the_ladder();
  const double one = session().rung_time("sequential")->time->microseconds();
  const double many = session().rung_time("launches")->time->microseconds();
  ASSERT_LT(one, many);
  const double off = (std::abs(one / 4.0 - 1.0) + std::abs(many / 16.0 - 1.0)) / 2;
  EXPECT_EQ(model().sentence,
            fmt::format("The model keeps the order of all 2 rungs; it is off by {:.0f} % on "
                        "average.",
                        100.0 * off));
  hardware::Measurements other = test::reduction_recording();
  for (hardware::MeasuredPoint& point : other.points)
    if (point.rung == "launches") point.milliseconds.median = 0.001;
  session().set_measurements({std::move(other)});
  EXPECT_TRUE(holds(model().sentence, "Of 1 pairs of rungs the model has 0")) << model().sentence;
}

TEST_F(ModelledTimings, TheirMeanErrorIsALine) {
  time_the_ladder();
  EXPECT_EQ(bar("sequential").most, 0.0);
  session().set_time_errors({test::some_time_errors()});
  const TimingsBar shown = bar("sequential");
  EXPECT_NEAR(shown.least / shown.share, 0.75, 1e-9);
  EXPECT_NEAR(shown.most / shown.share, 1.25, 1e-9);
  EXPECT_LE(shown.most, 1.0);
  EXPECT_TRUE(holds(model().legend, "mean error")) << model().legend;
}

// Swept by another counter before, the steps are run once more.
TEST_F(ModelledTimings, ASweepIsTimed) {
  studio_.run("sweep parameter=block counter=warp_instructions");
  session().complete_ladder();
  studio_.run("time value=on; sweep counter=model_time");
  session().complete_ladder();
  const TimingsModel all = model();
  EXPECT_FALSE(all.running);
  ASSERT_GE(all.points.size(), 4U);
  for (const TimingsPoint& point : all.points) {
    ASSERT_TRUE(point.number) << point.label << ": " << point.absent;
    if (point.here) {
      EXPECT_EQ(*point.number, session::shown_time(session())->time->microseconds());
    }
  }
  EXPECT_TRUE(holds(all.sentence, "Modelled time: ")) << all.sentence;
}

TEST_F(ModelledTimings, WhatCannotBeTimedSaysWhy) {
  studio_.run("lesson id=dynamic-parallelism; time value=on; sweep counter=model_time");
  session().complete_ladder();
  const TimingsModel all = model();
  EXPECT_TRUE(std::ranges::any_of(all.bars, [](const TimingsBar& one) {
    return !one.there && holds(one.absent, "it cannot be timed: ");
  }));
}

}  // namespace
}  // namespace lanescope::ui::panels::timings
