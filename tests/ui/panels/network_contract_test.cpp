// Networks of each kernel of the lesson at every size and scale: no words clipped, nothing sticking
// out. And the pointer on them, and what a frame costs.

#include <chrono>
#include <cstdio>
#include <thread>

#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/panels/network/network.hpp"

namespace lanescope::ui::panels::network {
namespace {

using test::Stage;
using test::Studio;

// That of a long run is looked for beside the frame.
void wait_for(const NetworkPanel& panel, const session::Session& session) {
  for (int i = 0; i < 600 && !panel.suits(session); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ASSERT_TRUE(panel.suits(session));
}

TEST(NetworkContract, EachKernel) {
  Studio studio;
  studio.run("lesson id=bitonic-sort");
  for (const char* rung : {"step-a-launch", "comparators", "block", "warp"}) {
    for (const char* size : {"set n=33; set block=32", "set n=64; set block=64", "set n=1024"}) {
      for (const char* moment : {"to-start", "goto fraction=0.6", "to-end"}) {
        const std::string words = std::string("rung id=") + rung + "; " + size + "; " + moment;
        studio.run(words + "; select lane=3");
        const auto make = [&] {
          auto panel = std::make_unique<NetworkPanel>();
          wait_for(*panel, studio.session());
          test::Panels panels;
          panels.push_back(std::move(panel));
          return panels;
        };
        test::check_everywhere(make, studio.session(), words);
      }
    }
  }
}

TEST(NetworkContract, WhereThereIsNothingToDraw) {
  Studio studio;
  test::check_everywhere(test::some_panels<NetworkPanel>, studio.session(), "no run");
  EXPECT_FALSE(NetworkPanel().suits(studio.session()));
  studio.run("lesson id=vector-add");
  test::check_everywhere(test::some_panels<NetworkPanel>, studio.session(), "no network");
  EXPECT_FALSE(NetworkPanel().suits(studio.session()));
  studio.run("lesson id=bitonic-sort; rung id=comparators; set n=16");
  EXPECT_TRUE(NetworkPanel().suits(studio.session()));
}

// Of 16 elements, thread 0 compares the first two: a click in the upper left finds it.
TEST(NetworkContract, AClickSelectsALane) {
  Studio studio;
  studio.run("lesson id=bitonic-sort; rung id=comparators; set n=16; select none; to-end");
  Stage stage({700, 400, 1.0F, true, false});
  NetworkPanel panel;
  stage.draw(panel, studio.session());
  const auto selected = [&]() -> const view::Selection& {
    return studio.session().state().cursor.selection;
  };
  for (float y = 40.0F; y < 120.0F && !selected().lane; y += 4.0F) {
    for (float x = 20.0F; x < 200.0F && !selected().lane; x += 3.0F) {
      stage.point_at(x, y);
      stage.frame(panel, studio.session());
      stage.press(true);
      stage.frame(panel, studio.session());
      stage.press(false);
      stage.frame(panel, studio.session());
      stage.commands().run_all(studio.session());
    }
  }
  EXPECT_EQ(selected().lane, 0U);
  EXPECT_EQ(selected().warp, WarpIndex{0});
}

// The largest of the lesson that is drawn: a frame, and the first one after a step.
TEST(NetworkContract, KeepsToTheBudget) {
  Studio studio;
  studio.run(
      "lesson id=bitonic-sort; rung id=comparators; set n=1024; set block=128; record blocks=all; "
      "goto fraction=0.5");
  Stage stage({1400, 900, 1.0F, true, false});
  NetworkPanel panel;
  wait_for(panel, studio.session());
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
    stepped = std::min(stepped, seconds(1));
  }
  std::printf("a frame %.2f ms, after a step %.2f ms\n", same * 1e3, stepped * 1e3);
  EXPECT_LT(same, 0.016) << "1 ms, with room for a busy machine";
  EXPECT_LT(stepped, 0.030);
}

}  // namespace
}  // namespace lanescope::ui::panels::network
