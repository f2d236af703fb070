// What goes from L1 to L2 and from there to DRAM, by the GPU's own counters, beside the model's.
#include <string>

#include "lab/hardware/touched_sectors.hpp"
#include "tests/lab/profiled.hpp"

namespace lanescope::hardware::profiled {
namespace {

// Both warps ask twice for their 4 sectors: L1 can answer the second time only.
TEST(GpuProfile, L1AnswersTheRest) {
  const auto run = run_of(std::string(kLoad) + "\n  ld.global.u32 %r3, [%rd3];");
  const auto loaded = [&](double value, const std::vector<CounterComparison>& counters) {
    return compared(*run, counters, profile_of([&](auto& p) { p.l1_read_sectors = value; }),
                    "l2.load.sectors");
  };
  const std::vector<CounterComparison> as_asked{counted("global.load.sectors", 16, 16)};
  const auto one = loaded(12, as_asked);
  EXPECT_EQ(one.model, 16.0);
  EXPECT_EQ(one.gpu, 12.0);
  EXPECT_EQ(one.verdict, Verdict::Explained);
  EXPECT_TRUE(holds(one.why, "L1 answered 4 of the 16 sectors")) << one.why;
  expect_bound(one, 8, 16);
  EXPECT_EQ(loaded(8, as_asked).verdict, Verdict::Explained);
  EXPECT_TRUE(holds(loaded(7, as_asked).why, "stray")) << loaded(7, as_asked).why;
  for (const double too_few : {6.0, 1.0, 0.0})
    EXPECT_EQ(loaded(too_few, as_asked).verdict, Verdict::Different) << too_few;
  // Without what the machine code asked for, nobody knows.
  EXPECT_EQ(loaded(12, {}).verdict, Verdict::Different);
  // Half of the loads were left out: those that may have been the first.
  expect_bound(loaded(5, {counted("global.load.sectors", 16, 12, Verdict::Explained, "left out")}),
               4, 12);
}

// What the launch itself has stored need not come from L2; that of an earlier one must.
TEST(GpuProfile, WhatALaunchHasStoredL1MayHave) {
  const std::string body = std::string(kStore) + "\n" + kLoad;
  const auto loaded = [&](const run::ModelRun& run, double value) {
    return compared(run, {counted("global.load.sectors", 8, 8)},
                    profile_of([&](auto& p) { p.l1_read_sectors = value; }), "l2.load.sectors");
  };
  expect_bound(loaded(*run_of(body), 1), 0, 8);
  EXPECT_TRUE(holds(loaded(*run_of(body), 0).why, "L1 answered 8 of the 8"));
}

TEST(GpuProfile, EachLaunchBeginsWithoutAnythingInL1) {
  const auto touched = touched_sectors(*run_of(kLoad, {1, 1, 1}, 3));
  ASSERT_TRUE(touched);
  EXPECT_EQ(touched->loaded_first, 24U);
  EXPECT_EQ(touched->read_first, 8U);
  EXPECT_EQ(touched->lines_read, 2U);
}

// Atomic operations are done in L2: it must have what they change, and L1 keeps nothing of it.
TEST(GpuProfile, AtomicOperationsReadToo) {
  const auto touched =
      touched_sectors(*run_of("  atom.global.add.u32 %r3, [%rd3], %r2;\n" + std::string(kLoad)));
  ASSERT_TRUE(touched);
  EXPECT_EQ(touched->loaded_first, 8U);
  EXPECT_EQ(touched->read_first, 8U);
  const auto stored = touched_sectors(*run_of(std::string(kStore) + "\n" + kLoad));
  ASSERT_TRUE(stored);
  EXPECT_EQ(stored->loaded_first + stored->read_first, 0U);
  EXPECT_EQ(stored->lines_read, 2U);
}

TEST(GpuProfile, MoreThanWasAskedForNeedsAReason) {
  const auto profile = profile_of([](auto& p) { p.l1_read_sectors = 12; });
  const std::vector<CounterComparison> as_asked{counted("global.load.sectors", 8, 8)};
  const auto run = run_of(kLoad);
  EXPECT_EQ(compared(*run, as_asked, profile, "l2.load.sectors").verdict, Verdict::Different);
  const std::vector<CounterComparison> by_code{
      counted("global.load.sectors", 8, 12, Verdict::Explained, "wider")};
  EXPECT_EQ(compared(*run, by_code, profile, "l2.load.sectors").verdict, Verdict::Explained);
  const auto atomic = run_of("  atom.global.add.u32 %r3, [%rd3], %r2;");
  const std::vector<CounterComparison> of_atomics{counted("global.atomic.sectors", 8, 8)};
  const auto one = compared(*atomic, of_atomics, profile_of([](auto& p) { p.l1_read_sectors = 6; }),
                            "l2.load.sectors");
  EXPECT_EQ(one.verdict, Verdict::Explained);
  EXPECT_TRUE(holds(one.why, "atomic operations")) << one.why;
  expect_bound(one, 0, 8);
  EXPECT_EQ(compared(*atomic, of_atomics, profile, "l2.load.sectors").verdict, Verdict::Different)
      << "more than they can give back";
}

// 32 lanes on one word: 32 sectors, which the metric of machine instructions counts as one
// (barriers/compare-and-swap on an H200: 10 by code, 275 by the model, 275 given back).
TEST(GpuProfile, AtomicOperationsGiveBackWhatTheModelCounts) {
  const auto run = run_of("  atom.global.add.u32 %r3, [%rd1], %r2;");
  const auto one = compared(
      *run, {counted("global.atomic.sectors", 64, 2, Verdict::Explained, "counts lanes once")},
      profile_of([](auto& p) { p.l1_read_sectors = 64; }), "l2.load.sectors");
  EXPECT_EQ(one.verdict, Verdict::Explained);
  expect_bound(one, 0, 64);
}

TEST(GpuProfile, ConstantMemoryComesFromDramToo) {
  const auto bytes = [](const std::string& body) {
    return compared(*run_of(body), {}, profile_of([](auto& p) { p.dram_read_bytes = 2 * 65'536; }),
                    "dram.load.bytes");
  };
  EXPECT_EQ(bytes("  ld.const.u32 %r3, [c];").verdict, Verdict::Explained);
  EXPECT_EQ(bytes("").verdict, Verdict::Different);
}

// first-kernel/hello on an H200: four lines, 1,804 sectors written.
TEST(GpuProfile, WhatPrintingWritesIsNotCompared) {
  const auto silent = run_of(kStore);
  run::ModelRun prints = *silent;
  prints.printed.parts.emplace_back();
  for (const auto& [figure, id] :
       {std::pair{&ports::device::GpuProfile::l1_written_sectors, "l2.store.sectors"},
        {&ports::device::GpuProfile::l1_read_sectors, "l2.load.sectors"}}) {
    const auto profile = profile_of([&](auto& p) { p.*figure = 1804; });
    const std::vector<CounterComparison> stores{counted("global.store.sectors", 8, 8)};
    EXPECT_EQ(compared(*silent, stores, profile, id).verdict, Verdict::Different);
    const auto one = compared(prints, stores, profile, id);
    EXPECT_EQ(one.verdict, std::nullopt);
    EXPECT_TRUE(holds(one.why, "prints")) << one.why;
  }
}

TEST(GpuProfile, FewerStoresNeedAReason) {
  const auto run = run_of(kStore);
  const auto profile = profile_of([](auto& p) { p.l1_written_sectors = 6; });
  const CounterComparison global = counted("global.store.sectors", 8, 8);
  EXPECT_EQ(compared(*run, {global}, profile, "l2.store.sectors").verdict, Verdict::Different);
  EXPECT_EQ(compared(*run, {}, profile, "l2.store.sectors").verdict, Verdict::Different);
  // L1 may keep what goes to local memory, and nothing else.
  const auto with_local = [&](double value) {
    return compared(*run, {global, counted("local.store.sectors", 0, 4)},
                    profile_of([&](auto& p) { p.l1_written_sectors = value; }), "l2.store.sectors");
  };
  EXPECT_TRUE(holds(with_local(9).why, "local memory")) << with_local(9).why;
  expect_bound(with_local(9), 8, 12);
  for (const double beyond : {7.0, 13.0})
    EXPECT_EQ(with_local(beyond).verdict, Verdict::Different) << beyond;
  const auto by_code =
      compared(*run, {counted("global.store.sectors", 8, 6)}, profile, "l2.store.sectors");
  EXPECT_TRUE(holds(by_code.why, "machine code")) << by_code.why;
  expect_bound(by_code, 6, 6);
}

// Both warps store to the same 8 sectors, two requests each.
TEST(GpuProfile, L1JoinsStoresToOneSector) {
  const auto run = run_of(std::string(kStore) + "\n" + kStore);
  const auto touched = touched_sectors(*run);
  ASSERT_TRUE(touched);
  EXPECT_EQ(touched->stored, 8U);
  const auto stored = [&](double value, std::int64_t by_code) {
    return compared(*run, {counted("global.store.sectors", 16, by_code)},
                    profile_of([&](auto& p) { p.l1_written_sectors = value; }), "l2.store.sectors");
  };
  EXPECT_TRUE(holds(stored(9, 16).why, "joined")) << stored(9, 16).why;
  expect_bound(stored(8, 16), 8, 16);
  EXPECT_EQ(stored(6, 16).verdict, Verdict::Different);
  EXPECT_EQ(stored(18, 16).verdict, Verdict::Different);
  // Those that the machine code leaves out may have been the only ones of their sectors.
  expect_bound(stored(7, 14), 6, 14);
  EXPECT_EQ(touched_sectors(*run_of(kStore, {1, 1, 1}, 3))->stored, 24U);
}

TEST(GpuProfile, AFewStray) {
  const auto run = run_of(kStore);
  const auto stored = [&](double value) {
    return compared(*run, {counted("global.store.sectors", 8, 8)},
                    profile_of([&](auto& p) { p.l1_written_sectors = value; }), "l2.store.sectors");
  };
  EXPECT_EQ(stored(7).verdict, Verdict::Explained);
  EXPECT_TRUE(holds(stored(9).why, "stray by a few")) << stored(9).why;
  expect_bound(stored(9), 7, 9);
  EXPECT_EQ(stored(6).verdict, Verdict::Different);
  EXPECT_EQ(stored(10).verdict, Verdict::Different);
}

TEST(GpuProfile, WhoWaitsLoadsAsOftenAsItTakes) {
  const std::string asks = "  ld.volatile.global.u32 %r3, [%rd3];\n";
  const auto loaded = [&](const std::string& body, double sectors) {
    return compared(*run_of(body), {counted("global.load.sectors", 8, 8)},
                    profile_of([&](auto& p) { p.l1_read_sectors = sectors; }), "l2.load.sectors");
  };
  const std::string waits =
      "  .reg .pred %p<2>;\nagain:\n" + asks + "  setp.eq.u32 %p1, %r3, 1000;\n  @%p1 bra again;\n";
  EXPECT_EQ(loaded(waits, 99).verdict, Verdict::Explained);
  EXPECT_TRUE(holds(loaded(waits, 99).why, "which warp is faster")) << loaded(waits, 99).why;
  expect_bound(loaded(waits, 99), 8, 8 * 256);
  EXPECT_EQ(loaded(waits, 8 * 256 + 1).verdict, Verdict::Different);
  EXPECT_EQ(loaded(waits, 6).verdict, Verdict::Different) << "each lane asks once";
  EXPECT_EQ(loaded(asks, 99).verdict, Verdict::Different) << "it asks once";
}

// 16 sectors of which 8 are different ones; L2 has kept an eighth of them at most.
TEST(GpuProfile, DramGivesWhatNoCacheHas) {
  const auto run = run_of(std::string(kLoad) + "\n  ld.global.u32 %r3, [%rd3];");
  const auto bytes = [&](double value) {
    return compared(*run, {}, profile_of([&](auto& p) { p.dram_read_bytes = value; }),
                    "dram.load.bytes");
  };
  constexpr double kLeast = 6 * 32, kMost = 4 * 512 + 65'536;
  EXPECT_EQ(bytes(512).model, 512.0);
  EXPECT_EQ(bytes(512).verdict, Verdict::Equal);
  EXPECT_TRUE(holds(bytes(256).why, "L1 and L2 answered the rest")) << bytes(256).why;
  expect_bound(bytes(256), kLeast, kMost);
  EXPECT_TRUE(holds(bytes(1024).why, "up to four sectors")) << bytes(1024).why;
  for (const double beyond : {0.0, 32.0, kLeast - 32, kMost + 32})
    EXPECT_EQ(bytes(beyond).verdict, Verdict::Different) << beyond;
  // Two sectors went past L1: four for each of them, and the GPU's own.
  const auto past_l1 = profile_of([](auto& p) {
    p.dram_read_bytes = 65'536 + 256;
    p.l1_read_sectors = 2;
  });
  expect_bound(compared(*run, {}, past_l1, "dram.load.bytes"), kLeast, 65'536 + 256);
}

// Its two lines come once where L2 can hold them, and as often as L1 asks where it cannot.
TEST(GpuProfile, DramGivesALineOnceWhereL2HoldsAll) {
  const auto run = run_of(std::string(kLoad) + "\n  ld.global.u32 %r3, [%rd3];");
  const auto of_l2 = [&](int l2_bytes, const std::vector<CounterComparison>& counters) {
    const auto profile = profile_of([](auto& p) { p.dram_read_bytes = 1024; });
    return compared(*run, counters, profile, "dram.load.bytes", 132, {}, l2_bytes);
  };
  expect_bound(of_l2(512, {}), 192, 2 * 128 + 65'536);
  expect_bound(of_l2(511, {}), 192, 4 * 512 + 65'536);
  // What the machine code asks for beside it has lines of its own.
  expect_bound(of_l2(1 << 20, {counted("local.load.sectors", 0, 3)}), 192, 5 * 128 + 65'536);
  expect_bound(of_l2(1 << 20, {counted("global.load.sectors", 16, 17)}), 192, 3 * 128 + 65'536);
}

TEST(GpuProfile, WhatTheRunHasWrittenDramNeedNotGive) {
  const auto run = run_of(std::string(kStore) + "\n" + kLoad);
  const auto profile = profile_of([](auto& p) { p.dram_read_bytes = 0; });
  expect_bound(compared(*run, {}, profile, "dram.load.bytes"), 0, 4 * 256 + 65'536);
}

}  // namespace
}  // namespace lanescope::hardware::profiled
