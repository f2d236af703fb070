#include "ui/figures/warps_model.hpp"

#include "tests/ui/model/studio.hpp"
#include "ui/view/line_in_source.hpp"

namespace lanescope::ui::figures {
namespace {

using test::Studio;

LaneMask lanes_in(const WarpRow& row, LaneState state) {
  LaneMask lanes = 0;
  for (std::size_t lane = 0; lane < row.lanes.size(); ++lane)
    if (row.lanes[lane].state == state) lanes |= LaneMask{1} << lane;
  return lanes;
}

// `if (threadIdx.x < 24)` with a loop on each way: after the branch warp 0 is two groups.
TEST(WarpsModel, ADivergentBranchSplitsTheWarp) {
  Studio studio;
  studio.run(
      "lesson id=divergence; rung id=lecture-24; set block=32; goto mark=divergence; "
      "step-forward unit=instruction");
  const auto model = warps_model(studio.session());
  ASSERT_TRUE(model);
  ASSERT_EQ(model->rows.size(), 1U);
  ASSERT_EQ(model->paths.strands.size(), 2U);
  const LaneMask a = model->paths.strands[0].lanes;
  const LaneMask b = model->paths.strands[1].lanes;
  EXPECT_EQ(a | b, 0xffffffffU);
  EXPECT_EQ(a & b, 0U);
  EXPECT_TRUE(a == 0x00ffffffU || b == 0x00ffffffU) << a;
  EXPECT_NE(model->rows[0].lanes[0].path, model->rows[0].lanes[31].path);
}

// `group.thread_rank()` is inlined from NVIDIA's header, whose line 559 the source does not have.
TEST(WarpsModel, WhatIsInlinedStandsAtTheLineThatCallsIt) {
  Studio studio;
  studio.run("lesson id=cooperative-groups step=5; goto line=15; step-forward count=3");
  const auto model = warps_model(studio.session());
  ASSERT_TRUE(model);
  const auto step = studio.session().shown_step();
  const auto& program = *studio.session().program();
  ASSERT_NE(program.location_at(step->pc).line, 15U) << "it is inlined";
  EXPECT_EQ(view::line_in_source(studio.session(), program, step->pc), 15U);
  EXPECT_NE(model->sentence.find("line 15:"), std::string::npos) << model->sentence;
}

// Of the last 12 elements in a block of 32 threads, 20 lanes have none: they jump over the sum.
TEST(WarpsModel, ABranchSaysWhoJumps) {
  Studio studio;
  studio.run("lesson id=vector-add; set block=32; set n=44; record blocks=all; select block=1");
  studio.step_to("bra");
  const auto model = warps_model(studio.session());
  ASSERT_TRUE(model);
  EXPECT_NE(model->sentence.find("20 of 32 lanes jump at the branch, 12 go on behind it."),
            std::string::npos)
      << model->sentence;
}

// Once a way is walked, its lanes execute and the other's do not.
TEST(WarpsModel, OneWayAtATime) {
  Studio studio;
  studio.run(
      "lesson id=divergence; rung id=lecture-24; set block=32; goto mark=divergence; "
      "step-forward count=2 unit=instruction");
  const auto model = warps_model(studio.session());
  ASSERT_TRUE(model);
  const LaneMask executed = lanes_in(model->rows[0], LaneState::Executed);
  EXPECT_TRUE(executed == 0x00ffffffU || executed == 0xff000000U) << executed;
  EXPECT_EQ(model->rows[0].note, executed == 0xff000000U ? "8/32" : "24/32");
}

// In a reduction by strided index, the warps without work are at the barrier when warp 0 still
// adds.
TEST(WarpsModel, WarpsWaitAtTheGate) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-stride; set block=256; goto phase=5");
  for (int i = 0; i < 400; ++i) {
    studio.run("step-forward unit=instruction");
    const auto model = warps_model(studio.session());
    ASSERT_TRUE(model);
    ASSERT_EQ(model->rows.size(), 8U);
    std::size_t gates = 0;
    for (const WarpRow& row : model->rows) gates += row.note == "gate" ? 1U : 0U;
    if (gates < 7) continue;
    EXPECT_TRUE(model->rows[0].issues);
    EXPECT_EQ(lanes_in(model->rows[7], LaneState::AtBarrier), 0xffffffffU);
    EXPECT_NE(model->sentence.find("Warps 1–7 wait at the barrier"), std::string::npos)
        << model->sentence;
    return;
  }
  ADD_FAILURE() << "the warps never waited";
}

// The sum that warp 0 has loaded lives in its sixteen adding lanes alone.
TEST(WarpsModel, ValuesStandWhereTheRegisterLives) {
  Studio studio;
  studio.run(
      "lesson id=reduction; rung id=interleaved-stride; set block=256; set n=4096; "
      "goto phase=4 launch=0");
  studio.step_to("ld.shared");
  const auto model = warps_model(studio.session());
  ASSERT_TRUE(model);
  EXPECT_FALSE(model->rows[0].lanes[0].value.empty());
  EXPECT_FALSE(model->rows[0].lanes[15].value.empty());
  EXPECT_TRUE(model->rows[0].lanes[16].value.empty()) << model->rows[0].lanes[16].value;
  EXPECT_TRUE(model->rows[7].lanes[0].value.empty()) << model->rows[7].lanes[0].value;
}

// The notes draw warps of a few lanes.
TEST(WarpsModel, SmallWarps) {
  Studio studio;
  studio.run("lesson id=divergence; rung id=lecture-24; set block=32; set warp-size=8");
  const auto model = warps_model(studio.session());
  ASSERT_TRUE(model);
  EXPECT_EQ(model->lane_count, 8);
  EXPECT_EQ(model->rows.size(), 4U);
  EXPECT_EQ(model->rows[0].lanes.size(), 8U);
}

TEST(WarpsModel, NothingWithoutARun) {
  Studio studio;
  EXPECT_FALSE(warps_model(studio.session()));
}

}  // namespace
}  // namespace lanescope::ui::figures
