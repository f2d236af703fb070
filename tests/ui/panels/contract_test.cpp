// Every view of the machine drawn with nothing run, at the start, in the midst, at the end and
// after a fault; wide, at 320 pixels, at 250 % scale, light, and before a class. No words may be
// clipped, nothing may stick out, and something must be said.

#include "tests/ui/panels/contract.hpp"

#include <string>

#include "lab/experiment/spec.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/panels/timeline/timeline.hpp"

namespace lanescope::ui::test {
namespace {

using test::Stage;
using test::Studio;

// Those left out have contract tests of their own (chrome, compare and image).
test::Panels views() {
  return test::panels_except(
      {"experiment", "lesson", "source", "notes", "help", "compare", "timings", "device", "image"});
}

void draw_all(const session::Session& session, const std::string& state) {
  test::check_everywhere(views, session, state);
}

TEST(PanelContract, NothingHasRun) {
  Studio studio;
  draw_all(studio.session(), "no run");
  test::check_help(views());
}

TEST(PanelContract, FromTheStartToTheEnd) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-stride; set block=256; to-start");
  draw_all(studio.session(), "start");
  studio.run("step-forward unit=instruction");
  draw_all(studio.session(), "one step");
  studio.run("goto phase=4 launch=0");
  studio.step_to("ld.shared");
  draw_all(studio.session(), "conflict");
  studio.run("beat value=0.4");
  draw_all(studio.session(), "beat");
  studio.run("phase-view value=off; select lane=3; select warp=2; select array=s index=40");
  draw_all(studio.session(), "values");
  studio.run("to-end");
  draw_all(studio.session(), "end");
}

// On the tests' own driver; an older CUPTI reads none of them.
TEST(PanelContract, TheGpusOwnCounters) {
  experiment::Experiment ones = test::pasted(
      "extern \"C\" __global__ void ones(int* out, int n) {\n  out[threadIdx.x] = 1;\n}\n",
      "out:i32[64]=iota", {64, 1, 1});
  ones.launches.front().kernel = "ones";
  ones.launches.front().arguments.emplace_back(*experiment::parse_argument("n:i32=64"));
  Studio studio(0, LANESCOPE_GPU_TEST_WORKER);
  studio.open(ones);
  draw_all(studio.session(), "profiled");
  Studio older(0, LANESCOPE_GPU_TEST_WORKER, nullptr, "older");
  older.open(ones);
  draw_all(older.session(), "not profiled");
}

// Squeezed to nothing beside others; the right button asks what lies under the mouse.
TEST(PanelContract, NextToNoWidth) {
  Studio studio;
  studio.run(
      "lesson id=reduction; rung id=interleaved-stride; goto phase=4 launch=0; "
      "watch expression=threadIdx.x");
  studio.step_to("ld.shared");
  for (const float width : {4.0F, 20.0F, 34.0F, 60.0F}) {
    Stage stage({width, 300, 1.0F, true, false});
    for (const auto& panel : views()) {
      stage.draw(*panel, studio.session());
      for (float y = 20.0F; y < 300.0F; y += 40.0F) {
        stage.point_at(width + 15.0F, y);
        for (const bool down : {true, false}) {
          ImGui::GetIO().AddMouseButtonEvent(1, down);
          stage.frame(*panel, studio.session());
        }
      }
      EXPECT_GT(stage.vertices(), 0) << panel->id() << " at " << width;
    }
  }
}

TEST(PanelContract, DivergedWarp) {
  Studio studio;
  studio.run("lesson id=divergence; rung id=odd-even; goto mark=divergence; step-forward count=3");
  draw_all(studio.session(), "diverged");
}

TEST(PanelContract, WarpSizes) {
  Studio studio;
  for (const int size : {4, 8, 16, 64}) {
    studio.run("lesson id=reduction; rung id=sequential; set warp-size=" + std::to_string(size) +
               "; goto phase=2; step-forward count=12");
    draw_all(studio.session(), "warps of " + std::to_string(size));
  }
}

TEST(PanelContract, OneWarpAndThirtyTwo) {
  Studio studio;
  for (const int block : {32, 1024}) {
    studio.run("lesson id=reduction; rung id=interleaved-modulo; set block=" +
               std::to_string(block) + "; goto phase=2; step-forward count=20");
    draw_all(studio.session(), std::to_string(block) + " threads");
  }
}

TEST(PanelContract, ManyLaunches) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=launches; goto tick=40");
  draw_all(studio.session(), "many launches");
}

TEST(PanelContract, AFault) {
  Studio studio;
  studio.open(test::pasted(test::kOutOfBounds, "out:i32[32]=zero", {40, 1, 1}));
  studio.run("to-end");
  draw_all(studio.session(), "fault");
}

// The wheel zooms the timeline, a click goes to a tick.
TEST(PanelContract, TimelineTakesThePointer) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set block=64; set n=64; to-start");
  Stage stage({700, 300, 1.0F, true, false});
  panels::timeline::TimelinePanel panel;
  stage.draw(panel, studio.session());
  stage.point_at(200.0F, 85.0F);
  stage.draw(panel, studio.session());
  stage.press(true);
  stage.frame(panel, studio.session());
  stage.press(false);
  stage.frame(panel, studio.session());
  stage.commands().run_all(studio.session());
  EXPECT_GT(studio.session().state().cursor.tick.value, 0U);
}

}  // namespace
}  // namespace lanescope::ui::test
