// The GPU's counters beside the model's. The kernels run on the model; what the GPU counted is
// written down by hand, as an assembler could have made the machine code.
#include "lab/hardware/gpu_counters.hpp"

#include <algorithm>
#include <functional>

#include "tests/lab/prepared_ptx.hpp"

namespace lanescope::hardware {
namespace {

using ports::device::GpuInstruction;
using Verdict = CounterComparison::Verdict;

// Two warps; each lane does `body` at out + 8 · lane, in %rd3.
std::shared_ptr<const run::ModelRun> run_of(const std::string& body) {
  const std::string ptx = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 k_0) {
  .reg .b32 %r<8>;
  .reg .f32 %f<4>;
  .reg .b64 %rd<4>;
  .shared .align 8 .b8 s[512];
  .local .align 8 .b8 l[8];
  ld.param.u64 %rd1, [k_0];
  mov.u32 %r4, %tid.x;
  shl.b32 %r5, %r4, 3;
  mul.wide.s32 %rd2, %r4, 8;
  add.s64 %rd3, %rd1, %rd2;
  mov.u32 %r2, 1;
  mov.f32 %f1, 0f3F800000;
)" + body + "\n  ret;\n}\n";
  const auto ready = test::prepared(ptx, "k", {"out:i32[128]=iota"});
  return ready == nullptr ? nullptr : run::run_model(ready, {});
}

// One machine instruction, executed by both warps with all lanes.
GpuInstruction executed(const std::function<void(GpuInstruction&)>& more) {
  GpuInstruction i;
  i.warps = 2;
  i.threads = 64;
  i.wide_32 = 2;
  more(i);
  return i;
}

CounterComparison compared(const run::ModelRun& run,
                           const std::vector<GpuInstruction>& instructions, const std::string& id) {
  const auto all = compare_counters(run, {{"k"}, instructions});
  for (const CounterComparison& one : all)
    if (one.id == id) return one;
  ADD_FAILURE() << "nobody counted " << id;
  return {};
}

// 32 lanes that store 4 bytes each, 8 apart: 8 sectors a request.
TEST(GpuCounters, EqualOnesAreEqual) {
  const auto run = run_of("  st.global.u32 [%rd3], %r2;");
  const std::vector<GpuInstruction> gpu{executed([](GpuInstruction& i) {
    i.global_stores = 2;
    i.global_sectors = 16;
  })};
  for (const auto& [id, value] :
       {std::pair{"global.store.requests", 2U}, {"global.store.sectors", 16U}}) {
    const CounterComparison one = compared(*run, gpu, id);
    EXPECT_EQ(one.model, value) << id;
    EXPECT_EQ(one.gpu, value) << id;
    EXPECT_EQ(one.verdict, Verdict::Equal);
    EXPECT_TRUE(one.why.empty());
  }
  // The PTX has ten instructions; that the machine code has one is no fault of the model.
  EXPECT_EQ(compared(*run, gpu, "warp_instructions").verdict, Verdict::Explained);
}

TEST(GpuCounters, ADifferenceWithoutAReasonIsOne) {
  const auto run = run_of("  st.global.u32 [%rd3], %r2;");
  const std::vector<GpuInstruction> gpu{executed([](GpuInstruction& i) {
    i.global_stores = 2;
    i.global_sectors = 17;
  })};
  const CounterComparison one = compared(*run, gpu, "global.store.sectors");
  EXPECT_EQ(one.verdict, Verdict::Different);
  EXPECT_EQ(spelling(one.verdict), "different");
  EXPECT_FALSE(one.why.empty());
}

TEST(GpuCounters, WiderAccessesMoveTheSameBytes) {
  const auto run = run_of("  ld.global.u32 %r2, [%rd3];\n  ld.global.u32 %r3, [%rd3+4];");
  const std::vector<GpuInstruction> gpu{executed([](GpuInstruction& i) {
    i.wide_32 = 0;
    i.wide_64 = 2;
    i.global_loads = 2;
    i.global_sectors = 16;
  })};
  const CounterComparison one = compared(*run, gpu, "global.load.requests");
  EXPECT_EQ(one.model, 4U);
  EXPECT_EQ(one.gpu, 2U);
  EXPECT_EQ(one.verdict, Verdict::Explained);
  EXPECT_NE(one.why.find("up to 8 bytes a lane"), std::string::npos) << one.why;
}

