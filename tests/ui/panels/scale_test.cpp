// What is drawn does not grow with the run: folded, grids and timelines stay within a bound.

#include <algorithm>
#include <chrono>
#include <thread>

#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/panels/arrays/arrays.hpp"
#include "ui/panels/global_memory/global_memory.hpp"
#include "ui/panels/shared_memory/shared_memory.hpp"
#include "ui/panels/timeline/timeline.hpp"
#include "ui/panels/warps/warps.hpp"

namespace lanescope::ui::test {
namespace {

using test::Stage;
using test::Studio;

constexpr int kMostVertices = 60'000;  // of a panel, at 1400 × 900

int vertices(panels::Panel& panel, const session::Session& session) {
  Stage stage({1400, 900, 1.0F, true, false});
  stage.draw(panel, session);
  return stage.vertices();
}

experiment::Experiment experiment(const std::string& body, std::uint32_t grid,
                                  std::uint32_t block) {
  experiment::Experiment e =
      test::pasted("extern \"C\" __global__ void k(int* out) {\n" + body + "}\n",
                   "out:i32[1024]=zero", {block, 1, 1});
  e.launches.front().grid = {grid, 1, 1};
  return e;
}

TEST(Scale, AGridOfAMillionThreads) {
  Studio studio;
  studio.open(experiment("  if (threadIdx.x == 0) out[0] = 1;\n", 4096, 256));
  ASSERT_NE(studio.session().trace(), nullptr);
  studio.run("grid-view value=on; goto tick=3");
  panels::warps::WarpsPanel warps;
  const int many = vertices(warps, studio.session());
  EXPECT_GT(many, 1000);
  EXPECT_LT(many, kMostVertices);
}

// Blocks smaller than three pixels are drawn as stretches: fewer vertices than there are blocks.
TEST(Scale, AGridOfTooManyBlocks) {
  Studio studio;
  studio.open(experiment("  if (threadIdx.x == 0) out[0] = 1;\n", 200'000, 32));
  ASSERT_NE(studio.session().trace(), nullptr);
  studio.run("grid-view value=on; goto tick=3");
  panels::warps::WarpsPanel warps;
  EXPECT_LT(vertices(warps, studio.session()), 20'000);
}

// 32 warps, thousands of barriers.
TEST(Scale, ATimelineOfAMillionInstructions) {
  Studio studio;
  studio.open(
      experiment("  __shared__ int s[1024];\n"
                 "  s[threadIdx.x] = threadIdx.x;\n"
                 "#pragma unroll 1\n"
                 "  for (int i = 0; i < 3000; ++i) {\n"
                 "    __syncthreads();\n"
                 "    int x = s[(threadIdx.x + i) & 1023];\n"
                 "    if (threadIdx.x & 1) x = out[x & 1023] + i;\n"
                 "    __syncthreads();\n"
                 "    s[threadIdx.x] = x;\n"
                 "  }\n"
                 "  out[threadIdx.x] = s[threadIdx.x];\n",
                 1, 1024));
  ASSERT_GT(studio.session().trace()->tick_count(), 1'000'000U);
  panels::timeline::TimelinePanel timeline;
  Stage stage({1400, 900, 1.0F, true, false});
  int drawn = 0;
  for (int i = 0; i < 2000 && drawn < 1000; ++i) {  // it is prepared beside the frames
    stage.frame(timeline, studio.session());
    drawn = stage.vertices();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_GT(drawn, 1000) << "no timeline came";
  EXPECT_LT(drawn, kMostVertices);
}

// In the midst of beats, and with the whole grid, panels keep to the contract too.
TEST(Scale, BeatsAndGridsKeepToTheContract) {
  const auto panels = [] {
    return test::some_panels<panels::warps::WarpsPanel, panels::shared_memory::SharedMemoryPanel,
                             panels::global_memory::GlobalMemoryPanel,
                             panels::timeline::TimelinePanel>();
  };
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-stride; set block=256; goto phase=4");
  for (const char* words : {"ld.shared", "st.shared", "bar.sync"}) {
    studio.step_to(words);
    for (const char* beat : {"0", "0.5", "0.97"}) {
      studio.run(std::string("beat value=") + beat);
      test::check_everywhere(panels, studio.session(), std::string(words) + " at " + beat);
    }
  }
  studio.run("grid-view value=on");
  test::check_everywhere(panels, studio.session(), "grid");
  studio.run("grid-view value=off; lesson id=divergence; rung id=lecture-24; goto mark=divergence");
  for (int i = 0; i < 3; ++i) {
    studio.run("step-forward unit=instruction; beat value=0.3");
    test::check_everywhere(panels, studio.session(), "strands");
  }
}

// An array that is only written has no phases to show: more is drawn than one row of cells.
TEST(Scale, WhereNothingFlowsTheValuesStand) {
  Studio studio;
  studio.open(experiment("  out[threadIdx.x] = threadIdx.x;\n", 1, 1024));
  studio.run("show-array name=out; phase-view value=on; to-end");
  panels::arrays::ArraysPanel arrays;
  Stage stage({700, 500, 1.0F, true, false});
  stage.draw(arrays, studio.session());
  const int phases = stage.vertices();
  studio.run("phase-view value=off");
  stage.draw(arrays, studio.session());
  EXPECT_GT(phases, stage.vertices() / 2) << "the values, below a sentence that says why";
}

// 128 threads read 128 elements each, and the picture of the flow keeps 8,192 arcs.
TEST(Scale, ArcsThatCoverEachOtherAreOne) {
  Studio studio;
  studio.open(
      experiment("  __shared__ int s[128];\n"
                 "  int sum = 0;\n"
                 "  s[threadIdx.x] = threadIdx.x;\n"
                 "  __syncthreads();\n"
                 "  for (int i = 0; i < 128; ++i) sum += s[i];\n"
                 "  s[threadIdx.x] = sum;\n"
                 "  __syncthreads();\n"
                 "  out[threadIdx.x] = s[127 - threadIdx.x];\n",
                 1, 128));
  ASSERT_NE(studio.session().trace(), nullptr);
  studio.run("show-array name=s; phase-view value=on; to-end");
  panels::arrays::ArraysPanel arrays;
  Stage stage({1400, 900, 1.0F, true, false});
  stage.draw(arrays, studio.session());
  EXPECT_GT(stage.vertices(), 5'000);
  EXPECT_LT(stage.vertices(), 150'000);  // 8,192 curves would have more than 300,000
}

// From the highest to the lowest thing drawn in a colour.
float extent(std::uint32_t colour) {
  float top = 1.0e9F, bottom = 0.0F;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
    for (const ImDrawVert& vertex : list->VtxBuffer) {
      if (vertex.col != colour) continue;
      top = std::min(top, vertex.pos.y);
      bottom = std::max(bottom, vertex.pos.y);
    }
  }
  return bottom - top;
}

// Two warps in a panel for eight: their rows are higher, up to a limit.
TEST(Scale, FewWarpsGetHighRows) {
  Studio studio;
  studio.open(experiment("  out[threadIdx.x] = threadIdx.x;\n", 1, 64));
  ASSERT_NE(studio.session().trace(), nullptr);
  studio.run("goto tick=2");
  const std::uint32_t active = style::make_style({}).pack(style::Role::Active);
  Stage stage({640, 220, 1.0F, true, false});
  panels::warps::WarpsPanel warps;
  stage.draw(warps, studio.session());
  EXPECT_GE(extent(active), 28.0F) << "the row that executes";
  EXPECT_LE(extent(active), 48.0F);
  EXPECT_EQ(stage.scroll(), 0.0F);
  panels::timeline::TimelinePanel timeline;
  stage.draw(timeline, studio.session());
  EXPECT_GE(extent(active), 70.0F) << "both rows";
  EXPECT_LE(extent(active), 100.0F);
  EXPECT_EQ(stage.scroll(), 0.0F);
}

// The sentence below the rows stays in sight in a panel of a small studio: nothing has to be
// scrolled.
TEST(Scale, ThirtyTwoWarpsFitAboveTheirSentence) {
  Studio studio;
  studio.open(experiment("  out[threadIdx.x] = threadIdx.x;\n", 1, 1024));
  ASSERT_NE(studio.session().trace(), nullptr);
  studio.run("goto tick=40");
  Stage stage({466, 200, 1.0F, true, false});
  panels::warps::WarpsPanel warps;
  stage.draw(warps, studio.session());
  EXPECT_EQ(stage.scroll(), 0.0F);
}

TEST(Scale, ThirtyTwoTimelinesFitAboveTheirSentence) {
  Studio studio;
  studio.open(experiment("  out[threadIdx.x] = threadIdx.x;\n", 1, 1024));
  ASSERT_NE(studio.session().trace(), nullptr);
  Stage stage({490, 150, 1.0F, true, false});
  panels::timeline::TimelinePanel timeline;
  stage.draw(timeline, studio.session());
  EXPECT_EQ(stage.scroll(), 0.0F);
}

}  // namespace
}  // namespace lanescope::ui::test
