// What is done at once (runs of computing, plain branches and barriers, rows of words) and what is
// done with a closer look come to the same: memory, counters, hazards, steps.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

class Inattentive : public events::Listener {};

struct Observed {
  Outcome outcome = Outcome::Finished;
  std::uint64_t steps = 0;
  std::vector<std::uint32_t> words;
  std::vector<events::Counters> counters;
  std::vector<std::string> hazards;
  friend bool operator==(const Observed&, const Observed&) = default;
};

// at_once: as many instructions in one go.
Observed observe(const std::shared_ptr<const engine::Plan>& plan, const ExecutionOptions& options,
                 std::uint64_t at_once = ~std::uint64_t{0}) {
  Execution execution(plan, options);
  Outcome outcome = Outcome::Running;
  while (outcome == Outcome::Running) outcome = execution.run(at_once);
  Observed result{outcome, execution.machine_step().value, words_of(execution).all(), {}, {}};
  const auto counters = execution.counters_by_pc(0);
  result.counters.assign(counters.begin(), counters.end());
  for (const events::Hazard& hazard : execution.hazards()) result.hazards.push_back(hazard.message);
  return result;
}

// Without a listener everything is done at once that can be; a listener is told of each
// instruction; single steps end every run; hazards are looked for by a closer look at memory.
void expect_same(const std::string& body, const std::string& before = "") {
  SCOPED_TRACE(body);
  for (const engine::Policy policy :
       {engine::Policy::Its, engine::Policy::Ipdom, engine::Policy::MinPc}) {
    Bench bench(kernel_text(body, before));
    std::vector<std::uint32_t> start(256);
    for (std::uint32_t i = 0; i < start.size(); ++i) start[i] = i * 2654435761U;
    bench.buffer("out", start).shape({2}, {80});
    bench.options().policy = policy;
    const auto plan = bench.make();
    Inattentive listener;
    const Observed told = observe(plan, {Recording::Full, {&listener}});
    EXPECT_TRUE(observe(plan, {Recording::Counters}) == told);
    EXPECT_TRUE(observe(plan, {Recording::Counters}, 1) == told);
    EXPECT_TRUE(observe(plan, {Recording::Counters}, 7) == told);
    Observed uncounted = observe(plan, {Recording::None});
    uncounted.counters = told.counters;
    EXPECT_TRUE(uncounted == told);
    const Observed watched = observe(plan, {Recording::Counters, {}, true});
    EXPECT_EQ(watched.words, told.words);
    EXPECT_TRUE(watched.counters == told.counters);
  }
}

constexpr const char* kSharedWords = ".shared .align 4 .b8 s[320];\n";

TEST(FastPaths, LoopsThatAllLanesLeaveTogether) {
  expect_same(R"(
    mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
    mov.u32 %r2, 0; mov.u32 %r3, %r1;
    L1: mad.lo.u32 %r3, %r3, 5, %r2; add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 70; @%p1 bra L1;
    st.global.u32 [%rd3], %r3; ret;)");
}

TEST(FastPaths, LanesThatPartAndComputeWithGuards) {
  expect_same(R"(
    mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
    and.b32 %r2, %r1, 7; mov.u32 %r4, 0; mov.u32 %r5, 1; setp.gt.u32 %p2, %r1, 40;
    L1: setp.eq.u32 %p1, %r4, %r2; @%p1 bra L2;
    @%p2 mul.lo.u32 %r5, %r5, 3; @!%p2 add.u32 %r5, %r5, 7; add.u32 %r4, %r4, 1; bra L1;
    L2: @%p2 add.u32 %r5, %r5, %r1; st.global.u32 [%rd3], %r5; ret;)");
}

TEST(FastPaths, BarriersOfAllAndOfSome) {
  expect_same(R"(
    mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, s; add.u32 %r4, %r3, %r2;
    mov.u32 %r5, 64; st.shared.u32 [%r4], %r1; bar.sync 0;
    L1: setp.ge.u32 %p1, %r1, %r5; @%p1 bra L2; xor.b32 %r6, %r1, %r5; shl.b32 %r6, %r6, 2;
    setp.lt.u32 %p2, %r6, 320; mov.u32 %r7, 0; add.u32 %r6, %r3, %r6;
    @%p2 ld.shared.u32 %r7, [%r6]; ld.shared.u32 %r8, [%r4]; add.u32 %r8, %r8, %r7;
    bar.warp.sync 0xffffffff; st.shared.u32 [%r4], %r8;
    L2: bar.sync 0; shr.u32 %r5, %r5, 1; setp.ne.u32 %p3, %r5, 0; @%p3 bra L1;
    setp.gt.u32 %p4, %r1, 63; @%p4 bra L3; bar.sync 1, 64;
    L3: mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2; ld.shared.u32 %r9, [%r4];
    st.global.u32 [%rd3], %r9; ret;)",
              kSharedWords);
}

