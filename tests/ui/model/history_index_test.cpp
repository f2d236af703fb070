// The index of a history against going through it cycle by cycle, and which rows warps get.

#include "ui/figures/cycles/history_index.hpp"

#include <memory>
#include <random>

#include <gtest/gtest.h>

namespace lanescope::ui::figures::cycles {
namespace {

using timing::Reason;
using timing::ReasonCycles;
using timing::WarpHistory;

WarpHistory warp_of(std::uint32_t block, std::uint32_t warp, std::int64_t begin, std::int64_t end) {
  WarpHistory one;
  one.block = BlockIndex{block};
  one.warp = WarpIndex{warp};
  one.scheduler = warp % 2;
  one.stretches.push_back({begin, end, 0, 0, Reason::wait});
  return one;
}

HistoryIndex index_of(std::vector<WarpHistory> warps) {
  auto history = std::make_shared<run::LaunchHistory>();
  history->sm.schedulers = 2;
  for (const WarpHistory& one : warps) history->sm.cycles = std::max(history->sm.cycles, one.end());
  history->sm.warps = std::move(warps);
  return HistoryIndex(std::move(history));
}

// Some hundred stretches of 1 to 9 cycles, an issue every third: more than one sum holds.
WarpHistory random_warp(std::uint32_t number, std::int64_t begin) {
  std::mt19937 random(number);
  WarpHistory one = warp_of(0, number, begin, begin + 1);
  for (std::uint32_t i = 1; i < 500; ++i) {
    const std::int64_t from = one.end();
    const bool issues = i % 3 == 0;
    const auto reason =
        issues ? Reason::selected : static_cast<Reason>(1 + random() % (timing::kReasons - 1));
    one.stretches.push_back(
        {from, from + 1 + (issues ? 0 : static_cast<std::int64_t>(random() % 9)), i, i, reason});
  }
  return one;
}

ReasonCycles counted(const WarpHistory& warp, std::int64_t from, std::int64_t to) {
  ReasonCycles cycles;
  for (std::int64_t at = from; at < to; ++at)
    if (const timing::Stretch* stretch = warp.at(at)) ++cycles[stretch->reason];
  return cycles;
}

TEST(HistoryIndex, ReasonsAreThoseOfEachCycle) {
  const HistoryIndex index = index_of({random_warp(0, 7), random_warp(1, 40)});
  std::mt19937 random(5);
  for (int i = 0; i < 200; ++i) {
    const auto from = static_cast<std::int64_t>(random() % 2500);
    const auto to = from + static_cast<std::int64_t>(random() % 900);
    for (const std::uint32_t warp : {0U, 1U})
      EXPECT_EQ(index.reasons(warp, from, to), counted(index.history().warps[warp], from, to))
          << from << " to " << to;
  }
}

TEST(HistoryIndex, IssuesAreOfTheScheduler) {
  const HistoryIndex index = index_of({random_warp(0, 0), random_warp(1, 3), random_warp(2, 9)});
  std::size_t issues = 0;
  for (const WarpHistory& warp : index.history().warps)
    if (warp.scheduler == 0)
      issues += static_cast<std::size_t>(counted(warp, 300, 900)[Reason::selected]);
  const auto found = index.issues(0, 300, 900);
  EXPECT_EQ(found.size(), issues);
  for (const Issue& one : found) {
    EXPECT_NE(one.warp, 1U);
    EXPECT_EQ(index.history().warps[one.warp].at(one.cycle)->reason, Reason::selected);
  }
}

// Two blocks of two warps at a time; the third one comes when the first has left.
TEST(HistoryIndex, ABlockTakesTheRowsOfOneThatHasLeft) {
  const HistoryIndex index =
      index_of({warp_of(0, 0, 0, 50), warp_of(0, 1, 4, 60), warp_of(1, 0, 20, 90),
                warp_of(1, 1, 24, 95), warp_of(2, 0, 61, 120), warp_of(2, 1, 65, 110)});
  EXPECT_EQ(index.blocks(), 3U);
  const std::vector<std::vector<std::uint32_t>> rows{{0, 4}, {1, 5}, {2}, {3}};
  EXPECT_EQ(index.rows(), rows);
}

}  // namespace
}  // namespace lanescope::ui::figures::cycles
