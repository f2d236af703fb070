#include <gtest/gtest.h>

#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

using events::HazardKind;

struct Case {
  const char* name;
  const char* body;
  HazardKind kind;
  const char* words;  // that the message has
};

class Faults : public testing::TestWithParam<Case> {};

TEST_P(Faults, EndTheLaunchAndSayWhere) {
  Bench bench(kernel_text(GetParam().body,
                          ".const .align 4 .u32 fixed = 7;\n"
                          ".global .align 4 .b8 _ZN2ns5tableE[40];\n"));
  bench.zeros("out", 64).shape({3}, {64});
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Fault);
  ASSERT_EQ(execution.hazards().size(), 1U);
  const events::Hazard& hazard = execution.hazards()[0];
  EXPECT_EQ(hazard.kind, GetParam().kind);
  EXPECT_EQ(hazard.severity, events::Severity::Error);
  EXPECT_NE(hazard.message.find(GetParam().words), std::string::npos) << hazard.message;
  EXPECT_FALSE(hazard.threads.empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, Faults,
    testing::Values(
        Case{"past_the_end",
             R"(mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.u32 %r3, %r2, 32, %r1;
                mul.wide.u32 %rd2, %r3, 4; add.s64 %rd3, %rd1, %rd2; ld.global.u32 %r4, [%rd3]; ret;)",
             HazardKind::OutOfBounds,
             "thread (32,0,0) of block (1,0,0) (and 31 more threads of its warp) reads 4 bytes at "
             "out[64], 0 bytes past the end of out (64 elements)"},
        Case{"store_before", "st.global.u32 [%rd1+-4], %r1; ret;", HazardKind::OutOfBounds,
             "writes 4 bytes at out[-1], 4 bytes before out (64 elements)"},
        Case{"far_behind",
             "mov.u64 %rd2, 400000000; add.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r1; ret;",
             HazardKind::OutOfBounds,
             "where nothing is allocated; the nearest array is table, which ends"},
        Case{"far_before",
             "mov.u64 %rd2, 400000000; sub.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r1; ret;",
             HazardKind::OutOfBounds,
             "the nearest array is out, which begins 400000000 bytes behind"},
        Case{"module_variable", "mov.u64 %rd2, _ZN2ns5tableE; st.global.u32 [%rd2+40], %r1; ret;",
             HazardKind::OutOfBounds, "table[10], 0 bytes past the end of table (10 elements)"},
        Case{"stack_without_end", "mov.u64 %rd2, 600000; alloca.u64 %rd3, %rd2; ret;",
             HazardKind::OutOfBounds, "overflows its stack by alloca"},
        Case{"behind_what_alloca_took", "alloca.u64 %rd2, 64; st.local.u32 [%rd2+64], %r1; ret;",
             HazardKind::OutOfBounds,
             "writes 4 bytes at byte 64 of its local memory, which has 64 bytes"},
        Case{"after_stackrestore",
             "stacksave.u64 %rd2; alloca.u64 %rd3, 64; stackrestore.u64 %rd2; "
             "st.local.u32 [%rd3], %r1; ret;",
             HazardKind::OutOfBounds, "which has 0 bytes"},
        Case{
            "shared",
            R"(.shared .align 4 .b8 s[64]; mov.u32 %r1, %tid.x; mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r2, %r2, %r3;
                st.shared.u32 [%r2], %r1; ret;)",
            HazardKind::OutOfBounds,
            "thread (16,0,0) of block (0,0,0) (and 15 more threads of its warp) writes 4 bytes at "
            "s[16], 0 bytes past the end of s (16 elements)"},
        Case{"shared_before",
             R"(.shared .align 4 .b8 s[64]; mov.u64 %rd2, s; mov.u32 %r1, -4; cvt.u64.u32 %rd3, %r1;
                add.s64 %rd2, %rd2, %rd3; st.shared.u32 [%rd2], %r1; ret;)",
             HazardKind::OutOfBounds, "s[-1], 4 bytes before s (16 elements)"},
        Case{"shared_misaligned",
             R"(.shared .align 16 .b8 s[64]; mov.u32 %r2, s; st.shared.u32 [%r2+6], %r1; ret;)",
             HazardKind::Misaligned, "s[1]+2, an address that is not a multiple of 4 bytes"},
        Case{
            "local",
            R"(.local .align 4 .b8 a[16]; mov.u64 %rd2, a; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;
                add.s64 %rd2, %rd2, %rd3; st.local.u32 [%rd2], %r1; ret;)",
            HazardKind::OutOfBounds,
            "thread (4,0,0) of block (0,0,0) (and 27 more threads of its warp) writes 4 bytes at "
            "byte 16 of its local memory, which has 16 bytes"},
        Case{"misaligned", "ld.global.u32 %r1, [%rd1+2]; ret;", HazardKind::Misaligned,
             "multiple of 4"},
        Case{"misaligned_vector", "ld.global.v4.u32 {%r1,%r2,%r3,%r4}, [%rd1+8]; ret;",
             HazardKind::Misaligned, "multiple of 16"},
        Case{"null", "mov.u64 %rd2, 0; ld.u32 %r1, [%rd2+8]; ret;", HazardKind::OutOfBounds,
             "null"},
        Case{"constant", "mov.u64 %rd2, fixed; cvta.const.u64 %rd3, %rd2; st.u32 [%rd3], %r1; ret;",
             HazardKind::OutOfBounds, "read-only"},
        Case{"trap", "mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 5; @%p1 trap; ret;",
             HazardKind::Trap, "thread (5,0,0)"},
        Case{"wild", "mov.u64 %rd2, 0x123456789000; ld.u32 %r1, [%rd2]; ret;",
             HazardKind::OutOfBounds, "nothing is allocated"},
        Case{"atomic", "atom.global.add.u32 %r1, [%rd1+256], 1; ret;", HazardKind::OutOfBounds,
             "does an atomic on 4 bytes at out[64]"},
        Case{"bad_call", "P: .callprototype _ (); mov.u64 %rd2, 64; call %rd2, P; ret;",
             HazardKind::Trap, "no function"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Faults, LeaveEarlierStoresInPlace) {
  Bench bench(kernel_text(R"(
    mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], 5; st.global.u32 [%rd3+4], 6; ret;)"));
  bench.zeros("out", 32).shape({1}, {32});
  Execution execution(bench.make(2), {});
  EXPECT_EQ(execution.run(), Outcome::Fault);
  EXPECT_EQ(words_of(execution)[3], 5U);
  EXPECT_EQ(execution.hazards()[0].machine_step.value, 5U);
  EXPECT_EQ(execution.run(), Outcome::Fault);
  EXPECT_EQ(execution.launch(), 0U);
}

