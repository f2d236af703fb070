// The whole grid, block by block.

#include "ui/figures/grid_model.hpp"

#include "tests/ui/model/studio.hpp"

namespace lanescope::ui::figures {
namespace {

using test::Studio;

// 4,096 elements in blocks of 256: 16 blocks. In the midst of block 0 the others are to come.
TEST(GridModel, TheFirstBlockRuns) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set block=256; set n=4096; goto tick=20");
  const auto model = grid_model(studio.session());
  ASSERT_TRUE(model);
  EXPECT_EQ(model->blocks, 16U);
  EXPECT_EQ(model->threads, 256U);
  EXPECT_EQ(model->warps, 8U);
  EXPECT_EQ(model->state(0), BlockState::Running);
  for (std::uint64_t b = 1; b < 16; ++b) EXPECT_EQ(model->state(b), BlockState::Ahead) << b;
  ASSERT_EQ(model->running.size(), 1U);
  // Every thread of it lies in exactly one run.
  std::uint32_t threads = 0;
  for (const ThreadRun& run : model->running[0].runs) threads += run.last - run.first;
  EXPECT_EQ(threads, 256U);
  EXPECT_NE(model->sentence.find("0 have ended, 15 are still to come"), std::string::npos)
      << model->sentence;
}

// Blocks run one after the other: while a later one is recorded, those before it have ended.
TEST(GridModel, BlocksBeforeTheShownOneHaveEnded) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set block=256; set n=4096; select block=5");
  studio.run("goto tick=10");
  const auto model = grid_model(studio.session());
  ASSERT_TRUE(model);
  EXPECT_EQ(model->shown, BlockIndex{5});
  EXPECT_EQ(model->state(4), BlockState::Ended);
  EXPECT_EQ(model->state(5), BlockState::Running);
  EXPECT_EQ(model->state(6), BlockState::Ahead);
}

TEST(GridModel, AtTheEndAllHaveEnded) {
  Studio studio;
  studio.run("lesson id=vector-add; to-end");
  const auto model = grid_model(studio.session());
  ASSERT_TRUE(model);
  EXPECT_TRUE(model->running.empty());
  EXPECT_EQ(model->state(model->blocks - 1), BlockState::Ended);
}

TEST(GridLayout, EveryBlockHasRoom) {
  for (const std::uint64_t blocks : {1ULL, 7ULL, 391ULL, 100'000ULL, 30'000'000ULL}) {
    GridModel model;
    model.blocks = blocks;
    model.grid = {static_cast<std::uint32_t>(blocks), 1, 1};
    model.warps = 8;
    const GridLayout out = lay_out(model, 560.0, 200.0);
    EXPECT_GE(out.columns * out.rows, blocks);
    EXPECT_LT(out.columns * (out.rows - 1), blocks);
    EXPECT_LE(out.width * static_cast<double>(out.columns), 560.001);
    EXPECT_LE(out.height * static_cast<double>(out.rows), 200.001);
    EXPECT_GT(out.width, 0.0);
  }
}

TEST(GridLayout, TwoDimensionsStandAsTheyAre) {
  GridModel model;
  model.blocks = 12 * 5;
  model.grid = {12, 5, 1};
  model.warps = 8;
  const GridLayout out = lay_out(model, 600.0, 100.0);
  EXPECT_EQ(out.columns, 12U);
  EXPECT_EQ(out.rows, 5U);
  EXPECT_LE(out.height * 5, 100.001);
}

}  // namespace
}  // namespace lanescope::ui::figures
