#include "sim/analysis/search.hpp"

#include <gtest/gtest.h>

#include "tests/sim/analysis/told.hpp"
#include "tests/sim/trace/synthetic.hpp"

namespace lanescope::analysis {
namespace {

using told::Teller;
using trace::MarkKind;

TEST(Search, MarksBothWays) {
  const auto trace = trace::synthetic::record({});
  for (MarkKind kind :
       {MarkKind::Divergence, MarkKind::BankConflict, MarkKind::Uncoalesced, MarkKind::Barrier}) {
    std::vector<Tick> expected;
    for (const trace::Mark& mark : trace->marks()) {
      if (mark.kind == kind) expected.push_back(mark.tick);
    }
    ASSERT_GT(expected.size(), 3U);
    EXPECT_EQ(next_mark(*trace, expected[1], kind), expected[2]);
    EXPECT_EQ(previous_mark(*trace, expected[2], kind), expected[1]);
    EXPECT_EQ(next_mark(*trace, expected.back(), kind), std::nullopt);
    EXPECT_EQ(previous_mark(*trace, expected.front(), kind), std::nullopt);
    EXPECT_EQ(previous_mark(*trace, Tick{trace->tick_count() + 1}, kind), expected.back());
  }
}

TEST(Search, TouchesOfAnAddress) {
  Teller teller;
  teller.store([](std::uint64_t lane) { return lane; });      // 0: bytes 0 … 127
  teller.step();                                              // 1
  teller.load([](std::uint64_t lane) { return lane + 32; });  // 2: bytes 128 … 255
  teller.load([](std::uint64_t) { return 5; });               // 3: bytes 20 … 23
  teller.access(events::Space::Global, events::Access::Store,
                [](std::uint64_t lane) { return lane; });  // 4
  teller.access(
      events::Space::Shared, events::Access::Atomic, [](std::uint64_t) { return 5; }, 1);  // 5
  const auto trace = teller.finish();
  const Bytes five{events::Space::Shared, 20, 4, 0, BlockIndex{0}};
  EXPECT_EQ(next_touch(*trace, Tick{0}, five, Touch::Any), Tick{3});
  EXPECT_EQ(next_touch(*trace, Tick{0}, five, Touch::Write), Tick{5});
  EXPECT_EQ(next_touch(*trace, Tick{5}, five, Touch::Any), std::nullopt);
  EXPECT_EQ(previous_touch(*trace, Tick{5}, five, Touch::Write), Tick{0});
  EXPECT_EQ(previous_touch(*trace, Tick{3}, five, Touch::Any), Tick{0});
  EXPECT_EQ(previous_touch(*trace, Tick{0}, five, Touch::Any), std::nullopt);
  EXPECT_EQ(
      next_touch(*trace, Tick{0}, {events::Space::Shared, 255, 1, 0, BlockIndex{0}}, Touch::Any),
      Tick{2});
  EXPECT_EQ(
      next_touch(*trace, Tick{0}, {events::Space::Shared, 256, 1, 0, BlockIndex{0}}, Touch::Any),
      std::nullopt);
  EXPECT_EQ(
      next_touch(*trace, Tick{0}, {events::Space::Shared, 20, 4, 0, BlockIndex{1}}, Touch::Any),
      std::nullopt);
  EXPECT_EQ(
      next_touch(*trace, Tick{0}, {events::Space::Global, 20, 4, 0, BlockIndex{}}, Touch::Any),
      Tick{4});
}

// Two warps in turn, a barrier after two steps each.
TEST(Search, StepUnits) {
  Teller teller({2, 1, 1}, {64, 1, 1});
  for (std::uint32_t block : {0U, 1U}) {
    for (int phase = 0; phase < 2; ++phase) {
      for (int i = 0; i < 2; ++i) {
        teller.step(told::kAll, 0, block);
        teller.step(told::kAll, 1, block);
      }
      if (phase == 0) teller.barrier(block);
    }
    teller.end_block(block);
  }
  const auto trace = teller.finish();
  ASSERT_EQ(trace->tick_count(), 16U);
  EXPECT_EQ(next_of_warp(*trace, Tick{0}), Tick{2});
  EXPECT_EQ(next_of_warp(*trace, Tick{7}), Tick{16});
  EXPECT_EQ(next_of_warp(*trace, Tick{16}), Tick{16});
  EXPECT_EQ(previous_of_warp(*trace, Tick{3}), Tick{1});
  EXPECT_EQ(previous_of_warp(*trace, Tick{0}), Tick{0});
  EXPECT_EQ(previous_of_warp(*trace, Tick{16}), Tick{15});
  EXPECT_EQ(next_round(*trace, Tick{0}), Tick{2});
  EXPECT_EQ(next_round(*trace, Tick{15}), Tick{16});
  EXPECT_EQ(previous_round(*trace, Tick{4}), Tick{2});
  EXPECT_EQ(previous_round(*trace, Tick{0}), Tick{0});
  EXPECT_EQ(next_phase(*trace, Tick{0}), Tick{4});
  EXPECT_EQ(next_phase(*trace, Tick{4}), Tick{8});
  EXPECT_EQ(next_phase(*trace, Tick{9}), Tick{12});
  EXPECT_EQ(next_phase(*trace, Tick{13}), Tick{16});
  EXPECT_EQ(next_phase(*trace, Tick{16}), Tick{16});
  EXPECT_EQ(previous_phase(*trace, Tick{16}), Tick{12});
  EXPECT_EQ(previous_phase(*trace, Tick{12}), Tick{8});
  EXPECT_EQ(previous_phase(*trace, Tick{5}), Tick{4});
  EXPECT_EQ(previous_phase(*trace, Tick{4}), Tick{0});
  EXPECT_EQ(previous_phase(*trace, Tick{0}), Tick{0});
}

TEST(Search, EmptyTrace) {
  const auto trace = trace::Recorder({}).finish({}, 0);
  EXPECT_EQ(next_of_warp(*trace, Tick{0}), Tick{0});
  EXPECT_EQ(previous_of_warp(*trace, Tick{0}), Tick{0});
  EXPECT_EQ(next_round(*trace, Tick{0}), Tick{0});
  EXPECT_EQ(previous_round(*trace, Tick{0}), Tick{0});
  EXPECT_EQ(next_phase(*trace, Tick{0}), Tick{0});
  EXPECT_EQ(previous_phase(*trace, Tick{0}), Tick{0});
  EXPECT_EQ(next_mark(*trace, Tick{0}, MarkKind::Fault), std::nullopt);
  EXPECT_EQ(previous_touch(*trace, Tick{0}, {}, Touch::Any), std::nullopt);
}

}  // namespace
}  // namespace lanescope::analysis
