#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

constexpr const char* kIndex =
    "mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n";

Words run(const std::string& body, std::vector<std::uint32_t> start,
          events::Counters* counters = nullptr) {
  Bench bench(kernel_text(kIndex + body));
  bench.buffer("out", std::move(start)).shape({1}, {32});
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Finished)
      << execution.unsupported()
      << (execution.hazards().empty() ? "" : execution.hazards()[0].message);
  if (counters != nullptr) *counters = execution.counters(0);
  return words_of(execution);
}

TEST(Memory, NarrowLoadsExtendByTheirType) {
  const auto out = run(R"(
    ld.global.u8 %r2, [%rd1]; ld.global.s8 %r3, [%rd1]; ld.global.s16 %r4, [%rd1]; ld.global.u16 %r5, [%rd1];
    ld.global.s8 %h1, [%rd1]; cvt.u32.u16 %r6, %h1; ld.global.s32 %rd4, [%rd1]; shr.u64 %rd5, %rd4, 32; cvt.u32.u64 %r7, %rd5;
    bar.warp.sync -1;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 st.global.u32 [%rd1+4], %r2;  @%p1 st.global.u32 [%rd1+8], %r3; @%p1 st.global.u32 [%rd1+12], %r4;
    @%p1 st.global.u32 [%rd1+16], %r5; @%p1 st.global.u32 [%rd1+20], %r6; @%p1 st.global.u32 [%rd1+24], %r7; ret;)",
                       {0x8000ff85U, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(out.all(), (std::vector<std::uint32_t>{0x8000ff85U, 0x85, 0xffffff85U, 0xffffff85U,
                                                   0xff85, 0xff85, 0xffffffffU}));
}

TEST(Memory, NarrowStoresTakeTheLowBits) {
  const auto out = run(R"(
    mov.u32 %r2, 0x12345678; add.s64 %rd4, %rd1, 1; mov.u64 %rd5, 0xaabbccddeeff0011;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 st.global.u8 [%rd4], %r2; @%p1 st.global.u16 [%rd1+6], %r2; @%p1 st.global.u32 [%rd1+8], %rd5; ret;)",
                       {0, 0, 0});
  EXPECT_EQ(out.all(), (std::vector<std::uint32_t>{0x00007800U, 0x56780000U, 0xeeff0011U}));
}

TEST(Memory, VectorsAreOneRequest) {
  std::vector<std::uint32_t> start(128);
  for (std::uint32_t i = 0; i < 128; ++i) start[i] = i;
  events::Counters counters;
  const auto out = run(R"(
    mul.wide.u32 %rd4, %r1, 16; add.s64 %rd5, %rd1, %rd4;
    ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%rd5];
    st.global.v4.u32 [%rd5], {%r5, %r4, %r3, %r2}; ret;)",
                       start, &counters);
  for (std::uint32_t i = 0; i < 128; ++i) EXPECT_EQ(out[i], i / 4 * 4 + 3 - i % 4);
  EXPECT_EQ(counters.global_load.requests, 1U);
  EXPECT_EQ(counters.global_load.sectors, 16U);
  EXPECT_EQ(counters.global_store.bytes, 512U);
}

TEST(Memory, OfLanesThatWriteOneWordTheHighestWins) {
  const auto out = run("st.global.u32 [%rd1], %r1; ret;", {99});
  EXPECT_EQ(out[0], 31U);
}

TEST(Memory, SectorsOfOffsetAndStride) {
  events::Counters counters;
  run("ld.global.u32 %r2, [%rd3+4]; ret;", std::vector<std::uint32_t>(64), &counters);
  EXPECT_EQ(counters.global_load.sectors, 5U);
  run("mul.wide.u32 %rd4, %r1, 8; add.s64 %rd5, %rd1, %rd4; ld.global.u32 %r2, [%rd5]; ret;",
      std::vector<std::uint32_t>(64), &counters);
  EXPECT_EQ(counters.global_load.sectors, 8U);
  EXPECT_EQ(counters.global_load.ideal_sectors, 4U);
}

