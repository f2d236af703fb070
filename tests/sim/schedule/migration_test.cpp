// Pages of managed memory: what moves, worked by hand.

#include "sim/schedule/migration.hpp"

#include <algorithm>
#include <ranges>

#include <gtest/gtest.h>

namespace lanescope::schedule {
namespace {

using PageKind = PageStep::Kind;

PageStep reads(Side side, std::size_t from, std::size_t to) {
  PageStep step{PageKind::Touch, side, {}};
  for (std::size_t page = from; page < to; ++page) step.touches.push_back({page, true, false});
  return step;
}
PageStep writes(Side side, std::size_t from, std::size_t to) {
  PageStep step = reads(side, from, to);
  for (PageTouch& touch : step.touches) touch.written = true;
  return step;
}
PageStep with_kind(PageKind kind, PageStep step) {
  step.kind = kind;
  return step;
}
std::size_t moved_to(const Migration& made, Side side) {
  return static_cast<std::size_t>(std::ranges::count(made.moves, side, &PageMove::to));
}

constexpr Side kHost = Side::Host, kDevice = Side::Device;
constexpr auto kAtHost = Where::Host, kAtDevice = Where::Device, kAtBoth = Where::Both;

// The example of the header: two pages go there, one comes back.
TEST(Migration, APageGoesToWhoTouchesIt) {
  const Migration made =
      migrate(2, {writes(kHost, 0, 2), reads(kDevice, 0, 2), reads(kHost, 0, 1)});
  ASSERT_EQ(made.moves.size(), 3U);
  EXPECT_EQ(moved_to(made, kDevice), 2U);
  EXPECT_EQ(made.moves[2].step, 2U);
  EXPECT_EQ(made.moves[2].page, 0U);
  EXPECT_EQ(made.moves[2].to, kHost);
  EXPECT_EQ(made.after[0], (std::vector{kAtHost, kAtHost}));
  EXPECT_EQ(made.after[1], (std::vector{kAtDevice, kAtDevice}));
  EXPECT_EQ(made.after[2], (std::vector{kAtHost, kAtDevice}));
  EXPECT_EQ(made.faults, (std::vector<std::size_t>{2, 2, 1}));
}

// Whoever touches first is where it comes to be: nothing has to travel.
TEST(Migration, TheFirstTouchMovesNothing) {
  const Migration made = migrate(3, {writes(kDevice, 0, 2), reads(kDevice, 0, 2)});
  EXPECT_TRUE(made.moves.empty());
  EXPECT_EQ(made.after[1], (std::vector{kAtDevice, kAtDevice, Where::Nowhere}));
  EXPECT_EQ(made.faults, (std::vector<std::size_t>{2, 0}));
}

TEST(Migration, WhatIsThereStaysThere) {
  std::vector<PageStep> steps{writes(kHost, 0, 4)};
  for (int launch = 0; launch < 4; ++launch) steps.push_back(writes(kDevice, 0, 4));
  EXPECT_EQ(migrate(4, steps).moves.size(), 4U);
}

// Three launches between four turns of the host, two pages: 2 times 6 moves.
TEST(Migration, TurnsMoveAPageEachTime) {
  std::vector<PageStep> steps;
  for (int turn = 0; turn < 3; ++turn) {
    steps.push_back(writes(kHost, 0, 2));
    steps.push_back(writes(kDevice, 0, 2));
  }
  steps.push_back(reads(kHost, 0, 2));
  const Migration made = migrate(2, steps);
  EXPECT_EQ(made.moves.size(), 12U);
  EXPECT_EQ(moved_to(made, kHost), 6U);
  // Each its own page: one of the two moves, once.
  steps.clear();
  for (int turn = 0; turn < 3; ++turn) {
    steps.push_back(writes(kHost, turn == 0 ? 0 : 1, 2));
    steps.push_back(writes(kDevice, 0, 1));
  }
  EXPECT_EQ(migrate(2, steps).moves.size(), 1U);
}

// As many moves, and no stop.
TEST(Migration, PrefetchedPagesDoNotFault) {
  const PageStep prefetch = with_kind(PageKind::Prefetch, reads(kDevice, 0, 3));
  const Migration made = migrate(4, {writes(kHost, 0, 4), prefetch, writes(kDevice, 0, 4)});
  EXPECT_EQ(made.moves.size(), 4U);
  EXPECT_EQ(made.moves[2].step, 1U);
  EXPECT_EQ(made.moves[3].step, 2U);
  EXPECT_EQ(made.faults, (std::vector<std::size_t>{4, 0, 1}));
  EXPECT_TRUE(migrate(3, {prefetch, writes(kDevice, 0, 3)}).moves.empty());
}

// Two pages read by both, twice: without the advice they move four times each, with it each is
// copied once.
TEST(Migration, ReadMostlyCopies) {
  std::vector<PageStep> steps{writes(kHost, 0, 2)};
  for (int turn = 0; turn < 2; ++turn) {
    steps.push_back(reads(kDevice, 0, 2));
    steps.push_back(reads(kHost, 0, 2));
  }
  EXPECT_EQ(migrate(2, steps).moves.size(), 8U);
  steps.insert(steps.begin() + 1, with_kind(PageKind::ReadMostly, reads(kHost, 0, 2)));
  const Migration made = migrate(2, steps);
  EXPECT_EQ(made.moves.size(), 2U);
  EXPECT_TRUE(std::ranges::all_of(made.moves, &PageMove::copied));
  EXPECT_EQ(made.after[2], (std::vector{kAtBoth, kAtBoth}));
  EXPECT_EQ(made.after.back(), (std::vector{kAtBoth, kAtBoth}));
  EXPECT_EQ(made.faults, (std::vector<std::size_t>{2, 0, 2, 0, 0, 0}));
}

// Page 0 is written by the host, and its copy ends: the GPU copies that page once more.
TEST(Migration, AWriteEndsTheCopies) {
  const std::vector<PageStep> steps = {
      writes(kHost, 0, 2), with_kind(PageKind::ReadMostly, reads(kHost, 0, 2)),
      reads(kDevice, 0, 2), writes(kHost, 0, 1), reads(kDevice, 0, 2)};
  const Migration made = migrate(2, steps);
  EXPECT_EQ(made.moves.size(), 3U);
  EXPECT_EQ(made.dropped, 1U);
  EXPECT_EQ(made.after[3], (std::vector{kAtHost, kAtBoth}));
  EXPECT_EQ(made.after[4], (std::vector{kAtBoth, kAtBoth}));
  EXPECT_EQ(made.faults[3], 1U);
  // A write from where there is no copy takes the page with it, as without advice.
  const Migration taken =
      migrate(1, {writes(kHost, 0, 1), with_kind(PageKind::ReadMostly, reads(kHost, 0, 1)),
                  writes(kDevice, 0, 1)});
  ASSERT_EQ(taken.moves.size(), 1U);
  EXPECT_FALSE(taken.moves[0].copied);
  EXPECT_EQ(taken.after[2], (std::vector{kAtDevice}));
  EXPECT_EQ(taken.dropped, 0U);
}

}  // namespace
}  // namespace lanescope::schedule