// Some lanes skip what others compute, load and store, or fault at, with and without a loop around.
TEST(FastPaths, LanesThatSkipAFewInstructions) {
  for (const char* who : {"setp.lt.u32 %p1, %r2, 9;", "setp.gt.u32 %p1, %r2, 40;",
                          "and.b32 %r5, %r2, %r4; setp.eq.u32 %p1, %r5, 0;"}) {
    for (const int offset : {0, 4, -4, 2, 640}) {
      for (const char* inner : {"", "@%p2 add.u32 %r6, %r6, 3;", "ld.shared.u32 %r8, [%r7];"}) {
        expect_same(fmt::format(R"(
          mov.u32 %r2, %tid.x; mul.wide.u32 %rd2, %r2, 4; add.s64 %rd3, %rd1, %rd2;
          shl.b32 %r3, %r2, 2; mov.u32 %r7, s; add.u32 %r7, %r7, %r3; st.shared.u32 [%r7], %r2;
          mov.u32 %r4, 1; mov.u32 %r6, 5; setp.gt.u32 %p2, %r2, 50; mov.u32 %r8, 0;
          L1: {0} @%p1 bra L2;
          mul.lo.u32 %r6, %r6, 3; {2} ld.global.u32 %r5, [%rd3+{1}]; add.u32 %r6, %r6, %r5;
          add.u32 %r6, %r6, %r8; st.global.u32 [%rd3], %r6;
          L2: add.u32 %r6, %r6, %r4; bar.sync 0; add.u32 %r4, %r4, 1;
          setp.lt.u32 %p3, %r4, 70; @%p3 bra L1;
          st.global.u32 [%rd3], %r6; ret;)",
                                who, offset, inner),
                    kSharedWords);
      }
    }
  }
}

// Rows of words with a guard that leaves gaps, at any offset, up to and beyond both ends.
TEST(FastPaths, RowsOfWordsWithAndWithoutGaps) {
  for (const char* guard : {"setp.ge.u32 %p1, %r1, 0;", "setp.lt.u32 %p1, %r1, 37;",
                            "setp.gt.u32 %p1, %r1, 9;", "setp.eq.u32 %p1, %r2, 0;"}) {
    for (const int offset : {0, 4, 64, -4, 2, 708}) {
      expect_same(fmt::format(R"(
        mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 4; {0} mul.wide.u32 %rd2, %r1, 4;
        add.s64 %rd3, %rd1, %rd2; mov.u32 %r3, 99; @%p1 ld.global.u32 %r3, [%rd3+{1}];
        add.u32 %r3, %r3, 1; @%p1 st.global.f32 [%rd3+{1}], %r3; st.global.u32 [%rd3], %r3; ret;)",
                              guard, offset));
    }
    for (const int offset : {0, 4, -4, 2}) {
      expect_same(fmt::format(R"(
        mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 4; {0} shl.b32 %r5, %r1, 2; mov.u32 %r6, s;
        add.u32 %r6, %r6, %r5; st.shared.u32 [%r6], %r1; bar.sync 0; mov.u32 %r3, 99;
        @%p1 ld.shared.u32 %r3, [%r6+{1}]; add.u32 %r3, %r3, 1; @%p1 st.shared.u32 [%r6], %r3;
        ld.shared.u32 %r4, [%r6]; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
        st.global.u32 [%rd3], %r4; ret;)",
                              guard, offset),
                  kSharedWords);
    }
  }
}

