// Grids and their threads. Numbers by hand: a thread's number is x + y · width + z · width ·
// height, its warp that ÷ 32 (CUDA C++ Programming Guide, "Thread Hierarchy"; inventory_001 has the
// blocks).

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "tests/ui/model/studio.hpp"
#include "ui/figures/threads/thread_picture.hpp"

namespace lanescope::ui::figures::threads {
namespace {

using test::Studio;

ThreadGrid grid_of(Dim3 grid, Dim3 block) { return {grid, block, 32}; }

TEST(ThreadGrid, SaysWhichThreadsAreAWarp) {
  EXPECT_EQ(warp_words(grid_of({1, 1, 1}, {8, 8, 1}), 1), "Rows 4 to 7 of a block are its warp 1.");
  EXPECT_EQ(warp_words(grid_of({1, 1, 1}, {32, 4, 1}), 2), "Row 2 of a block is its warp 2.");
  EXPECT_EQ(warp_words(grid_of({1, 1, 1}, {4, 8, 2}), 1), "Layer 1 of a block is its warp 1.");
  EXPECT_EQ(warp_words(grid_of({1, 1, 1}, {2, 8, 4}), 0),
            "Layers 0 to 1 of a block are its warp 0.");
  EXPECT_EQ(warp_words(grid_of({3, 1, 1}, {100, 1, 1}), 3),
            "Threads 96 to 99 of a block are its warp 3. 28 of its 32 lanes have no thread.");
  // 7 · 5 = 35 threads: thread 32 is (32 % 7, 32 / 7) = (4, 4).
  EXPECT_EQ(warp_words(grid_of({1, 1, 1}, {7, 5, 1}), 1),
            "Threads (4, 4) to (6, 4) of a block are its warp 1. 29 of its 32 lanes have no "
            "thread.");
}

TEST(ThreadGrid, IsWrittenAsALaunch) {
  EXPECT_EQ(launch_words(grid_of({20, 1, 1}, {256, 1, 1})), "<<<20, 256>>>");
  EXPECT_EQ(launch_words(grid_of({2, 3, 1}, {4, 8, 2})), "<<<dim3(2, 3), dim3(4, 8, 2)>>>");
  EXPECT_EQ(count_words(grid_of({2, 2, 1}, {8, 8, 1})), "4 blocks of 2 warps");
  EXPECT_EQ(thread_words(grid_of({2, 2, 1}, {8, 8, 1}), {1, 43}, true),
            "Thread (3, 5) of block (1, 0): lane 11 of warp 1");
}

// Whatever lies at a cell's middle is the thread that was drawn there, and each thread once.
TEST(ThreadGrid, FindsEachThreadWhereItIsDrawn) {
  for (const ThreadGrid& grid : {grid_of({3, 2, 1}, {8, 8, 1}), grid_of({2, 1, 1}, {100, 1, 1}),
                                 grid_of({2, 2, 2}, {4, 3, 5}), grid_of({1, 1, 1}, {7, 5, 3})}) {
    const std::uint64_t around = grid.grid.count() - 1;
    const ThreadLayout layout = thread_layout(grid, around, 900, 600, 16, 1);
    std::map<std::uint64_t, std::map<std::uint32_t, int>> met;
    const float step = layout.cell * 0.5F;
    for (float y = step * 0.5F; y < 600; y += step)
      for (float x = step * 0.5F; x < 900; x += step)
        if (const auto found = thread_at(grid, layout, x, y)) ++met[found->block][found->thread];
    EXPECT_EQ(met.size(), layout.count);
    EXPECT_TRUE(met.contains(around));
    for (const auto& [block, threads] : met) {
      EXPECT_LT(block, grid.grid.count());
      EXPECT_EQ(threads.size(), grid.threads());
    }
    EXPECT_FALSE(thread_at(grid, layout, -1, 30));
    EXPECT_FALSE(thread_at(grid, layout, 5, layout.caption * 0.5F)) << "the caption";
  }
}

TEST(ThreadGrid, DrawsASmallGridWhole) {
  const ThreadLayout small = thread_layout(grid_of({2, 2, 1}, {8, 8, 1}), 0, 500, 500, 16, 1);
  EXPECT_EQ(small.count, 4U);
  EXPECT_EQ(small.columns, 2U);
  EXPECT_GE(small.cell, 9.0F);
}

// Of many blocks those around one are drawn, as large as can be told apart, inside the room.
TEST(ThreadGrid, DrawsWhatHasRoomAroundABlock) {
  for (const ThreadGrid& grid :
       {grid_of({65'536, 1, 1}, {256, 1, 1}), grid_of({500, 400, 1}, {16, 16, 1}),
        grid_of({9, 9, 9}, {32, 32, 1})}) {
    for (const std::uint64_t around :
         {std::uint64_t{0}, grid.grid.count() / 2, grid.grid.count() - 1}) {
      const ThreadLayout layout = thread_layout(grid, around, 800, 400, 16, 1);
      const auto n = static_cast<float>(layout.columns), m = static_cast<float>(layout.rows);
      EXPECT_LE(n * layout.block_width() + (n - 1) * layout.gap, 800.5F);
      EXPECT_LE(m * (layout.block_height() + layout.caption) + (m - 1) * layout.gap, 400.5F);
      bool there = false;
      for (std::uint32_t i = 0; i < layout.count; ++i)
        there = there || layout.block_at(grid, i % layout.columns, i / layout.columns) == around;
      EXPECT_TRUE(there) << around;
      EXPECT_LT(layout.count, grid.grid.count());
    }
  }
}

// A block of 8 x 8 in 150 pixels: below a caption of 20 there are 16 for each of its lines, and the
// formula stands beside it; where there is height enough it stands below.
TEST(ThreadGrid, AFormulaLeavesTheHeightToTheThreads) {
  ThreadView view{grid_of({1, 1, 1}, {8, 8, 1}), {0, 43}, 0, {}, {}};
  view.formulas.push_back({"number", "threadIdx.x + threadIdx.y * blockDim.x", "3 + 5 * 8", "43"});
  const ThreadPicture low = thread_picture(view, {700, 150, 12.5F, 1, 0.6F});
  EXPECT_NEAR(low.layout.cell, 130.0F / 8.0F, 0.1F);
  const ThreadPicture high = thread_picture(view, {700, 600, 12.5F, 1, 0.6F});
  const auto top_of = [](const ThreadPicture& picture) {
    for (const ThreadLabel& label : picture.labels)
      if (label.text.starts_with("number = ")) return label.y;
    return -1.0F;
  };
  EXPECT_GT(top_of(low), 0.0F);
  EXPECT_GT(top_of(high), high.layout.caption + high.layout.block_height());
  for (const ThreadLabel& label : low.labels)
    EXPECT_LE(label.x + label.width, 700.5F) << label.text;
}

TEST(ThreadFormulas, FillInTheNumbersOfAThread) {
  Studio studio;
  studio.run("lesson id=vector-add; set block=64; set n=300");
  const auto grid = thread_grid(studio.session());
  ASSERT_TRUE(grid);
  const auto formulas = ThreadFormulas(studio.session()).of(studio.session(), *grid, {3, 37});
  ASSERT_EQ(formulas.size(), 1U);
  EXPECT_EQ(formulas[0].name, "i");
  EXPECT_EQ(formulas[0].written, "blockIdx.x * blockDim.x + threadIdx.x");
  EXPECT_EQ(formulas[0].filled, "3 * 64 + 37");
  EXPECT_EQ(formulas[0].value, "229");
}

// A variable of others comes behind them, with their values.
TEST(ThreadFormulas, FollowEachOther) {
  Studio studio;
  studio.run(
      "lesson id=first-kernel; rung id=picture; set bx=4; set by=4; set columns=10; "
      "set rows=6");
  const auto grid = thread_grid(studio.session());
  ASSERT_TRUE(grid);
  // Block (1, 1) of 3 across is number 4; thread (2, 1) is number 6.
  const auto formulas = ThreadFormulas(studio.session()).of(studio.session(), *grid, {4, 6});
  ASSERT_EQ(formulas.size(), 3U);
  EXPECT_EQ(formulas[0].value, "6") << formulas[0].filled;  // x = 1 * 4 + 2
  EXPECT_EQ(formulas[1].value, "5") << formulas[1].filled;  // y = 1 * 4 + 1
  EXPECT_EQ(formulas[2].filled, "5 * 10 + 6");
  EXPECT_EQ(formulas[2].value, "56");
}

TEST(ThreadFormulas, KeepTheParenthesesThatCount) {
  Studio studio;
  studio.open(
      test::pasted("extern \"C\" __global__ void k(int* out) {\n"
                   "  const int a = (threadIdx.x + 1) * 2 - (3 - blockDim.x % 4);\n"
                   "  out[threadIdx.x] = a;\n}\n",
                   "out:i32[32]=zero", {8, 1, 1}));
  const auto grid = thread_grid(studio.session());
  ASSERT_TRUE(grid);
  const auto formulas = ThreadFormulas(studio.session()).of(studio.session(), *grid, {0, 5});
  ASSERT_EQ(formulas.size(), 1U);
  EXPECT_EQ(formulas[0].written, "(threadIdx.x + 1) * 2 - (3 - blockDim.x % 4)");
  EXPECT_EQ(formulas[0].filled, "(5 + 1) * 2 - (3 - 8 % 4)");
  EXPECT_EQ(formulas[0].value, "9");
}

// While the question asks for it, neither the picture nor its words tell a warp or an index.
TEST(ThreadPicture, KeepsBackWhatIsAsked) {
  Studio studio;
  studio.run("lesson id=first-kernel; rung id=warps; set bx=8; set by=8; set bz=1");
  const auto grid = thread_grid(studio.session());
  ASSERT_TRUE(grid);
  ThreadView view{
      *grid, {0, 43}, 0, ThreadFormulas(studio.session()).of(studio.session(), *grid, {0, 43}), {}};
  const auto fills = [](const ThreadPicture& picture) {
    std::set<float> all;
    for (const ThreadBox& box : picture.boxes)
      if (box.role == style::Role::Active || box.role == style::Role::Inactive)
        all.insert(box.fill);
    return all.size();
  };
  const ThreadRoom room{800, 400, 12, 1};
  EXPECT_EQ(fills(thread_picture(view, room)), 2U) << "warp 0, and the shown one";
  view.kept_back = "asked for";
  const ThreadPicture kept = thread_picture(view, room);
  EXPECT_EQ(fills(kept), 1U);
  EXPECT_EQ(kept.sentence, "asked for");
  for (const ThreadLabel& label : kept.labels) {
    EXPECT_EQ(label.text.find("= 43"), std::string::npos) << label.text;
    EXPECT_NE(label.text, "11");
  }
}

}  // namespace
}  // namespace lanescope::ui::figures::threads
