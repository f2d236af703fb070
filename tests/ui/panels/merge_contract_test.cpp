// Merges at every size and scale, by each kernel of the lesson: no words clipped, nothing sticking
// out. And the pointer on them, and what a frame costs.

#include <chrono>
#include <cstdio>

#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/panels/merge/merge.hpp"

namespace lanescope::ui::panels::merge {
namespace {

using test::Stage;
using test::Studio;

TEST(MergeContract, EachKernel) {
  Studio studio;
  studio.run("lesson id=merge");
  for (const char* rung :
       {"by-rank", "co-ranks", "bounds-that-stay", "sections", "tiled", "circular"}) {
    for (const char* size : {"set m=15; set n=25", "set m=1; set n=40", "set m=512; set n=500"}) {
      for (const char* moment : {"to-start", "goto fraction=0.6", "to-end"}) {
        const std::string words = std::string("rung id=") + rung + "; " + size + "; " + moment;
        studio.run(words + "; select lane=3");
        test::check_everywhere(test::some_panels<MergePanel>, studio.session(), words);
      }
    }
  }
}

TEST(MergeContract, WhereThereIsNothingToDraw) {
  Studio studio;
  test::check_everywhere(test::some_panels<MergePanel>, studio.session(), "no run");
  studio.run("lesson id=merge; argument name=b value=\"formula:0 - i\"");
  test::check_everywhere(test::some_panels<MergePanel>, studio.session(), "not sorted");
}

// The path begins in the upper left corner with two elements of b: a click along the upper edge
// selects their places, and the thread of the first section.
TEST(MergeContract, AClickSelectsAPlaceAndItsThread) {
  Studio studio;
  studio.run("lesson id=merge; rung id=sections; set m=15; set n=25; set section=2; to-end");
  Stage stage({700, 400, 1.0F, true, false});
  MergePanel panel;
  stage.draw(panel, studio.session());
  const auto selected = [&]() -> const view::Selection& {
    return studio.session().state().cursor.selection;
  };
  for (float y = 30.0F; y < 120.0F; y += 3.0F) {
    for (float x = 20.0F; x < 300.0F; x += 9.0F) {
      stage.point_at(x, y);
      stage.frame(panel, studio.session());
      stage.press(true);
      stage.frame(panel, studio.session());
      stage.press(false);
      stage.frame(panel, studio.session());
      stage.commands().run_all(studio.session());
      if (selected().lane) break;
    }
    if (selected().lane) break;
  }
  ASSERT_TRUE(selected().element);
  EXPECT_EQ(selected().element->array, "out");
  EXPECT_EQ(selected().element->index, 0U);
  EXPECT_EQ(selected().lane, 0U);
  EXPECT_EQ(selected().warp, WarpIndex{0});
}

// The largest of the lesson: a frame, and the first one after a step.
TEST(MergeContract, KeepsToTheBudget) {
  Studio studio;
  studio.run(
      "lesson id=merge; rung id=by-rank; set m=2048; set n=2048; record blocks=all; "
      "goto fraction=0.5");
  Stage stage({1400, 900, 1.0F, true, false});
  MergePanel panel;
  stage.draw(panel, studio.session());
  const auto seconds = [&](int frames) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < frames; ++i) stage.frame(panel, studio.session());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / frames;
  };
  double same = 1.0, stepped = 1.0;
  for (int i = 0; i < 5; ++i) same = std::min(same, seconds(20));
  for (int i = 0; i < 10; ++i) {
    studio.run("step-forward count=7");
    (void)studio.session().machine();  // all panels need it
    stepped = std::min(stepped, seconds(1));
  }
  std::printf("a frame %.2f ms, after a step %.2f ms\n", same * 1e3, stepped * 1e3);
  EXPECT_LT(same, 0.016) << "1 ms, with room for a busy machine";
  EXPECT_LT(stepped, 0.010);
}

}  // namespace
}  // namespace lanescope::ui::panels::merge