TEST(GpuCounters, LoadsMayBeLeftOut) {
  const auto run = run_of("  ld.global.u32 %r2, [%rd3];\n  ld.global.u32 %r3, [%rd3];");
  const std::vector<GpuInstruction> gpu{executed([](GpuInstruction& i) {
    i.global_loads = 2;
    i.global_sectors = 16;
  })};
  const CounterComparison one = compared(*run, gpu, "global.load.sectors");
  EXPECT_EQ(one.verdict, Verdict::Explained);
  EXPECT_NE(one.why.find("2 such instructions of the PTX, 1 of the machine code"),
            std::string::npos)
      << one.why;
}

// Half of the lanes at a time: the same bytes in twice as many requests.
TEST(GpuCounters, OtherLanesMayMeet) {
  const auto run = run_of("  ld.global.u32 %r2, [%rd3];");
  GpuInstruction half = executed([](GpuInstruction& i) {
    i.global_loads = 2;
    i.global_sectors = 8;
  });
  half.threads = 32;
  const CounterComparison one = compared(*run, {half, half}, "global.load.requests");
  EXPECT_EQ(one.model, 2U);
  EXPECT_EQ(one.gpu, 4U);
  EXPECT_EQ(one.verdict, Verdict::Explained);
}

TEST(GpuCounters, FloatingSumsInSharedMemoryAreLoops) {
  const auto run = run_of("  red.shared.add.f32 [s], %f1;");
  const std::vector<GpuInstruction> gpu{executed([](GpuInstruction& i) { i.shared_loads = 2; }),
                                        executed([](GpuInstruction& i) { i.shared_atomics = 64; })};
  for (const char* id : {"shared.load.requests", "shared.atomic.requests"}) {
    const CounterComparison one = compared(*run, gpu, id);
    EXPECT_EQ(one.verdict, Verdict::Explained) << id;
    EXPECT_NE(one.why.find("compare-and-swap"), std::string::npos) << one.why;
  }
}

TEST(GpuCounters, LocalMemoryIsTheAssemblers) {
  const auto run = run_of("  st.local.u32 [l], %r2;");
  const CounterComparison one =
      compared(*run, {executed([](GpuInstruction&) {})}, "local.store.sectors");
  EXPECT_EQ(one.gpu, 0U);
  EXPECT_EQ(one.verdict, Verdict::Explained);
}

// Who comes second tries again, on the GPU more often than on the model.
TEST(GpuCounters, TryingAgainDependsOnTheOrder) {
  const std::string tries = "  atom.global.cas.b32 %r3, [%rd3], %r2, %r2;\n";
  const std::string again = "  .reg .pred %p<2>;\nagain:\n" + tries +
                            "  setp.eq.u32 %p1, %r3, 1000;\n  @%p1 bra again;\n";
  const auto tried = [](const std::string& body, std::uint64_t times, const char* id) {
    const std::vector<GpuInstruction> gpu{executed([&](GpuInstruction& i) {
      i.global_atomics = times;
      i.threads = 32 * times;
      i.global_sectors = 8 * times;
    })};
    return compared(*run_of(body), gpu, id);
  };
  const CounterComparison one = tried(again, 9, "global.atomic.requests");
  EXPECT_EQ(one.model, 2U);
  EXPECT_EQ(one.verdict, Verdict::Explained);
  EXPECT_LE(one.least, one.gpu);
  EXPECT_LE(one.gpu, one.most);
  EXPECT_EQ(tried(again, 9, "global.atomic.sectors").verdict, Verdict::Explained);
  EXPECT_EQ(tried(again, 2 * 256 + 1, "global.atomic.requests").verdict, Verdict::Different);
  EXPECT_EQ(tried(tries, 9, "global.atomic.requests").verdict, Verdict::Different) << "no loop";
}

