// Matrix instructions and who takes part in them; what they compute is tested by the instruction's
// row (tests/sim/isa/rows/mma.sync.ptx).
#include <bit>
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

// Ones times ones, sixteen deep, and the lane's number.
constexpr const char* kOnes =
    "mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"
    "mov.u32 %r2, 0x3c003c00; cvt.rn.f32.u32 %f1, %r1; mov.f32 %f2, 0f00000000;\n";
constexpr const char* kMultiply =
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r2, %r2, %r2, %r2}, "
    "{%r2, %r2}, {%f1, %f2, %f2, %f2};\n";
constexpr const char* kStore = "st.global.f32 [%rd3], %f1; ret;";

struct Ran {
  Outcome outcome = Outcome::Finished;
  std::vector<float> out;
  std::vector<events::Hazard> hazards;
  events::Counters counters;
};

Ran run(const std::string& body, engine::Policy policy, std::uint32_t threads = 32) {
  Bench bench(kernel_text(kOnes + body + kStore));
  bench.zeros("out", 32).shape({1}, {threads});
  bench.options().policy = policy;
  Execution execution(bench.make(), {});
  const Outcome outcome = execution.run();
  Ran result{outcome, {}, execution.hazards(), execution.counters(0)};
  for (std::uint32_t word : words_of(execution)) result.out.push_back(std::bit_cast<float>(word));
  return result;
}

constexpr engine::Policy kPolicies[] = {engine::Policy::Its, engine::Policy::Ipdom,
                                        engine::Policy::MinPc};

TEST(Matrix, IsOneInstructionOfTheWarp) {
  for (engine::Policy policy : kPolicies) {
    const Ran with = run(kMultiply, policy), without = run("", policy);
    EXPECT_EQ(with.outcome, Outcome::Finished);
    EXPECT_TRUE(with.hazards.empty());
    for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(with.out[i], 16.0F + static_cast<float>(i));
    events::Counters one = without.counters;
    one.warp_instructions += 1;
    one.thread_instructions += 32;
    EXPECT_EQ(with.counters, one);
  }
}

// Lanes that have parted are together again where they meet.
TEST(Matrix, FollowsABranch) {
  for (engine::Policy policy : kPolicies) {
    const Ran r = run("setp.lt.u32 %p1, %r1, 7; @%p1 bra J; add.f32 %f1, %f1, %f1;\nJ:\n" +
                          std::string(kMultiply),
                      policy);
    EXPECT_TRUE(r.hazards.empty());
    EXPECT_EQ(r.out[6], 22.0F);
    EXPECT_EQ(r.out[7], 30.0F);
  }
}

TEST(Matrix, InsideABranchOfSomeLanesIsAnError) {
  for (engine::Policy policy : kPolicies) {
    const Ran r =
        run("setp.ge.u32 %p1, %r1, 16; @%p1 bra J;\n" + std::string(kMultiply) + "J:\n", policy);
    ASSERT_FALSE(r.hazards.empty());
    EXPECT_EQ(r.hazards[0].kind, events::HazardKind::InvalidSyncMask);
    const char* message = policy == engine::Policy::MinPc
                              ? "multiplies matrices with 16 of 32 threads"
                              : "a matrix instruction needs thread (16,0,0)";
    EXPECT_NE(r.hazards[0].message.find(message), std::string::npos) << r.hazards[0].message;
  }
}

// The other lanes come to another one: that does not count.
TEST(Matrix, HalvesOfAWarpDoNotMeetAcrossBranches) {
  const Ran r = run("setp.ge.u32 %p1, %r1, 16; @%p1 bra A;\n" + std::string(kMultiply) +
                        "bra J;\nA:\n" + std::string(kMultiply) + "J:\n",
                    engine::Policy::Its);
  EXPECT_EQ(r.outcome, Outcome::Deadlock);
}

TEST(Matrix, NeedsAWholeWarp) {
  for (engine::Policy policy : kPolicies) {
    const Ran r = run(kMultiply, policy, 20);
    ASSERT_EQ(r.hazards.size(), 1U);
    EXPECT_EQ(r.hazards[0].kind, events::HazardKind::InvalidSyncMask);
    EXPECT_NE(r.hazards[0].message.find("with 20 of 32 threads"), std::string::npos);
  }
}

std::string refusal(const std::string& body, int warp_size = 32) {
  Bench bench(kernel_text(kOnes + body + kStore));
  bench.zeros("out", 32).shape({1}, {32});
  bench.options().warp_size = warp_size;
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Unsupported);
  return execution.unsupported();
}

TEST(Matrix, OtherWarpSizesAreRefused) {
  EXPECT_NE(refusal(kMultiply, 16).find("needs warps of 32 threads"), std::string::npos);
}

TEST(Matrix, OtherShapesAndTypesAreNamed) {
  for (const char* text :
       {"mma.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32 {%f1, %f2, %f3, %f4}, {%r2, %r2, %r2, "
        "%r2}, {%r2, %r2}, {%f1, %f2, %f3, %f4};",
        "mma.sp.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r2, %r2}, "
        "{%r2, %r2}, {%f1, %f2, %f3, %f4}, %r3, 0;",
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r2, %r2}, "
        "{%r2}, "
        "{%f1, %f2, %f3, %f4};"}) {
    const std::string message = refusal(text);
    EXPECT_NE(message.find("`mma."), std::string::npos) << message;
    EXPECT_NE(message.find("is not covered (its "), std::string::npos) << message;
  }
  const std::string message = refusal("wgmma.fence.sync.aligned;");
  EXPECT_NE(message.find("tensor core of a warp group"), std::string::npos) << message;
}

}  // namespace
}  // namespace lanescope::machine::test