TEST(Faults, EndlessLoopStopsAtTheLimitAndSaysWhereItIs) {
  Bench bench(kernel_text("TOP: add.u32 %r1, %r1, 1; bra TOP;"));
  bench.zeros("out", 1).shape({2}, {64});
  bench.options().max_steps = 100'000;
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::StepLimit);
  ASSERT_EQ(execution.hazards().size(), 1U);
  EXPECT_NE(execution.hazards()[0].message.find("100000 warp instructions"), std::string::npos);
  EXPECT_EQ(execution.machine_step().value, 100'000U);
}

TEST(Plans, LimitsAreCheckedBeforeAnythingRuns) {
  const auto message = [](Dim3 grid, Dim3 block, std::uint32_t shared, int warp) {
    Bench bench(kernel_text("ret;"));
    engine::Plan plan;
    plan.options.warp_size = warp;
    plan.launches.push_back(
        {decode(kernel_text("ret;")), grid, block, shared, std::vector<std::byte>(8)});
    const Result<void> result = engine::validate(plan);
    return result.ok() ? std::string() : result.error().message;
  };
  EXPECT_EQ(message({1}, {1024}, 232448, 32), "");
  EXPECT_NE(message({1}, {0}, 0, 32).find("block dimension x is 0"), std::string::npos);
  EXPECT_NE(message({1}, {1025}, 0, 32).find("1025"), std::string::npos);
  EXPECT_NE(message({1}, {32, 33}, 0, 32).find("1056 threads"), std::string::npos);
  EXPECT_NE(message({1}, {32, 32, 2}, 0, 32).find("2048 threads"), std::string::npos);
  EXPECT_NE(message({1}, {1, 1, 65}, 0, 32).find("block dimension z"), std::string::npos);
  EXPECT_NE(message({1, 65536}, {1}, 0, 32).find("grid dimension y"), std::string::npos);
  EXPECT_NE(message({1}, {32}, 300000, 32).find("232448"), std::string::npos);
  EXPECT_NE(message({1}, {32}, 0, 12).find("warp size"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::machine::test
