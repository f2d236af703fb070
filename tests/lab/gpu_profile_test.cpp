// The GPU's own counters beside the model's. The kernels run on the model; what the GPU's counters
// say is written down by hand.
#include "lab/hardware/gpu_profile.hpp"

#include <string_view>

#include "tests/lab/profiled.hpp"

namespace lanescope::hardware::profiled {
namespace {

// The GPU's own counter and ncu's metric of one counter are the same one.
TEST(GpuProfile, CountersOfTheModelGoByNcusMetric) {
  const auto run = run_of("  st.shared.u32 [s], %r2;\n  ld.shared.u32 %r3, [s];");
  const ports::device::GpuProfile profile = profile_of([](ports::device::GpuProfile& p) {
    p.load_conflicts = 1;
    p.store_conflicts = 1;
  });
  std::size_t counters = 0;
  for (const ProfiledComparison& one : compare_profile(*run, gpu_of(132), {}, {}, profile)) {
    const events::CounterInfo* counter = events::find_counter(one.id);
    if (counter == nullptr) continue;
    EXPECT_EQ(one.metric, counter->ncu) << one.id;
    EXPECT_EQ(one.model, static_cast<double>(counter->value(run->counters()))) << one.id;
    ++counters;
  }
  EXPECT_EQ(counters, 2U);
}

TEST(GpuProfile, WhatTheGpuLacksIsLeftOut) {
  const auto run = run_of(kStore);
  EXPECT_TRUE(compare_profile(*run, gpu_of(132), {}, {}, {}).empty());
  const auto zeros = profile_of([](ports::device::GpuProfile& p) { p.load_conflicts = 0.0; });
  EXPECT_TRUE(compare_profile(*run, gpu_of(132), {}, {}, zeros).empty()) << "0 on both sides";
}

TEST(GpuProfile, EqualOnesAreEqual) {
  const auto run = run_of(kStore);
  const auto one =
      compared(*run, {}, profile_of([](auto& p) { p.l1_written_sectors = 8; }), "l2.store.sectors");
  EXPECT_EQ(one.model, 8.0);
  EXPECT_EQ(one.verdict, Verdict::Equal);
  EXPECT_EQ(one.metric, "l1tex__m_l1tex2xbar_write_sectors_mem_lg_op_st.sum");
  EXPECT_TRUE(one.why.empty());
}

// All lanes at 128 bytes' distance: 31 conflicts a warp.
TEST(GpuProfile, BankConflictsAreThoseOfTheInstructionsAndMore) {
  const auto run = run_of(
      "  shl.b32 %r5, %r4, 7;\n  and.b32 %r5, %r5, 511;\n"
      "  mov.u32 %r6, s;\n  add.s32 %r5, %r5, %r6;\n"
      "  ld.shared.u32 %r3, [%r5];");
  const double model = static_cast<double>(run->counters().shared_load.bank_conflicts);
  ASSERT_EQ(model, 6.0) << "four words of a bank";
  const auto conflicts = [&](double value, const std::vector<CounterComparison>& counters) {
    return compared(*run, counters, profile_of([&](auto& p) { p.load_conflicts = value; }),
                    "shared.load.bank_conflicts");
  };
  const std::vector<CounterComparison> equal{counted("shared.load.wavefronts", 8, 8),
                                             counted("shared.load.requests", 2, 2)};
  EXPECT_EQ(conflicts(6, equal).verdict, Verdict::Equal);
  EXPECT_TRUE(holds(conflicts(7, equal).why, "wait for a bank")) << conflicts(7, equal).why;
  expect_bound(conflicts(7, equal), 6, 8);
  for (const double beyond : {5.0, 9.0})
    EXPECT_EQ(conflicts(beyond, equal).verdict, Verdict::Different) << beyond;
  EXPECT_EQ(conflicts(7, {}).verdict, Verdict::Different);
  EXPECT_EQ(
      conflicts(7, {counted("shared.load.wavefronts", 8, 9, Verdict::Different, "?")}).verdict,
      Verdict::Different);
}

// Kernels of tests/hardware, measured on an H200 (h200.json; lanes and widths by their machine
// code): conflicts are wavefronts beyond one for each group, and the bound is as wide as what
// halves and quarters of a warp may merge to.
TEST(GpuProfile, BankConflictsAreOfTheWavefrontsThatWereExplained) {
  struct Measured {
    const char* kernel;
    const char* kind;
    std::uint64_t bytes, requests, wavefronts;
    double conflicts, least, most;
  };
  constexpr Measured kMeasured[] = {
      {"matmul_blocked_4x4", "shared.load", 16, 1024, 4096, 1024, 0, 2048},
      {"transpose_doubles", "shared.load", 8, 128, 4096, 3840, 3840, 3968},
      {"transpose_doubles", "shared.store", 8, 128, 256, 0, 0, 0},
      {"float2_shared_pairs", "shared.store", 16, 6, 24, 0, 0, 0},
      {"shared_float4", "shared.load", 16, 8, 24, 0, 0, 8},
      {"shared_float4", "shared.store", 16, 4, 16, 0, 0, 0},
  };
  const auto run = run_of("  st.shared.u32 [s], %r2;\n  ld.shared.u32 %r3, [s];");
  for (const Measured& at : kMeasured) {
    const bool loads = std::string_view(at.kind) == "shared.load";
    GpuInstruction i;
    i.threads = 32 * at.requests;
    (loads ? i.shared_loads : i.shared_stores) = at.requests;
    (at.bytes == 16 ? i.wide_128 : i.wide_64) = at.requests;
    i.wavefronts = at.wavefronts;
    const std::string id = at.kind;
    const std::vector<CounterComparison> counters{
        counted(id + ".wavefronts", 1, at.wavefronts, Verdict::Explained, "wider accesses"),
        counted(id + ".requests", 1, at.requests, Verdict::Explained, "wider accesses")};
    const auto judged = [&](double conflicts) {
      ports::device::GpuProfile profile;
      (loads ? profile.load_conflicts : profile.store_conflicts) = conflicts;
      ProfiledComparison one;
      for (const auto& each : compare_profile(*run, gpu_of(132), counters, {&i, 1}, profile))
        if (each.id == id + ".bank_conflicts") one = each;
      return one;
    };
    SCOPED_TRACE(at.kernel);
    if (at.conflicts > 0) {
      EXPECT_EQ(judged(at.conflicts).why, "as " + id + ".wavefronts: wider accesses");
      expect_bound(judged(at.conflicts), at.least, at.most);
    }
    const double waits = at.most + static_cast<double>(at.requests);
    EXPECT_EQ(judged(waits).verdict, Verdict::Explained);
    EXPECT_EQ(judged(waits).most, waits);
    EXPECT_EQ(judged(waits + 1).verdict, Verdict::Different);
    if (at.least > 0) {
      EXPECT_EQ(judged(at.least - 1).verdict, Verdict::Different);
    }
  }
}

ProfiledComparison occupancy(const run::ModelRun& run, double percent, int sms) {
  return compared(run, {}, profile_of([&](auto& p) { p.occupancy_percent = percent; }), "occupancy",
                  sms);
}

// Blocks of two warps: 32 of an SM's 64 warps by the limit of 32 blocks, hence 100 %.
TEST(GpuProfile, ASmallGridFillsNoSm) {
  const auto run = run_of(kStore);
  const auto one = occupancy(*run, 3.1, 132);
  EXPECT_EQ(one.model, 100.0);
  EXPECT_EQ(one.verdict, Verdict::Explained);
  EXPECT_TRUE(holds(one.why, "an SM gets 1 of the 32 blocks that fit, which is 3.1 %")) << one.why;
  expect_bound(one, 1.5, 3.125 + 1.0);
  EXPECT_EQ(occupancy(*run, 50.0, 132).verdict, Verdict::Different) << "more than there is";
  EXPECT_EQ(occupancy(*run, 1.4, 132).verdict, Verdict::Different) << "less than a warp";
  EXPECT_EQ(occupancy(*run, 100.0, 132).verdict, Verdict::Equal);
}

TEST(GpuProfile, SmallGridsFillNoSm) {
  const auto run = run_of(kStore, {1, 1, 1}, 2);
  const auto one = occupancy(*run, 3.0, 132);
  EXPECT_EQ(one.verdict, Verdict::Explained);
  EXPECT_EQ(one.why, "the grids are small: an SM holds at most 3.1 %");
  const auto wide = run_of(kStore, {400, 1, 1}, 2);
  EXPECT_FALSE(occupancy(*wide, 60.0, 10).verdict) << "whose last round it was, nobody knows";
}

TEST(GpuProfile, TheLastRoundIsNotFull) {
  const auto run = run_of(kStore, {400, 1, 1});  // 12.5 rounds of an SM, 1.25 of ten
  const auto one = occupancy(*run, 60.0, 10);
  EXPECT_EQ(one.verdict, Verdict::Explained);
  EXPECT_TRUE(holds(one.why, "fill the GPU 1.25 times")) << one.why;
  EXPECT_TRUE(holds(one.why, "62.5 %")) << one.why;
  expect_bound(one, 57.5, 67.5);
  const auto other = occupancy(*run, 80.0, 10);
  EXPECT_FALSE(other.verdict) << "the rounds do not tell that";
  EXPECT_FALSE(other.why.empty());
}

}  // namespace
}  // namespace lanescope::hardware::profiled
