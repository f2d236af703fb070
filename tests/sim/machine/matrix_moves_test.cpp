// ldmatrix, stmatrix, wmma.load and wmma.store: how they are counted, what is told of wrong ones,
// and undefined values that go through them. What they move is tested by their rows
// (tests/sim/isa/rows).
#include <string>

#include <gtest/gtest.h>

#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

// 1 KiB of shared memory at s, zeroed by the first 32 lanes; %r1 the lane, %r2 its row of 16 bytes.
constexpr const char* kShared =
    ".shared .align 128 .b8 s[1024];\n"
    "mov.u32 %r1, %tid.x; mov.u32 %r3, s; mad.lo.u32 %r2, %r1, 16, %r3;\n"
    "mad.lo.u32 %r4, %r1, 32, %r3; mov.u32 %r5, 0; mov.u64 %rd9, 0;\n";
constexpr const char* kZero =
    "st.shared.v2.b64 [%r4], {%rd9, %rd9}; st.shared.v2.b64 [%r4+16], {%rd9, %rd9};\n"
    "bar.warp.sync -1;\n";
constexpr const char* kEnd =
    "mad.wide.u32 %rd3, %r1, 4, %rd1; add.u32 %r6, %r6, %r7; st.global.u32 [%rd3], %r6; ret;";

struct Outcomes {
  Outcome outcome = Outcome::Finished;
  std::vector<events::Hazard> hazards;
  events::Counters counters;
};

Outcomes run(const std::string& body, std::uint32_t threads = 32, bool hazards = true) {
  Bench bench(kernel_text(std::string(kShared) + body + kEnd));
  bench.zeros("out", 1024).shape({1}, {threads});
  ExecutionOptions options;
  options.hazards = hazards;
  Execution execution(bench.make(), options);
  const Outcome outcome = execution.run();
  return {outcome, execution.hazards(), execution.counters(0)};
}

// A matrix of eight rows in a row is one wavefront; rows 128 bytes apart are in the same banks.
TEST(MatrixMoves, RowsAreCountedAsSixteenBytesOfALane) {
  const auto added = [](const std::string& body) {
    const events::Counters with = run(kZero + body).counters, without = run(kZero).counters;
    return std::pair(with.shared_load.wavefronts - without.shared_load.wavefronts,
                     with.shared_load.bank_conflicts - without.shared_load.bank_conflicts);
  };
  using Pair = std::pair<std::uint64_t, std::uint64_t>;
  EXPECT_EQ(added("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r6}, [%r2];"), Pair(1, 0));
  EXPECT_EQ(added("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r6, %r7, %r8, %r9}, [%r2];"),
            Pair(4, 0));
  EXPECT_EQ(added("and.b32 %r2, %r1, 7; mad.lo.u32 %r2, %r2, 128, %r3;\n"
                  "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r6}, [%r2];"),
            Pair(8, 7));
}

// As many requests as ptxas 13.0 makes loads of it for sm_90: four of 4 bytes a lane.
TEST(MatrixMoves, FragmentsAreCountedAsTheMachineCodeLoadsThem) {
  const std::string load =
      "mov.u32 %r10, 16; wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r6, %r7, %r8, %r9, "
      "%r11, %r12, %r13, %r14}, [%rd1], %r10;\n";
  const events::Counters with = run(load).counters, without = run("").counters;
  EXPECT_EQ(with.global_load.requests - without.global_load.requests, 4U);
  EXPECT_EQ(with.global_load.bytes - without.global_load.bytes, 512U);
  EXPECT_EQ(with.global_load.sectors - without.global_load.sectors, 32U);  // halves of 16 rows
  EXPECT_EQ(with.warp_instructions - without.warp_instructions, 2U);
}

TEST(MatrixMoves, OutsideOfMemoryIsAFault) {
  const Outcomes r =
      run("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r6, %r7, %r8, %r9}, [%r4+16];\n"
          "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r6, %r7, %r8, %r9}, [%r4+32];\n",
          32, false);
  EXPECT_EQ(r.outcome, Outcome::Fault);
  ASSERT_EQ(r.hazards.size(), 1U);
  EXPECT_EQ(r.hazards[0].kind, events::HazardKind::OutOfBounds);
  const Outcomes odd = run("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r6}, [%r2+4];\n", 32, false);
  ASSERT_EQ(odd.hazards.size(), 1U);
  EXPECT_EQ(odd.hazards[0].kind, events::HazardKind::Misaligned);
}

TEST(MatrixMoves, NeedAWholeWarp) {
  const Outcomes r = run("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r6}, [%r2];\n", 20, false);
  ASSERT_EQ(r.hazards.size(), 1U);
  EXPECT_EQ(r.hazards[0].kind, events::HazardKind::InvalidSyncMask);
  EXPECT_NE(r.hazards[0].message.find("moves a matrix with 20 of 32 threads"), std::string::npos)
      << r.hazards[0].message;
}

// What nobody has written is told where it is computed with.
TEST(MatrixMoves, UndefinedElementsAreFollowed) {
  const std::string load = "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r6}, [%r2];\n";
  EXPECT_TRUE(run(kZero + load).hazards.empty());
  const Outcomes loaded = run(load);
  ASSERT_EQ(loaded.hazards.size(), 1U);
  EXPECT_EQ(loaded.hazards[0].kind, events::HazardKind::UninitializedRead);
  EXPECT_EQ(loaded.hazards[0].space, "shared");
  EXPECT_TRUE(run(load + "mov.u32 %r6, 0;\n").hazards.empty());
}

// A store of one warp and another warp's load without a barrier.
TEST(MatrixMoves, RaceAsOtherAccessesDo) {
  const std::string body =
      "and.b32 %r2, %r1, 31; mad.lo.u32 %r2, %r2, 16, %r3; setp.lt.u32 %p1, %r1, 32;\n"
      "@%p1 bra Load; stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r2], {%r5}; bra Done;\n"
      "Load: ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r6}, [%r2]; mov.u32 %r6, 0; Done:\n";
  const Outcomes r = run(body, 64);
  ASSERT_FALSE(r.hazards.empty());
  EXPECT_EQ(r.hazards[0].kind, events::HazardKind::Race);
}

}  // namespace
}  // namespace lanescope::machine::test
