// The GPU's own counters beside the model's. The kernels run on the model; what the GPU's counters
// say is written down by hand.
#include "lab/hardware/gpu_profile.hpp"

#include <cmath>

#include "tests/lab/prepared_ptx.hpp"

namespace lanescope::hardware {
namespace {

using Verdict = CounterComparison::Verdict;

// 64 lanes a block; each does `body` at out + 4 · lane, in %rd3.
std::shared_ptr<const run::ModelRun> run_of(const std::string& body, const Dim3& grid = {1, 1, 1},
                                            std::size_t launches = 1) {
  const std::string ptx = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 k_0) {
  .reg .b32 %r<8>;
  .reg .b64 %rd<4>;
  .shared .align 8 .b8 s[512];
  .local .align 8 .b8 l[8];
  ld.param.u64 %rd1, [k_0];
  mov.u32 %r4, %tid.x;
  mov.u32 %r2, 1;
  mul.wide.s32 %rd2, %r4, 4;
  add.s64 %rd3, %rd1, %rd2;
)" + body + "\n  ret;\n}\n";
  const auto ready = test::prepared(ptx, "k", {"out:i32[128]=iota"});
  if (ready == nullptr) return nullptr;
  if (grid.x == 1 && launches == 1) return run::run_model(ready, {});
  // Grids stand in the plan alone: they need no run.
  auto wide = std::make_shared<run::Prepared>(*ready);
  auto plan = std::make_shared<engine::Plan>(*ready->plan);
  plan->launches.front().grid = grid;
  plan->launches.resize(launches, plan->launches.front());
  wide->occupancy.resize(launches, wide->occupancy.front());
  wide->plan = std::move(plan);
  run::ModelRun run = *run::run_model(ready, {});
  run.prepared = wide;
  return std::make_shared<const run::ModelRun>(std::move(run));
}

ports::device::GpuDevice gpu_of(int sms) {
  ports::device::GpuDevice device;
  device.sms = sms;
  return device;
}

CounterComparison counted(const std::string& id, std::uint64_t model, std::uint64_t gpu,
                          Verdict verdict = Verdict::Equal, const std::string& why = {}) {
  return {id, model, gpu, verdict, why};
}

ProfiledComparison compared(const run::ModelRun& run,
                            const std::vector<CounterComparison>& counters,
                            const ports::device::GpuProfile& profile, const std::string& id,
                            int sms = 132) {
  for (const ProfiledComparison& one : compare_profile(run, gpu_of(sms), counters, profile))
    if (one.id == id) return one;
  ADD_FAILURE() << "nobody has " << id;
  return {};
}

template <typename Set>
ports::device::GpuProfile profile_of(Set set) {
  ports::device::GpuProfile profile;
  set(profile);
  return profile;
}

