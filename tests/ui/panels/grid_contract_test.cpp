// Grids of every shape at every size and scale: no words clipped, nothing sticking out. And the
// pointer on them, and what a frame costs.

#include <chrono>
#include <cstdio>

#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/panels/grid/grid.hpp"

namespace lanescope::ui::panels::grid {
namespace {

using test::Stage;
using test::Studio;

TEST(GridContract, EachShape) {
  Studio studio;
  for (const char* words : {"lesson id=first-kernel; rung id=scale; set blocks=4; set block=8",
                            "lesson id=first-kernel; rung id=scale; set blocks=20; set block=256",
                            "lesson id=first-kernel; rung id=warps; set bx=5; set by=7; set bz=3",
                            "lesson id=first-kernel; rung id=warps; set bx=32; set by=16; set bz=2",
                            "lesson id=first-kernel; rung id=picture",
                            "lesson id=stencil; rung id=naive", "lesson id=first-kernel step=5"}) {
    studio.run(words);
    test::check_everywhere(test::some_panels<GridPanel>, studio.session(), words);
  }
}

TEST(GridContract, WhereThereIsNothingToDraw) {
  Studio studio;
  test::check_everywhere(test::some_panels<GridPanel>, studio.session(), "no run");
}

TEST(GridContract, AClickSelectsAThread) {
  Studio studio;
  studio.run("lesson id=first-kernel; rung id=scale; set blocks=4; set block=8; record blocks=all");
  Stage stage({700, 400, 1.0F, true, false});
  GridPanel panel;
  stage.draw(panel, studio.session());
  const auto selected = [&]() -> const view::Selection& {
    return studio.session().state().cursor.selection;
  };
  for (float y = 40.0F; y < 200.0F && !selected().lane; y += 6.0F) {
    for (float x = 330.0F; x > 20.0F && !selected().lane; x -= 6.0F) {
      stage.point_at(x, y);
      stage.frame(panel, studio.session());
      stage.frame(panel, studio.session());
      stage.press(true);
      stage.frame(panel, studio.session());
      stage.press(false);
      stage.frame(panel, studio.session());
      stage.commands().run_all(studio.session());
    }
  }
  ASSERT_TRUE(selected().lane);
  EXPECT_LT(*selected().lane, 8U);
  EXPECT_EQ(selected().warp, WarpIndex{0});
}

// The largest of the lesson: a frame, and the first one after a step.
TEST(GridContract, KeepsToTheBudget) {
  Studio studio;
  studio.run("lesson id=first-kernel; rung id=warps; set bx=32; set by=16; set bz=2");
  Stage stage({1400, 900, 1.0F, true, false});
  GridPanel panel;
  stage.draw(panel, studio.session());
  const auto seconds = [&](int frames) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < frames; ++i) stage.frame(panel, studio.session());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / frames;
  };
  double same = 1.0, stepped = 1.0;
  for (int i = 0; i < 5; ++i) same = std::min(same, seconds(20));
  for (int i = 0; i < 10; ++i) {
    studio.run("step-forward count=3");
    stepped = std::min(stepped, seconds(1));
  }
  std::printf("a frame %.2f ms, after a step %.2f ms\n", same * 1e3, stepped * 1e3);
  EXPECT_LT(same, 0.016) << "1 ms, with room for a busy machine";
  EXPECT_LT(stepped, 0.020);
}

}  // namespace
}  // namespace lanescope::ui::panels::grid
