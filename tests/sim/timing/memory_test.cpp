// Shared memory, caches and DRAM: latencies and counts of hand-made requests.
#include <gtest/gtest.h>

#include "tests/sim/timing/by_hand.hpp"

namespace lanescope::timing {
namespace {

// Cycles from a load to the instruction that waits for it, beyond one that waits for nothing.
std::int64_t latency(ByHand load) {
  load.add("FADD", 4, kNoBarrier, 1).add("EXIT");
  for (std::size_t i = 0; i < load.code.instructions.size(); ++i)
    load.code.instructions[i].address = static_cast<std::uint32_t>(i * 16) % 128;
  ByHand none = load;
  for (Instruction& i : none.code.instructions) i.control.wait_mask = 0;
  const Timing with = load.run();
  return with.stalls[Reason::long_scoreboard] + with.stalls[Reason::short_scoreboard] + 1;
}

TEST(Memory, AWavefrontMoreTakesTwoCyclesMore) {
  const MachineDescription machine;
  for (int wavefronts : {1, 2, 8, 32}) {
    ByHand one;
    one.add("LDS", 1, 0).shared(wavefronts);
    EXPECT_EQ(latency(one), machine.shared_cycles + 2 * wavefronts) << wavefronts;
  }
}

TEST(Memory, ManyWarpsTakeAWavefrontACycle) {
  ByHand one;
  for (int i = 0; i < 64; ++i) one.add("LDS", 1, 0).shared(8);
  one.add("EXIT");
  const std::int64_t wavefronts = 64 * 8 * 16;
  EXPECT_NEAR(static_cast<double>(one.cycles(1, 16)), static_cast<double>(wavefronts), 200);
}

TEST(Memory, TheSecondLoadOfALineHitsL1) {
  ByHand one;
  one.add("LDG.E", 1, 0).loads({{7, 15}}).add("FADD", 4, kNoBarrier, 1);
  one.add("LDG.E", 1, 1).loads({{7, 15}}).add("FADD", 4, kNoBarrier, 2).add("EXIT");
  const Timing timing = one.run();
  EXPECT_EQ(timing.l1.requests, 2);
  EXPECT_EQ(timing.l1.sectors, 8);
  EXPECT_EQ(timing.l1.hits, 4);
  EXPECT_EQ(timing.l2.sectors, 4);
  EXPECT_EQ(timing.dram_load_bytes, 128);
}

TEST(Memory, DramBringsTwoSectors) {
  ByHand one;
  one.add("LDG.E", 1, 0).loads({{7, 1}}).add("FADD", 4, kNoBarrier, 1);
  one.add("LDG.E", 1, 0).loads({{7, 2}}).add("EXIT");
  const Timing timing = one.run();
  EXPECT_EQ(timing.l1.hits, 0);
  EXPECT_EQ(timing.l2.hits, 1);
  EXPECT_EQ(timing.dram_load_bytes, 64);
}

TEST(Memory, WhatComesAlongIsAMissUntilItIsThere) {
  ByHand one;
  one.add("LDG.E", 1, 0).loads({{7, 1}}).add("LDG.E", 1, 0).loads({{7, 2}}).add("EXIT");
  EXPECT_EQ(one.run().l2.hits, 0);
}

TEST(Memory, WarmCachesNeedNoDram) {
  ByHand one;
  one.machine.dram_far_cycles = 0;
  one.add("LDG.E", 1, 0).loads({{7, 15}}).add("FADD", 4, kNoBarrier, 1).add("EXIT");
  const std::int64_t cold = one.cycles();
  one.shape.caches = Caches::Warm;
  const Timing warm = one.run();
  EXPECT_EQ(warm.dram_load_bytes, 0);
  EXPECT_EQ(cold - static_cast<std::int64_t>(warm.active_cycles), one.machine.dram_cycles);
}

TEST(Memory, LatenciesAreThoseOfTheDescription) {
  ByHand one;
  one.machine.page_miss_cycles = 0;
  one.machine.l2_far_cycles = 0;
  one.machine.dram_far_cycles = 0;
  one.add("LDG.E", 1, 0).loads({{7, 15}});
  EXPECT_EQ(latency(one), one.machine.l2_cycles + one.machine.dram_cycles);
  one.shape.caches = Caches::Warm;
  EXPECT_EQ(latency(one), one.machine.l2_cycles);
}

TEST(Memory, ScatteredLoadsTakeALineACycle) {
  std::vector<LinePart> lines;
  for (std::uint64_t i = 0; i < 32; ++i) lines.push_back({i * 3, 1});
  ByHand one;
  for (int i = 0; i < 32; ++i) one.add("LDG.E", 1, 0).loads(lines);
  one.add("EXIT");
  ByHand twice = one;
  const Timing timing = one.run(1, 8);
  EXPECT_EQ(timing.l1.requests, 32 * 8);
  EXPECT_EQ(timing.l2.requests, 32);  // the first of each line; the others find it on its way
}

TEST(Memory, StoresAreWrittenBackOnlyWhenL2IsFull) {
  Request store = ByHand::load();
  store.what = Request::What::Store;
  ByHand one;
  one.add("STG.E").asks(store, {{7, 15}}).add("EXIT");
  const Timing timing = one.run(50);
  EXPECT_EQ(timing.dram_store_bytes, 0);
  EXPECT_EQ(timing.l2.sectors, 200);
}

TEST(Memory, ManyRowsOfDramAtOnceTakeLonger) {
  const auto gather = [](std::uint64_t apart) {
    std::vector<LinePart> lines;
    for (std::uint64_t i = 0; i < 32; ++i) lines.push_back({i * apart, 1});
    ByHand one;
    one.machine.l2_far_cycles = 0;
    one.machine.dram_far_cycles = 0;
    one.add("LDG.E", 1, 0).loads(lines);
    return latency(one);
  };
  const MachineDescription machine;
  EXPECT_EQ(gather(8) - gather(1), (32 - machine.dram_rows) * machine.dram_row_cycles);
}

TEST(Memory, LocalMemoryIsKeptInL1AndWrittenThrough) {
  Request store = ByHand::load(), load = store;
  store.what = Request::What::Store;
  store.space = load.space = Request::Space::Local;
  ByHand one;
  one.add("STL").asks(store, {{3, 15}}).add("LDL", 1, 0).asks(load, {{3, 15}});
  one.add("FADD", 4, kNoBarrier, 1).add("EXIT");
  const Timing timing = one.run();
  EXPECT_EQ(timing.l1.hits, 4);
  EXPECT_EQ(timing.l2.requests, 1);
  EXPECT_EQ(timing.dram_load_bytes, 0);
}

TEST(Memory, ConstantsComeWordByWord) {
  Request words = ByHand::load();
  words.space = Request::Space::Constant;
  const auto cycles = [&](int count) {
    words.wavefronts = static_cast<std::uint16_t>(count);
    ByHand one;
    one.machine.constant_cold_cycles = 0;
    one.add("LDC", 1, 0).asks(words);
    return latency(one);
  };
  EXPECT_EQ(cycles(32) - cycles(1), 310);
}

TEST(Memory, LanesOnOneWordTakeTurns) {
  Request alone = ByHand::load();
  alone.what = Request::What::Atomic;
  alone.serial = 1;
  Request shared = alone;
  shared.serial = 32;
  const auto cycles = [](const Request& request) {
    ByHand one;
    for (int i = 0; i < 60; ++i) one.add("REDG.E.ADD").asks(request, {{7, 15}});
    one.add("ATOMG.E.ADD", 1, 0).asks(request, {{7, 15}});
    one.add("FADD", 4, kNoBarrier, 1).add("EXIT");
    return one.cycles();
  };
  EXPECT_GT(cycles(shared), cycles(alone) + 200);
}

// A sector counts for each lane on one word of it, and all of them as hits: an H200's counts of
// tests/hardware/cycles.json, barriers/compare-and-swap and histogram/global.
TEST(Memory, AtomicsAreCountedByLanes) {
  Request atomic = ByHand::load();
  atomic.what = Request::What::Atomic;
  atomic.serial = atomic.counted = 32;
  ByHand one;
  one.add("REDG.E.ADD").asks(atomic, {{7, 1}}).add("EXIT");
  const Timing timing = one.run();
  EXPECT_EQ(timing.l2.sectors, 32);
  EXPECT_EQ(timing.l2.hits, 32);
  EXPECT_EQ(timing.l2.requests, 1);
}

}  // namespace
}  // namespace lanescope::timing
