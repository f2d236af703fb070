// The picture of flow between arrays keeps to the panels' contract in every shape it has, and what
// it costs keeps to the frame's budget.

#include <chrono>
#include <cstdio>

#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/panels/arrays/arrays.hpp"

namespace lanescope::ui::panels::arrays {
namespace {

using test::Stage;
using test::Studio;

void draw_all(const session::Session& session, const std::string& state) {
  test::check_everywhere([] { return test::some_panels<ArraysPanel>(); }, session, state);
}

TEST(FlowContract, EveryShape) {
  Studio studio;
  for (const char* experiment :
       {"lesson id=matrix-product; rung id=tiled; set n=16; set tile=8",
        "lesson id=matrix-product; rung id=tiled; set n=64", "lesson id=transpose",
        "lesson id=matrix-sums", "lesson id=vector-add", "lesson id=convolution-1d; rung id=basic",
        "lesson id=convolution-2d; set n=32", "lesson id=histogram",
        "lesson id=sparse; rung id=csr-thread", "lesson id=bfs", "lesson id=scan"}) {
    studio.run(std::string(experiment) + "; flow-view value=on");
    for (const char* moment : {"to-start", "goto fraction=0.5", "to-end"}) {
      studio.run(moment);
      draw_all(studio.session(), std::string(experiment) + ", " + moment);
    }
  }
}

TEST(FlowContract, WithoutARunOrAStore) {
  Studio studio;
  studio.run("flow-view value=on");
  draw_all(studio.session(), "no run");
  studio.open(test::pasted("extern \"C\" __global__ void k(int* out) {}\n", "out:i32[32]=zero",
                           {32, 1, 1}));
  studio.run("flow-view value=on; to-end");
  draw_all(studio.session(), "nothing is touched");
  studio.open(test::pasted("extern \"C\" __global__ void k(int* out) { out[threadIdx.x] = 1; }\n",
                           "out:i32[32]=zero", {32, 1, 1}));
  studio.run("flow-view value=on; to-end");
  draw_all(studio.session(), "nothing is read");
}

// 64 by 64, the largest that lessons draw: a frame of it, and the first after a step.
TEST(FlowContract, KeepsToTheBudget) {
  Studio studio;
  studio.run("lesson id=matrix-product; rung id=tiled; set n=64; set tile=16; flow-view value=on");
  Stage stage({1400, 900, 1.0F, true, false});
  ArraysPanel arrays;
  stage.draw(arrays, studio.session());
  const auto seconds = [&](int frames) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < frames; ++i) stage.frame(arrays, studio.session());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / frames;
  };
  double same = 1.0;
  for (int i = 0; i < 5; ++i) same = std::min(same, seconds(20));
  double stepped = 1.0;
  for (int i = 0; i < 10; ++i) {
    studio.run("step-forward count=7");
    stepped = std::min(stepped, seconds(1));
  }
  RecordProperty("frame_us", static_cast<int>(same * 1e6));
  RecordProperty("step_us", static_cast<int>(stepped * 1e6));
  std::printf("a frame %.2f ms, after a step %.2f ms\n", same * 1e3, stepped * 1e3);
  EXPECT_LT(same, 0.016) << "4 ms, with room for a busy machine";
  EXPECT_LT(stepped, 0.040);
}

}  // namespace
}  // namespace lanescope::ui::panels::arrays
