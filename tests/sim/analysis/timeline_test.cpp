#include "sim/analysis/timeline.hpp"

#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/sim/analysis/told.hpp"
#include "tests/sim/trace/synthetic.hpp"

namespace lanescope::analysis {
namespace {

using told::Teller;

std::string drawn(const Timeline& timeline, std::size_t row) {
  std::string text;
  for (const TimelineSegment& s : timeline.segments(row, 0, timeline.width(), 1000)) {
    char c = ' ';
    for (std::size_t k = 0; k < kCellKinds; ++k) {
      if (s.share.at(k) > 0.99F) c = "ALSXB#."[k];
    }
    text += c;
  }
  return text;
}

// The figure of the header, told and drawn.
TEST(Timeline, PhasesAlignAndMissingStepsWait) {
  Teller teller({1, 1, 1}, {64, 1, 1});
  const auto own = [](std::uint64_t lane) { return lane; };
  teller.load(own, told::kAll, 0);
  teller.step(told::kAll, 0);
  teller.step(told::kAll, 0);
  teller.load(own, told::kAll, 1);
  teller.step(told::kAll, 0);  // bar
  teller.step(told::kAll, 1);  // bar
  teller.barrier();
  teller.store(own, told::kAll, 1);
  teller.store(own, told::kAll, 0);
  teller.branch(1, told::kAll - 1, 3);
  const auto trace = teller.finish();
  const Timeline timeline(*trace, 32);
  ASSERT_EQ(timeline.rows().size(), 2U);
  EXPECT_EQ(timeline.width(), 6U);
  EXPECT_EQ(drawn(timeline, 0), "LAA#SB");
  EXPECT_EQ(drawn(timeline, 1), "L#..S ");
  ASSERT_EQ(timeline.phases().size(), 2U);
  EXPECT_EQ(timeline.phases()[1].x, 4U);
  EXPECT_EQ(timeline.phases()[1].width, 2U);
  EXPECT_EQ(timeline.segments(0, 5, 6, 10).at(0).flags, TimelineSegment::kDivergence);
  EXPECT_EQ(timeline.tick_at({1, 2}), std::nullopt);
  EXPECT_EQ(timeline.tick_at({1, 4}), Tick{6});
}

class TimelineOfARun : public ::testing::Test {
 protected:
  TimelineOfARun() {
    trace::synthetic::Options options;
    options.launches = 2;
    options.grid = {3, 1, 1};
    options.phases = 30;
    options.resident_blocks = 2;
    trace_ = trace::synthetic::record(options);
  }
  std::shared_ptr<const trace::Trace> trace_;
};

TEST_F(TimelineOfARun, TicksAndPlacesAreInverse) {
  const Timeline timeline(*trace_, 32);
  std::map<std::pair<std::size_t, std::uint64_t>, Tick> seen;
  for (std::uint64_t t = 0; t < trace_->tick_count(); ++t) {
    const auto place = timeline.place_of(Tick{t});
    ASSERT_TRUE(place.has_value());
    EXPECT_EQ(timeline.tick_at(*place), Tick{t});
    EXPECT_TRUE(seen.emplace(std::pair(place->row, place->x), Tick{t}).second)
        << "two ticks at one place";
    const trace::Step step = trace_->step(Tick{t});
    EXPECT_EQ(timeline.rows()[place->row].block, step.block);
    EXPECT_EQ(timeline.rows()[place->row].warp, step.warp);
  }
  EXPECT_EQ(timeline.place_of(Tick{trace_->tick_count()}), std::nullopt);
}

TEST_F(TimelineOfARun, FoldedSegmentsKeepTheShares) {
  const Timeline timeline(*trace_, 32);
  for (std::size_t row = 0; row < timeline.rows().size(); row += 5) {
    std::array<double, kCellKinds> exact{};
    std::uint8_t flags = 0;
    for (const auto& s : timeline.segments(row, 0, timeline.width(), timeline.width())) {
      EXPECT_EQ(s.width, 1U);
      flags |= s.flags;
      for (std::size_t k = 0; k < kCellKinds; ++k)
        exact.at(k) += static_cast<double>(s.share.at(k));
    }
    for (std::size_t most : {1U, 7U, 100U}) {
      const auto segments = timeline.segments(row, 0, timeline.width(), most);
      EXPECT_LE(segments.size(), most + 2);
      std::array<double, kCellKinds> sum{};
      std::uint8_t all = 0;
      std::uint64_t x = 0;
      for (const auto& s : segments) {
        EXPECT_EQ(s.x, x);
        x += s.width;
        all |= s.flags;
        for (std::size_t k = 0; k < kCellKinds; ++k)
          sum.at(k) += static_cast<double>(s.share.at(k)) * static_cast<double>(s.width);
      }
      EXPECT_EQ(x, timeline.width());
      EXPECT_EQ(all, flags);
      for (std::size_t k = 0; k < kCellKinds; ++k) {
        EXPECT_NEAR(sum.at(k), exact.at(k), 0.02 * static_cast<double>(timeline.width()));
      }
    }
  }
}

TEST_F(TimelineOfARun, OutsideIsEmpty) {
  const Timeline timeline(*trace_, 32);
  EXPECT_TRUE(timeline.segments(10'000, 0, 10, 10).empty());
  EXPECT_TRUE(timeline.segments(0, timeline.width(), timeline.width() + 10, 10).empty());
  EXPECT_TRUE(timeline.segments(0, 5, 5, 10).empty());
  const Timeline empty(*trace::Recorder({}).finish({}, 0), 32);
  EXPECT_TRUE(empty.rows().empty());
  EXPECT_EQ(empty.width(), 0U);
}

}  // namespace
}  // namespace lanescope::analysis
