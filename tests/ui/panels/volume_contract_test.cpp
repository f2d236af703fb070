// Volumes of each stencil at every size and scale: no words clipped, nothing sticking out. And what
// a frame costs.

#include <chrono>
#include <cstdio>

#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/panels/volume/volume.hpp"

namespace lanescope::ui::panels::volume {
namespace {

using test::Stage;
using test::Studio;

TEST(VolumeContract, EachKernel) {
  Studio studio;
  studio.run("lesson id=stencil");
  for (const char* rung : {"naive", "tile", "slices", "registers"}) {
    for (const char* size : {"set width=4; set height=4; set depth=4",
                             "set width=128; set height=12; set depth=6", "set width=20"}) {
      for (const char* moment : {"to-start", "goto fraction=0.6", "to-end"}) {
        const std::string words = std::string("rung id=") + rung + "; " + size + "; " + moment;
        studio.run(words);
        test::check_everywhere(test::some_panels<VolumePanel>, studio.session(), words);
      }
    }
  }
}

TEST(VolumeContract, WhereThereIsNothingToDraw) {
  Studio studio;
  test::check_everywhere(test::some_panels<VolumePanel>, studio.session(), "no run");
  studio.run("lesson id=vector-add");
  test::check_everywhere(test::some_panels<VolumePanel>, studio.session(), "no volume");
}

// The largest of the lesson: a frame, and the first one after a step.
TEST(VolumeContract, KeepsToTheBudget) {
  Studio studio;
  studio.run(
      "lesson id=stencil; rung id=registers; set width=128; set height=64; set depth=66; goto "
      "fraction=0.5");
  Stage stage({1400, 900, 1.0F, true, false});
  VolumePanel panel;
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
}  // namespace lanescope::ui::panels::volume