// A loop that tries again excuses what stands in it, and no other access of the kernel.
TEST(GpuCounters, WhatStandsOutsideOfTheLoopIsNotExcused) {
  const auto run = run_of(
      "  .reg .pred %p<2>;\nagain:\n  atom.global.cas.b32 %r3, [%rd3], %r2, %r2;\n"
      "  setp.eq.u32 %p1, %r3, 1000;\n  @%p1 bra again;\n  st.global.u32 [%rd3], %r2;");
  const std::vector<GpuInstruction> gpu{executed([](GpuInstruction& i) { i.global_atomics = 2; }),
                                        executed([](GpuInstruction& i) {
                                          i.global_stores = 3;
                                          i.global_sectors = 24;
                                          i.threads = 96;
                                        })};
  EXPECT_EQ(compared(*run, gpu, "global.store.requests").verdict, Verdict::Different);
  EXPECT_EQ(compared(*run, gpu, "global.store.sectors").verdict, Verdict::Different);
}

// All lanes on one word: the hardware's rule is the model's; CUPTI's metric of the machine code has
// each sector once.
TEST(GpuCounters, SectorsOfAtomicsThatMeetAreCountedOnceByTheMachineCodesMetric) {
  const auto run = run_of("  red.global.inc.u32 [%rd1], %r2;");
  const auto sectors = [&](std::uint64_t value) {
    const std::vector<GpuInstruction> gpu{executed([&](GpuInstruction& i) {
      i.global_reductions = 2;
      i.global_sectors = value;
    })};
    return compared(*run, gpu, "global.atomic.sectors");
  };
  EXPECT_EQ(sectors(2).model, 64U);
  EXPECT_EQ(sectors(2).verdict, Verdict::Explained);
  EXPECT_EQ(sectors(64).verdict, Verdict::Equal);
  EXPECT_EQ(sectors(65).verdict, Verdict::Different);
  EXPECT_EQ(sectors(1).verdict, Verdict::Different) << "less than one a request";
}

// The assembler lets one lane add for all where the address is the same by construction; not where
// the operation is an exchange.
TEST(GpuCounters, OneLaneMayDoTheWorkOfAll) {
  const auto by_one_lane = [](const std::string& body, std::uint64_t sectors) {
    const std::vector<GpuInstruction> gpu{executed([&](GpuInstruction& i) {
      i.global_reductions = 2;
      i.threads = 2;
      i.global_sectors = sectors;
    })};
    return compared(*run_of(body), gpu, "global.atomic.sectors");
  };
  const CounterComparison added = by_one_lane("  red.global.add.u32 [%rd1], %r2;", 2);
  EXPECT_EQ(added.verdict, Verdict::Explained);
  EXPECT_NE(added.why.find("one of them"), std::string::npos) << added.why;
  EXPECT_EQ(by_one_lane("  red.global.add.u32 [%rd1], %r2;", 65).verdict, Verdict::Different);
  EXPECT_EQ(by_one_lane("  atom.global.exch.b32 %r3, [%rd1], %r2;", 2).verdict, Verdict::Different);
}

// Rows of counters.def name CUPTI's metrics as sass_metrics.inc does; those of memory are of
// instructions with requests only.
TEST(GpuCounters, AreSumsOfMetricsThatAreAskedFor) {
  EXPECT_EQ(hardware_counters().size(), 19U);
  for (const HardwareCounter& counter : hardware_counters()) {
    const std::string names = counter.counter->cupti;
    const auto sums = static_cast<std::size_t>(std::ranges::count(names, '+'));
    EXPECT_EQ(counter.metrics.size(), sums + 1) << counter.id() << ": " << names;
    EXPECT_EQ(counter.requests.empty(), counter.is_of_machine_code()) << counter.id();
  }
  const GpuInstruction copy = executed([](GpuInstruction& i) {
    i.async_copies = 2;
    i.global_sectors = 16;
    i.wavefronts = 4;
  });
  EXPECT_EQ(find_hardware_counter("global.load.requests")->gpu(copy), 2U);
  EXPECT_EQ(find_hardware_counter("global.load.sectors")->gpu(copy), 16U);
  EXPECT_EQ(find_hardware_counter("global.store.sectors")->gpu(copy), 0U);
  EXPECT_EQ(find_hardware_counter("shared.load.wavefronts")->gpu(copy), 0U);
  EXPECT_EQ(find_hardware_counter("thread_instructions")->gpu(copy), 64U);
}

TEST(GpuCounters, AreFoundByTheReportsNames) {
  ASSERT_NE(find_hardware_counter("shared.load.wavefronts"), nullptr);
  EXPECT_EQ(find_hardware_counter("barriers"), nullptr);
}

}  // namespace
}  // namespace lanescope::hardware