// Each half of a warp on a row or on one word: any distance between them, to both ends.
TEST(FastPaths, HalfRowsAndWordsForAll) {
  for (const int apart : {0, 1, 16, 17, 32, 48, -16}) {
    for (const int step : {0, 1}) {
      for (const int last_step : {0, 1}) {
        expect_same(fmt::format(R"(
          mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, s; add.u32 %r3, %r3, %r2;
          mul.lo.u32 %r4, %r1, 77; st.shared.u32 [%r3], %r4; bar.sync 0;
          mov.u32 %r5, %laneid; and.b32 %r6, %r5, 15; shr.u32 %r7, %r5, 4; setp.ne.u32 %p1, %r7, 0;
          mul.lo.u32 %r8, %r6, {1}; @%p1 mad.lo.u32 %r8, %r6, {2}, {0}; add.u32 %r8, %r8, 16;
          shl.b32 %r9, %r8, 2; mov.u32 %r3, s; add.u32 %r3, %r3, %r9; ld.shared.u32 %r10, [%r3];
          cvt.u64.u32 %rd4, %r9; add.s64 %rd4, %rd4, %rd1; ld.global.u32 %r11, [%rd4];
          add.u32 %r10, %r10, %r11; bar.sync 0; st.shared.u32 [%r3], %r1; bar.sync 0;
          ld.shared.u32 %r12, [%r3+4]; add.u32 %r10, %r10, %r12;
          st.global.u32 [%rd4], %r10; ret;)",
                                apart, step, last_step),
                    kSharedWords);
      }
    }
  }
}

// A parameter is loaded as its type says, into a register that may be wider.
TEST(FastPaths, ParametersOfEveryWidth) {
  Bench bench(
      ".version 8.5\n.target sm_90\n.address_size 64\n"
      ".visible .entry k(.param .u64 a, .param .s8 b, .param .u16 c, .param .s32 d)\n{\n"
      ".reg .b64 %rd<8>; .reg .b32 %r<8>; .reg .b16 %h<4>; .reg .f32 %f<2>;\n"
      "ld.param.u64 %rd1, [a]; ld.param.s8 %r1, [b]; ld.param.u8 %r2, [b]; ld.param.s8 %h1, [b];\n"
      "ld.param.u16 %r3, [c]; ld.param.s32 %rd2, [d]; ld.param.f32 %f1, [d];\n"
      "cvt.u32.u16 %r4, %h1;\n"
      "st.global.u32 [%rd1], %r1; st.global.u32 [%rd1+4], %r2; st.global.u32 [%rd1+8], %r4;\n"
      "st.global.u32 [%rd1+12], %r3; st.global.u64 [%rd1+16], %rd2; st.global.f32 [%rd1+24], %f1;\n"
      "ret;\n}\n");
  bench.zeros("out", 7).argument(std::int8_t{-2}).argument(std::uint16_t{0xfff0});
  bench.argument(std::int32_t{-3}).shape({1}, {1});
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  EXPECT_EQ(words_of(execution).all(),
            (std::vector<std::uint32_t>{0xfffffffeU, 0xfeU, 0xfffeU, 0xfff0U, 0xfffffffdU,
                                        0xffffffffU, 0xfffffffdU}));
}

// PTX ISA 9.4.1: a result fills a register that is wider than its type; as on an H200.
TEST(FastPaths, NarrowResultsInWideRegisters) {
  Bench bench(
      ".version 8.5\n.target sm_90\n.address_size 64\n"
      ".visible .entry k(.param .u64 a, .param .s32 b)\n{\n"
      ".reg .b64 %rd<4>; .reg .b32 %r<6>; .reg .f32 %f<2>;\n"
      "ld.param.u64 %rd1, [a]; ld.param.s32 %r1, [b]; cvt.rn.f32.s32 %f1, %r1;\n"
      "cvt.sat.s8.s32 %r2, %r1; cvt.rni.s8.f32 %r3, %f1; cvt.rzi.s16.f32 %r4, %f1;\n"
      "cvt.rni.u8.f32 %r5, %f1; cvt.s16.s32 %rd2, %r1;\n"
      "st.global.u32 [%rd1], %r2; st.global.u32 [%rd1+4], %r3; st.global.u32 [%rd1+8], %r4;\n"
      "st.global.u32 [%rd1+12], %r5; st.global.u64 [%rd1+16], %rd2;\n"
      "ret;\n}\n");
  bench.zeros("out", 6).argument(std::int32_t{-200}).shape({1}, {1});
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  EXPECT_EQ(words_of(execution).all(),
            (std::vector<std::uint32_t>{0xffffff80U, 0xffffff80U, 0xffffff38U, 0U, 0xffffff38U,
                                        0xffffffffU}));
}

}  // namespace
}  // namespace lanescope::machine::test