// Even lanes go to shared, odd ones to global memory: one generic load is a request in each.
TEST(Memory, GenericAccessesCountWhereTheyLand) {
  events::Counters counters;
  const auto out = run(R"(
    .shared .align 4 .b8 s[128];
    mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r4, %r2, %r3; add.u32 %r5, %r1, 1000; st.shared.u32 [%r4], %r5;
    cvt.u64.u32 %rd4, %r4; cvta.shared.u64 %rd5, %rd4; cvta.global.u64 %rd6, %rd3;
    and.b32 %r6, %r1, 1; setp.eq.u32 %p1, %r6, 0; selp.b64 %rd7, %rd5, %rd6, %p1;
    ld.u32 %r7, [%rd7];
    isspacep.shared %p2, %rd7; isspacep.global %p3, %rd7;
    @%p2 add.u32 %r7, %r7, 1; @%p3 add.u32 %r7, %r7, 2;
    st.global.u32 [%rd3], %r7; ret;)",
                       std::vector<std::uint32_t>(32, 50), &counters);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], i % 2 == 0 ? i + 1001 : 52U) << i;
  EXPECT_EQ(counters.shared_load.requests, 1U);
  EXPECT_EQ(counters.global_load.requests, 1U);
  EXPECT_EQ(counters.global_load.bytes, 64U);
}

TEST(Memory, LanesInSeveralBuffersAtOnce) {
  Bench bench(R"(.version 8.5
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a, .param .u64 b) {
    .reg .pred %p<2>; .reg .b32 %r<8>; .reg .b64 %rd<8>;
    ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 11; selp.b64 %rd3, %rd1, %rd2, %p1;
    mul.wide.u32 %rd4, %r1, 4; add.s64 %rd5, %rd3, %rd4; st.global.u32 [%rd5], %r1; ret; })");
  bench.zeros("a", 32).zeros("b", 32).shape({1}, {32});
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  EXPECT_EQ(words_of(execution, 0)[10], 10U);
  EXPECT_EQ(words_of(execution, 0)[11], 0U);
  EXPECT_EQ(words_of(execution, 1)[11], 11U);
  EXPECT_EQ(execution.counters(0).global_store.requests, 1U);
}

struct AtomicCase {
  const char* instruction;  // on [%rd1], old value into %r2, lane number in %r1
  std::uint32_t start, end;
};
class Atomics : public testing::TestWithParam<AtomicCase> {};
TEST_P(Atomics, LanesTakeEffectOneAfterTheOther) {
  const auto out = run(std::string(GetParam().instruction) + " ret;", {GetParam().start, 0, 0, 0});
  EXPECT_EQ(out[0], GetParam().end);
}
INSTANTIATE_TEST_SUITE_P(
    All, Atomics,
    testing::Values(AtomicCase{"atom.global.add.u32 %r2, [%rd1], %r1;", 4, 500},
                    AtomicCase{"red.global.add.s32 [%rd1], -1;", 4, 0xffffffe4U},
                    AtomicCase{"red.global.max.s32 [%rd1], %r1;", 0xfffffff0U, 31},
                    AtomicCase{"red.global.max.u32 [%rd1], %r1;", 0xfffffff0U, 0xfffffff0U},
                    AtomicCase{"red.global.min.u32 [%rd1], %r1;", 7, 0},
                    AtomicCase{"red.global.and.b32 [%rd1], %r1;", 0xffU, 0},
                    AtomicCase{"red.global.or.b32 [%rd1], %r1;", 0x100U, 0x11fU},
                    AtomicCase{"red.global.xor.b32 [%rd1], %r1;", 5, 5},
                    AtomicCase{"atom.global.exch.b32 %r2, [%rd1], %r1;", 5, 31},
                    AtomicCase{"atom.global.cas.b32 %r2, [%rd1], 5, 77;", 5, 77},
                    AtomicCase{"atom.global.inc.u32 %r2, [%rd1], 9;", 0, 2},
                    AtomicCase{"atom.global.dec.u32 %r2, [%rd1], 9;", 0, 8},
                    AtomicCase{"mov.f32 %f1, 0f3F800000; red.global.add.f32 [%rd1], %f1;", 0,
                               0x42000000U},
                    AtomicCase{"mov.b32 %r3, 0x40003c00; red.global.add.noftz.f16x2 [%rd1], %r3;",
                               0, 0x54005000U}));

TEST(Memory, VectorReductions) {
  const auto out = run(R"(
    mov.f32 %f1, 0f3F800000; mov.f32 %f2, 0f40000000; red.global.add.v2.f32 [%rd1], {%f1, %f2}; ret;)",
                       {0, 0});
  EXPECT_EQ(out.all(), (std::vector<std::uint32_t>{0x42000000U, 0x42800000U}));
}