bool holds(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

constexpr const char* kLoad = "  ld.global.u32 %r3, [%rd3];";
constexpr const char* kStore = "  st.global.u32 [%rd3], %r2;";

// The GPU's own counter and ncu's metric of one counter are the same one.
TEST(GpuProfile, CountersOfTheModelGoByNcusMetric) {
  const auto run = run_of("  st.shared.u32 [s], %r2;\n  ld.shared.u32 %r3, [s];");
  const ports::device::GpuProfile profile = profile_of([](ports::device::GpuProfile& p) {
    p.load_conflicts = 1;
    p.store_conflicts = 1;
  });
  std::size_t counters = 0;
  for (const ProfiledComparison& one : compare_profile(*run, gpu_of(132), {}, profile)) {
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
  EXPECT_TRUE(compare_profile(*run, gpu_of(132), {}, {}).empty());
  const auto zeros = profile_of([](ports::device::GpuProfile& p) { p.load_conflicts = 0.0; });
  EXPECT_TRUE(compare_profile(*run, gpu_of(132), {}, zeros).empty()) << "0 on both sides";
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

// Both warps ask for 4 sectors, and 4 of the 8 came from L2.
TEST(GpuProfile, L1AnswersTheRest) {
  const auto run = run_of(kLoad);
  const auto profile = profile_of([](auto& p) { p.l1_read_sectors = 4; });
  const auto one =
      compared(*run, {counted("global.load.sectors", 8, 8)}, profile, "l2.load.sectors");
  EXPECT_EQ(one.model, 8.0);
  EXPECT_EQ(one.gpu, 4.0);
  EXPECT_EQ(one.verdict, Verdict::Explained);
  EXPECT_TRUE(holds(one.why, "L1 answered 4 of the 8 sectors")) << one.why;
  // Without what the machine code asked for, nobody knows.
  EXPECT_EQ(compared(*run, {}, profile, "l2.load.sectors").verdict, Verdict::Different);
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
  EXPECT_EQ(compared(*atomic, of_atomics, profile, "l2.load.sectors").verdict, Verdict::Different)
      << "more than they can give back";
}

TEST(GpuProfile, FewerStoresNeedAReason) {
  const auto run = run_of(kStore);
  const auto profile = profile_of([](auto& p) { p.l1_written_sectors = 6; });
  const CounterComparison global = counted("global.store.sectors", 8, 8);
  EXPECT_EQ(compared(*run, {global}, profile, "l2.store.sectors").verdict, Verdict::Different);
  EXPECT_EQ(compared(*run, {}, profile, "l2.store.sectors").verdict, Verdict::Different);
  const auto local =
      compared(*run, {global, counted("local.store.sectors", 0, 4)}, profile, "l2.store.sectors");
  EXPECT_EQ(local.verdict, Verdict::Explained);
  EXPECT_TRUE(holds(local.why, "local memory")) << local.why;
  const auto by_code =
      compared(*run, {counted("global.store.sectors", 8, 6)}, profile, "l2.store.sectors");
  EXPECT_TRUE(holds(by_code.why, "machine code")) << by_code.why;
}

TEST(GpuProfile, AFewStray) {
  const auto run = run_of(kStore);
  const auto stored = [&](double value) {
    return compared(*run, {counted("global.store.sectors", 8, 8)},
                    profile_of([&](auto& p) { p.l1_written_sectors = value; }), "l2.store.sectors");
  };
  EXPECT_EQ(stored(7).verdict, Verdict::Explained);
  EXPECT_TRUE(holds(stored(9).why, "stray by a few")) << stored(9).why;
  EXPECT_EQ(stored(6).verdict, Verdict::Different);
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
  EXPECT_EQ(loaded(waits, 8 * 256 + 1).verdict, Verdict::Different);
  EXPECT_EQ(loaded(asks, 99).verdict, Verdict::Different) << "it asks once";
}

TEST(GpuProfile, DramGivesWhatNoCacheHas) {
  const auto run = run_of(kLoad);
  const auto bytes = [&](double value) {
    return compared(*run, {}, profile_of([&](auto& p) { p.dram_read_bytes = value; }),
                    "dram.load.bytes");
  };
  EXPECT_EQ(bytes(256).model, 256.0);
  EXPECT_EQ(bytes(256).verdict, Verdict::Equal);
  EXPECT_TRUE(holds(bytes(128).why, "L1 and L2 answered the rest")) << bytes(128).why;
  EXPECT_TRUE(holds(bytes(1024).why, "up to four sectors")) << bytes(1024).why;
  EXPECT_EQ(bytes(1e6).verdict, Verdict::Different);
  EXPECT_EQ(bytes(0).verdict, Verdict::Different) << "the first to read finds it nowhere else";
  // Two sectors went past L1: four for each of them, and the GPU's own.
  const auto past_l1 = [&](double value) {
    const auto profile = profile_of([&](auto& p) {
      p.dram_read_bytes = value;
      p.l1_read_sectors = 2;
    });
    return compared(*run, {}, profile, "dram.load.bytes").verdict;
  };
  EXPECT_EQ(past_l1(65'536 + 256), Verdict::Explained);
  EXPECT_EQ(past_l1(65'536 + 257), Verdict::Different);
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
  const std::vector<CounterComparison> equal{counted("shared.load.wavefronts", 8, 8)};
  EXPECT_EQ(conflicts(6, equal).verdict, Verdict::Equal);
  EXPECT_EQ(conflicts(9, equal).verdict, Verdict::Explained);
  EXPECT_TRUE(holds(conflicts(9, equal).why, "wait for a bank")) << conflicts(9, equal).why;
  EXPECT_EQ(conflicts(5, equal).verdict, Verdict::Different);
  EXPECT_EQ(conflicts(9, {}).verdict, Verdict::Different);
  const auto wider =
      conflicts(3, {counted("shared.load.wavefronts", 8, 4, Verdict::Explained, "wider accesses")});
  EXPECT_EQ(wider.why, "as shared.load.wavefronts: wider accesses");
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
  EXPECT_EQ(occupancy(*run, 50.0, 132).verdict, Verdict::Different) << "more than there is";
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
  const auto other = occupancy(*run, 80.0, 10);
  EXPECT_FALSE(other.verdict) << "the rounds do not tell that";
  EXPECT_FALSE(other.why.empty());
}

}  // namespace
}  // namespace lanescope::hardware
