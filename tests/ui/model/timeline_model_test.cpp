#include "ui/panels/timeline/timeline_model.hpp"

#include "tests/ui/model/studio.hpp"

namespace lanescope::ui::panels::timeline {
namespace {

using test::Studio;
using Kind = TimelineBar::Kind;

double width_of(const TimelineLane& lane, Kind kind) {
  double width = 0.0;
  for (const TimelineBar& bar : lane.bars)
    if (bar.kind == kind) width += bar.width;
  return width;
}

// Strided index, 256 threads: from k = 8 on warp 0 alone has lanes that add, so the others reach
// the barrier sooner and wait.
TEST(TimelineModel, WarpsWithoutWorkWait) {
  Studio studio;
  studio.run(
      "lesson id=reduction; rung id=interleaved-stride; set block=256; set n=256; "
      "goto phase=5");
  const analysis::Timeline timeline(*studio.session().trace(), 32);
  const auto model = timeline_model(studio.session(), timeline, {}, 4096);
  ASSERT_TRUE(model);
  ASSERT_EQ(model->rows.size(), 8U);
  EXPECT_EQ(model->view.to, model->width);
  EXPECT_GT(width_of(model->rows[7], Kind::Waiting), 0.0);
  EXPECT_LT(width_of(model->rows[0], Kind::Waiting), width_of(model->rows[7], Kind::Waiting));
  EXPECT_EQ(model->lines.size(), 10U);  // the load, eight steps, the last store
}

// Every bar lies in the view that was asked for, however far out.
TEST(TimelineModel, FoldsToWhatCanBeSeen) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set block=256; set n=4096");
  const analysis::Timeline timeline(*studio.session().trace(), 32);
  for (const std::size_t most : {8U, 40U, 400U}) {
    const auto model = timeline_model(studio.session(), timeline, {}, most);
    ASSERT_TRUE(model);
    for (const TimelineLane& lane : model->rows) EXPECT_LE(lane.bars.size(), most + 2);
  }
}

// Ten phases need forty bars' room for their lines; with less, only launches are marked.
TEST(TimelineModel, BarriersFoldToo) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-stride; set block=256; set n=256");
  const analysis::Timeline timeline(*studio.session().trace(), 32);
  const auto wide = timeline_model(studio.session(), timeline, {}, 40);
  ASSERT_TRUE(wide);
  EXPECT_FALSE(wide->lines_folded);
  EXPECT_EQ(wide->lines.size(), 10U);
  const auto narrow = timeline_model(studio.session(), timeline, {}, 36);
  ASSERT_TRUE(narrow);
  EXPECT_TRUE(narrow->lines_folded);
  EXPECT_EQ(narrow->lines.size(), 1U);
  EXPECT_NE(narrow->sentence.find("zoom in"), std::string::npos);
}

TEST(TimelineModel, TheCursorStandsBehindTheShownInstruction) {
  Studio studio;
  studio.run("lesson id=vector-add; set block=32; set n=64; goto tick=5");
  const analysis::Timeline timeline(*studio.session().trace(), 32);
  const auto model = timeline_model(studio.session(), timeline, {}, 400);
  ASSERT_TRUE(model);
  EXPECT_EQ(model->cursor, 5.0);
  EXPECT_EQ(model->rows[0].progress, 5.0);
  EXPECT_NE(timeline_words(studio.session(), timeline, {0, 4}).find("Warp 0, tick 4: "),
            std::string::npos);
}

TEST(TimelineView, ZoomKeepsWhatIsUnderThePointer) {
  const TimelineView half = zoomed({0.0, 1000.0}, 1000.0, 250.0, 0.5);
  EXPECT_DOUBLE_EQ(half.from, 125.0);
  EXPECT_DOUBLE_EQ(half.to, 625.0);
  const TimelineView out = zoomed(half, 1000.0, 250.0, 100.0);
  EXPECT_DOUBLE_EQ(out.from, 0.0);
  EXPECT_DOUBLE_EQ(out.to, 1000.0);
}

TEST(TimelineView, StaysInsideAndDoesNotVanish) {
  const TimelineView deep = zoomed({0.0, 1000.0}, 1000.0, 999.0, 1e-9);
  EXPECT_GE(deep.to - deep.from, 1.0);
  EXPECT_LE(deep.to, 1000.0);
  const TimelineView left = moved({100.0, 200.0}, 1000.0, -500.0);
  EXPECT_DOUBLE_EQ(left.from, 0.0);
  EXPECT_DOUBLE_EQ(left.to, 100.0);
  const TimelineView right = moved({100.0, 200.0}, 1000.0, 5000.0);
  EXPECT_DOUBLE_EQ(right.to, 1000.0);
}

}  // namespace
}  // namespace lanescope::ui::panels::timeline
