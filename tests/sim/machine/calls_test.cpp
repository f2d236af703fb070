#include <gtest/gtest.h>

#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

class CallPolicies : public testing::TestWithParam<engine::Policy> {};
INSTANTIATE_TEST_SUITE_P(All, CallPolicies,
                         testing::Values(engine::Policy::Its, engine::Policy::Ipdom,
                                         engine::Policy::MinPc));

TEST_P(CallPolicies, RecursionKeepsEachLanesRegisters) {
  Bench bench(read_text("calls.ptx"), "recursion");
  bench.zeros("out", 40).argument(6).shape({1}, {40});
  bench.options().policy = GetParam();
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const auto out = words_of(execution);
  for (int i = 0; i < 40; ++i)
    EXPECT_EQ(static_cast<int>(out[static_cast<std::size_t>(i)]), fibonacci(6 + i % 5)) << i;
}

TEST(Calls, StructsByValue) {
  Bench bench(read_text("calls.ptx"), "structs");
  bench.zeros("out", 32).shape({1}, {32});
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const auto out = words_of(execution);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], i + 3 + 10 + 7);
}

TEST_P(CallPolicies, IndirectCallsGoWhereEachLanePoints) {
  Bench bench(read_text("calls.ptx"), "indirect");
  bench.zeros("out", 32).shape({1}, {32});
  bench.options().policy = GetParam();
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const auto out = words_of(execution);
  for (std::uint32_t i = 0; i < 32; ++i) {
    const std::uint32_t called = i % 3 == 0 ? i + 1 : i % 3 == 1 ? i * 2 : i * i;
    EXPECT_EQ(out[i], called + 3 + 2 * (i & 3U)) << i;
  }
  EXPECT_GT(execution.counters(0).constant_load.requests, 0U);
}

TEST_P(CallPolicies, Switch) {
  std::vector<std::uint32_t> in(33);
  for (std::uint32_t i = 0; i < 33; ++i) in[i] = i % 9;
  Bench bench(read_text("calls.ptx"), "cases");
  std::vector<std::uint32_t> start(32, 0);
  start[0] = 30;
  bench.buffer("out", start).buffer("in", in).shape({1}, {32});
  bench.options().policy = GetParam();
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const auto out = words_of(execution);
  for (std::uint32_t i = 0; i < 32; ++i) {
    const std::uint32_t want[] = {in[i + 1] * 3, 17, in[0] - 4, i, i * i, 32, in[2] ^ 5U};
    EXPECT_EQ(out[i], in[i] < 7 ? want[in[i]] : 0xffffffffU) << i;
  }
}

TEST(Calls, LocalArraysAreCountedAsLocal) {
  Bench bench(read_text("calls.ptx"), "local_array");
  std::vector<std::uint32_t> start(32);
  for (std::uint32_t i = 0; i < 32; ++i) start[i] = i * 10;
  bench.buffer("out", start).shape({1}, {32});
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const auto out = words_of(execution);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], (i & 7U) * 11) << i;
  EXPECT_GT(execution.counters(0).local_store.requests, 0U);
  EXPECT_EQ(execution.counters(0).local_load.requests, 1U);
}

TEST(Calls, ModuleVariablesStartWithTheirValues) {
  Bench bench(read_text("calls.ptx"), "variables");
  bench.zeros("out", 32).shape({1}, {32});
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const auto out = words_of(execution);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], 40 + 2 * i);
  std::uint32_t value = 0;
  ASSERT_EQ(execution.symbol("counter").size(), 4U);
  std::memcpy(&value, execution.symbol("counter").data(), 4);
  EXPECT_EQ(value, 104U);
}

// Each lane takes memory as often as it wants to, and calls a function that takes its own: none of
// them writes over another's.
TEST_P(CallPolicies, LanesTakeMemoryOfTheirStack) {
  Bench bench(kernel_text(R"(
    .reg .pred %more; .reg .b32 %n, %i, %sum, %x; .reg .b64 %list, %node, %next;
    .param .b32 a; .param .b32 b;
    mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
    and.b32 %n, %r1, 7;
    mov.u64 %list, 0; mov.u32 %i, 0;
  TAKE:
    setp.lt.u32 %more, %i, %n;
    @!%more bra TAKEN;
    alloca.u64 %node, 16;
    st.local.u64 [%node], %list;
    st.local.u32 [%node+8], %i;
    mov.u64 %list, %node;
    st.param.b32 [a], %n;
    call (b), f, (a);
    add.u32 %i, %i, 1;
    bra TAKE;
  TAKEN:
    mov.u32 %sum, 0; mov.u32 %i, 0;
  ADD:
    setp.lt.u32 %more, %i, %n;
    @!%more bra DONE;
    ld.local.u32 %x, [%list+8];
    add.u32 %sum, %sum, %x;
    ld.local.u64 %list, [%list];
    add.u32 %i, %i, 1;
    bra ADD;
  DONE:
    st.global.u32 [%rd3], %sum;
    ret;)",
                          R"(.func (.param .b32 r) f(.param .b32 x)
    {
      .reg .b32 %r<4>; .reg .b64 %p;
      ld.param.b32 %r1, [x];
      alloca.u64 %p, 32;
      st.local.u32 [%p], -1; st.local.u32 [%p+28], -1;
      st.param.b32 [r], %r1;
      ret;
    })"));
  bench.zeros("out", 32).shape({1}, {32});
  bench.options().policy = GetParam();
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const auto out = words_of(execution);
  for (std::uint32_t i = 0; i < 32; ++i) {
    const std::uint32_t n = i & 7U;
    EXPECT_EQ(out[i], n * (n - 1) / 2) << i;
  }
}

// A function with two exits: lanes meet again where it returns to.
TEST_P(CallPolicies, LanesMeetBehindACall) {
  Bench bench(kernel_text(R"(
    .param .b32 a; .param .b32 b;
    mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
    st.param.b32 [a], %r1;
    call (b), f, (a);
    ld.param.b32 %r2, [b];
    st.global.u32 [%rd3], %r2;
    ret;)",
                          R"(.func (.param .b32 r) f(.param .b32 x)
    {
      .reg .pred %p<2>; .reg .b32 %r<4>;
      ld.param.b32 %r1, [x];
      setp.lt.u32 %p1, %r1, 10;
      @%p1 bra SMALL;
      add.u32 %r2, %r1, 1000;
      st.param.b32 [r], %r2;
      ret;
    SMALL:
      mul.lo.u32 %r2, %r1, 7;
      st.param.b32 [r], %r2;
      ret;
    })"));
  bench.zeros("out", 32).shape({1}, {32});
  bench.options().policy = GetParam();
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const auto out = words_of(execution);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], i < 10 ? 7 * i : i + 1000);
  EXPECT_EQ(execution.counters(0).global_store.requests, 1U);
}

}  // namespace
}  // namespace lanescope::machine::test
