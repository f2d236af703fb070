// The figures of the course notes, drawn from runs told by hand.
#include "sim/analysis/phases.hpp"

#include <set>

#include <gtest/gtest.h>

#include "tests/sim/analysis/told.hpp"

namespace lanescope::analysis {
namespace {

using told::Teller;
using Pair = std::pair<std::uint32_t, std::uint32_t>;
constexpr LaneMask kEight = 0xff;
const Teller::Index kOwn = [](std::uint64_t lane) { return lane; };

Teller::Index shifted(std::int64_t by) {
  return [by](std::uint64_t lane) { return lane + static_cast<std::uint64_t>(by); };
}

std::set<Pair> arcs(const PhaseRow& row) {
  std::set<Pair> pairs;
  for (const Arc& arc : row.arcs) pairs.insert({arc.from, arc.to});
  return pairs;
}

PhaseFigure figure(Teller& teller, std::uint32_t count = 8, std::size_t max_arcs = 100) {
  return phase_figure({}, *teller.finish(), 0, BlockIndex{0},
                      {events::Space::Shared, 0, 4, 0, count}, max_arcs);
}

// Sequential addressing on 8 elements: i takes i and i + s, for s = 4, 2, 1.
TEST(PhaseFigure, ReductionTree) {
  Teller teller;
  teller.access(events::Space::Global, events::Access::Load, kOwn, kEight, 0, 0, 0x7000'0000'0000);
  teller.store(kOwn, kEight);
  teller.barrier();
  for (std::uint32_t s : {4U, 2U, 1U}) {
    teller.load(kOwn, full_mask(static_cast<int>(s)));
    teller.load(shifted(s), full_mask(static_cast<int>(s)));
    teller.store(kOwn, full_mask(static_cast<int>(s)));
    teller.barrier();
  }
  teller.load([](std::uint64_t) { return 0; }, 1);
  teller.access(events::Space::Global, events::Access::Store, kOwn, 1, 0, 0, 0x7000'0000'1000);
  const auto f = figure(teller);
  ASSERT_EQ(f.rows.size(), 5U);
  EXPECT_TRUE(f.rows[0].arcs.empty());  // values come from elsewhere
  EXPECT_EQ(f.rows[0].written.size(), 8U);
  EXPECT_EQ(arcs(f.rows[1]),
            (std::set<Pair>{{0, 0}, {4, 0}, {1, 1}, {5, 1}, {2, 2}, {6, 2}, {3, 3}, {7, 3}}));
  EXPECT_EQ(arcs(f.rows[2]), (std::set<Pair>{{0, 0}, {2, 0}, {1, 1}, {3, 1}}));
  EXPECT_EQ(arcs(f.rows[3]), (std::set<Pair>{{0, 0}, {1, 0}}));
  EXPECT_EQ(f.rows[1].read, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(f.rows[1].written, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_TRUE(f.rows[4].arcs.empty());  // a load that feeds no write of the array
  EXPECT_EQ(f.rows[4].read, std::vector<std::uint32_t>{0});
  const Arc& arc = f.rows[3].arcs.front();
  EXPECT_EQ(arc.thread, 0U);
  EXPECT_LT(arc.read, arc.write);
}

// Hillis-Steele in place: t = s[i - k] before the barrier, s[i] += t after it.
TEST(PhaseFigure, ReadsBeforeABarrierFeedTheWriteAfterIt) {
  Teller teller;
  const LaneMask upper = kEight & ~LaneMask{1};
  teller.load(shifted(-1), upper);
  teller.barrier();
  teller.load(kOwn, upper);
  teller.store(kOwn, upper);
  teller.barrier();
  teller.load(shifted(-2), kEight & ~LaneMask{3});
  teller.barrier();
  teller.store(kOwn, kEight & ~LaneMask{3});
  const auto f = figure(teller);
  ASSERT_EQ(f.rows.size(), 4U);
  EXPECT_TRUE(f.rows[0].arcs.empty());
  EXPECT_TRUE(arcs(f.rows[1]).contains({3, 3}));
  EXPECT_EQ(arcs(f.rows[3]), (std::set<Pair>{{0, 2}, {1, 3}, {2, 4}, {3, 5}, {4, 6}, {5, 7}}));
}

// A tile is read, then filled anew from global memory: no arc.
TEST(PhaseFigure, RefilledTileHasNoArcs) {
  Teller teller;
  teller.load(kOwn, kEight);
  teller.load(shifted(1), kEight);
  teller.barrier();
  teller.access(events::Space::Global, events::Access::Load, kOwn, kEight, 0, 0, 0x7000'0000'0000);
  teller.store(kOwn, kEight);
  const auto f = figure(teller);
  ASSERT_EQ(f.rows.size(), 2U);
  EXPECT_TRUE(f.rows[1].arcs.empty());
}

TEST(PhaseFigure, WindowOfElementsAndLimit) {
  Teller teller;
  teller.load(kOwn);
  teller.load(shifted(1));
  teller.store(kOwn);
  const auto trace = teller.finish();
  auto f = phase_figure({}, *trace, 0, BlockIndex{0}, {events::Space::Shared, 0, 4, 4, 4}, 100);
  ASSERT_EQ(f.rows.size(), 1U);
  EXPECT_EQ(f.rows[0].read, (std::vector<std::uint32_t>{4, 5, 6, 7}));
  EXPECT_EQ(arcs(f.rows[0]),
            (std::set<Pair>{{4, 4}, {5, 4}, {5, 5}, {6, 5}, {6, 6}, {7, 6}, {7, 7}}));
  f = phase_figure({}, *trace, 0, BlockIndex{0}, {events::Space::Shared, 0, 4, 0, 64}, 5);
  EXPECT_EQ(f.rows[0].arcs.size(), 5U);
  EXPECT_TRUE(f.rows[0].truncated);
  f = phase_figure({}, *trace, 0, BlockIndex{7}, {events::Space::Shared, 0, 4, 0, 64}, 5);
  EXPECT_TRUE(f.rows.empty());
}

// Of a long run the first rows are taken, and the phases behind them counted.
TEST(PhaseFigure, RowsHaveALimit) {
  Teller teller;
  for (int i = 0; i < 9; ++i) {
    teller.load(kOwn);
    teller.store(kOwn);
    teller.barrier();
  }
  teller.load(kOwn);
  const auto trace = teller.finish();
  const ArrayRef array{events::Space::Shared, 0, 4, 0, 64};
  const auto f = phase_figure({}, *trace, 0, BlockIndex{0}, array, 100, 3);
  ASSERT_EQ(f.rows.size(), 3U);
  EXPECT_EQ(f.rows[2].phase.number, 2U);
  EXPECT_EQ(f.left_out, 7U);
  EXPECT_EQ(phase_figure({}, *trace, 0, BlockIndex{0}, array, 100, 10).left_out, 0U);
}

// More touches than are kept at a time: the distinct ones stay.
TEST(PhaseFigure, ALongIntervalKeepsEveryElement) {
  Teller teller;
  for (int i = 0; i < 3000; ++i) teller.load(shifted(i % 40));
  const auto f = figure(teller, 128);
  ASSERT_EQ(f.rows.size(), 1U);
  ASSERT_EQ(f.rows[0].read.size(), 71U);
  EXPECT_EQ(f.rows[0].read.front(), 0U);
  EXPECT_EQ(f.rows[0].read.back(), 70U);
}

// A buffer's figure goes on over the launches of an Experiment.
TEST(PhaseFigure, GlobalArrayOverLaunches) {
  Teller teller;
  const std::uint64_t base = 0x7000'0000'0000;
  for (std::uint32_t n : {4U, 2U}) {
    const LaneMask lanes = full_mask(static_cast<int>(n));
    teller.access(events::Space::Global, events::Access::Load, kOwn, lanes, 0, 0, base);
    teller.access(events::Space::Global, events::Access::Load, shifted(n), lanes, 0, 0, base);
    teller.access(events::Space::Global, events::Access::Store, kOwn, lanes, 0, 0, base);
    teller.end_block();
    if (n == 4) teller.launch({1, 1, 1}, {32, 1, 1});
  }
  const auto f = phase_figure({}, *teller.finish(), 0, BlockIndex{0},
                              {events::Space::Global, base, 4, 0, 8}, 100);
  ASSERT_EQ(f.rows.size(), 2U);
  EXPECT_EQ(f.rows[1].phase.launch, 1U);
  EXPECT_EQ(arcs(f.rows[1]), (std::set<Pair>{{0, 0}, {2, 0}, {1, 1}, {3, 1}}));
}

TEST(PhaseFigure, AtomicsReadAndWrite) {
  Teller teller;
  teller.load(kOwn, 0x2);
  teller.access(
      events::Space::Shared, events::Access::Atomic, [](std::uint64_t) { return 0; }, 0x2);
  const auto f = figure(teller);
  ASSERT_EQ(f.rows.size(), 1U);
  EXPECT_EQ(f.rows[0].read, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(arcs(f.rows[0]), (std::set<Pair>{{1, 0}}));
}

}  // namespace
}  // namespace lanescope::analysis
