// Where time goes, and Memory: at every size and scale no words are clipped and nothing sticks out;
// what a click does; what a frame costs.

#include <chrono>
#include <cstdio>

#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/panels/stalls/stalls.hpp"
#include "ui/panels/traffic/traffic.hpp"

namespace lanescope::ui::panels::stalls {
namespace {

using panels::traffic::TrafficPanel;
using test::Stage;
using test::Studio;

constexpr const char* kTimed = "lesson id=reduction; rung id=interleaved-stride; time value=on";

void click(Stage& stage, Panel& panel, session::Session& session, float x, float y) {
  stage.point_at(x, y);
  stage.frame(panel, session);
  for (const bool down : {true, false}) {
    stage.press(down);
    stage.frame(panel, session);
  }
  stage.commands().run_all(session);
  session.settle();
}

void check(Studio& studio, const std::string& state) {
  test::check_everywhere(test::some_panels<StallsPanel, TrafficPanel>, studio.session(), state);
}

TEST(StallsContract, EachChoice) {
  Studio studio;
  studio.run(kTimed);
  for (const char* by : {"reason", "line", "unit"}) {
    studio.run(std::string("stalls by=") + by);
    check(studio, by);
  }
}

// Copies past the registers, atomics, local memory, many launches.
TEST(StallsContract, WhatRungsHave) {
  Studio studio;
  for (const char* words :
       {"lesson id=first-kernel", "lesson id=histogram", "lesson id=registers; rung id=bins",
        "lesson id=scan", "lesson id=bank-conflicts; rung id=column"}) {
    studio.run(std::string(words) + "; time value=on; stalls by=line");
    (void)commands::execute(studio.session(), "reveal");  // where the step asks
    check(studio, words);
  }
}

TEST(StallsContract, WhereThereIsNoTime) {
  Studio studio;
  check(studio, "no run");
  studio.run("lesson id=reduction");
  check(studio, "off");
  studio.open(test::pasted(test::kOutOfBounds, "out:i32[32]=zero", {32, 1, 1}));
  (void)commands::execute(studio.session(), "time value=on");
  studio.session().settle();
  check(studio, "a fault");
  test::check_help(test::some_panels<StallsPanel, TrafficPanel>());
}

TEST(StallsContract, NextToNoWidth) {
  Studio studio;
  studio.run(std::string(kTimed) + "; stalls by=line");
  for (const float width : {4.0F, 20.0F, 34.0F, 60.0F}) {
    Stage stage({width, 300, 1.0F, true, false});
    for (const auto& panel : test::some_panels<StallsPanel, TrafficPanel>())
      stage.draw(*panel, studio.session());
    EXPECT_GT(stage.vertices(), 0) << width;
  }
}

TEST(StallsContract, TheButtonModelsTheTime) {
  Studio studio;
  studio.run("lesson id=reduction");
  Stage stage({700, 400, 1.0F, true, false});
  StallsPanel panel;
  stage.draw(panel, studio.session());
  const auto on = [&] { return studio.session().state().tools.time.on; };
  for (float y = 34.0F; y < 300.0F && !on(); y += 6.0F)
    click(stage, panel, studio.session(), 60.0F, y);
  EXPECT_TRUE(on());
}

TEST(StallsContract, AClickOnALineSelectsIt) {
  Studio studio;
  studio.run(std::string(kTimed) + "; stalls by=line");
  const auto model = figures::stalls::stalls_model(studio.session());
  Stage stage({700, 700, 1.0F, true, false});
  StallsPanel panel;
  stage.draw(panel, studio.session());
  const view::Cursor& cursor = studio.session().state().cursor;
  for (float y = 60.0F; y < 300.0F && !cursor.selection.line; y += 6.0F)
    click(stage, panel, studio.session(), 400.0F, y);  // right of the choices
  ASSERT_TRUE(cursor.selection.line);
  EXPECT_TRUE(std::ranges::any_of(model->rows, [&](const figures::stalls::StallRow& row) {
    return row.line == *cursor.selection.line;
  }));
}

TEST(StallsContract, AClickOnAChoiceChoosesIt) {
  Studio studio;
  studio.run(kTimed);
  Stage stage({700, 400, 1.0F, true, false});
  StallsPanel panel;
  stage.draw(panel, studio.session());
  const auto by = [&] { return studio.session().state().tools.time.stalls; };
  for (float x = 20.0F; x < 300.0F && by() != view::StallsBy::Line; x += 8.0F)
    for (float y = 20.0F; y < 80.0F && by() != view::StallsBy::Line; y += 10.0F)
      click(stage, panel, studio.session(), x, y);
  EXPECT_EQ(by(), view::StallsBy::Line);
}

TEST(StallsContract, KeepsToTheBudget) {
  Studio studio;
  studio.run("lesson id=histogram; time value=on; stalls by=line; goto fraction=0.5");
  Stage stage({1400, 900, 1.0F, true, false});
  for (const auto& panel : test::some_panels<StallsPanel, TrafficPanel>()) {
    stage.draw(*panel, studio.session());
    double frame = 1.0;
    for (int i = 0; i < 50; ++i) {
      const auto begin = std::chrono::steady_clock::now();
      stage.frame(*panel, studio.session());
      frame = std::min(
          frame, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    std::printf("%s: a frame %.2f ms\n", std::string(panel->id()).c_str(), frame * 1e3);
    EXPECT_LT(frame, 0.010) << panel->id();
  }
}

}  // namespace
}  // namespace lanescope::ui::panels::stalls