// The rules for shared atomics: an add of the constant 1 with unused result is counted like a load.
TEST(Memory, SharedAtomicsKnowTheAddOfOne) {
  const char* before = ".shared .align 4 .b8 s[4]; mov.u32 %r2, s;";
  events::Counters one, other;
  run(std::string(before) + "red.shared.add.u32 [%r2], 1; ret;", {0}, &one);
  run(std::string(before) + "red.shared.add.u32 [%r2], %r1; ret;", {0}, &other);
  EXPECT_EQ(one.shared_atomic.wavefronts, 1U);
  EXPECT_EQ(other.shared_atomic.wavefronts, 32U);
  EXPECT_EQ(other.shared_atomic.bank_conflicts, 31U);
}

TEST(Memory, AsyncCopiesCountAsGlobalLoads) {
  std::vector<std::uint32_t> start(32);
  for (std::uint32_t i = 0; i < 32; ++i) start[i] = i + 7;
  events::Counters counters;
  const auto out = run(R"(
    .shared .align 16 .b8 s[128]; mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r4, %r2, %r3;
    cp.async.ca.shared.global [%r4], [%rd3], 4;
    cp.async.commit_group; cp.async.wait_group 0; bar.sync 0;
    ld.shared.u32 %r5, [%r4]; add.u32 %r5, %r5, 1; st.global.u32 [%rd3], %r5; ret;)",
                       start, &counters);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], i + 8);
  EXPECT_EQ(counters.global_load.requests, 1U);
  EXPECT_EQ(counters.shared_store.requests, 0U);
}

// 16 bytes a lane, to `shift` bytes behind the beginning and `stride` bytes from row to row of 128.
// The figures are an H200's l1tex__m_xbar2l1tex_read_sectors of a warp.
TEST(Memory, CopiesPastL1FetchSplitSectorsTwice) {
  const auto sectors = [](const char* cache, int shift, int stride) {
    const std::vector<std::uint32_t> in(256);
    events::Counters counters;
    run(fmt::format(R"(
      .shared .align 128 .b8 s[1024]; mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 7; shl.b32 %r2, %r2, 4;
      shr.u32 %r3, %r1, 3; shl.b32 %r5, %r3, 8; add.u32 %r5, %r5, %r2;
      cvt.u64.u32 %rd3, %r5; add.u64 %rd3, %rd1, %rd3;
      mov.u32 %r4, s; mad.lo.u32 %r4, %r3, {}, %r4; add.u32 %r4, %r4, %r2;
      cp.async.{}.shared.global [%r4+{}], [%rd3], 16;
      cp.async.wait_all; ret;)",
                    stride, cache, shift),
        in, &counters);
    EXPECT_EQ(counters.global_load.requests, 1U);
    EXPECT_EQ(counters.global_load.ideal_sectors, 16U);
    return counters.global_load.sectors;
  };
  EXPECT_EQ(sectors("cg", 0, 128), 16U);
  EXPECT_EQ(sectors("cg", 16, 128), 32U);
  EXPECT_EQ(sectors("cg", 32, 128), 16U);
  EXPECT_EQ(sectors("cg", 48, 128), 32U);
  EXPECT_EQ(sectors("cg", 0, 144), 24U);
  EXPECT_EQ(sectors("cg", 0, 160), 16U);
  EXPECT_EQ(sectors("ca", 16, 128), 16U) << "L1 is asked once";
  EXPECT_EQ(sectors("ca", 0, 144), 16U);
}

TEST(Memory, DynamicSharedMemoryBeginsBehindTheStatic) {
  Bench bench(kernel_text(R"(
    .shared .align 4 .b8 fixed[20];
    mov.u32 %r1, %tid.x; mov.u32 %r2, dynamic; mov.u32 %r3, fixed; sub.u32 %r4, %r2, %r3;
    st.global.u32 [%rd1], %r4; st.shared.u32 [%r2+60], %r1; ret;)",
                          ".extern .shared .align 16 .b8 dynamic[];\n"));
  bench.zeros("out", 1).shape({1}, {32}, 64);
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  EXPECT_EQ(words_of(execution)[0], 32U);
  EXPECT_EQ(bench.program().static_shared_bytes(), 20U);
}

TEST(Memory, AddressesAreDescribed) {
  Bench bench(kernel_text("ret;"));
  bench.zeros("in", 16).shape({1}, {1});
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.describe(Address{engine::kGlobalBase + 12}), "in[3]");
  EXPECT_EQ(execution.describe(Address{engine::kGlobalBase + 14}), "in[3]+2");
  EXPECT_EQ(execution.describe(Address{engine::kGlobalBase + 64}),
            "in[16], 0 bytes past the end of in (16 elements)");
}

}  // namespace
}  // namespace lanescope::machine::test
