// Sorting networks found in recorded runs of small kernels: held against the networks that the
// kernels' texts spell out, and against a sort of the same numbers.
#include "sim/analysis/comparators.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "sim/trace/recorder.hpp"
#include "tests/sim/replay/kernels.hpp"

namespace lanescope::analysis {
namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Network found_in(const std::string& body, Dim3 block, const std::string& before = "",
                 Dim3 grid = {1, 1, 1}, int launches = 1, std::uint32_t recorded = 1000) {
  const replay::test::Case c{"", replay::test::kernel(body, before), grid, block, launches};
  const auto plan = replay::test::plan_of(c, engine::Order::RoundRobin, engine::Policy::Its);
  trace::Recorder recorder({BlockIndex{0}, recorded, 1U << 30U});
  machine::Execution execution(plan, {engine::Recording::Full, {&recorder}});
  EXPECT_EQ(execution.run(), engine::Outcome::Finished) << execution.unsupported();
  return network_of(plan, recorder.finish({}, execution.machine_step().value));
}

Pairs pairs(const Network& network, std::size_t column) {
  Pairs out;
  const NetworkColumn& at = network.columns[column];
  for (std::uint32_t c = at.begin; c < at.end; ++c)
    out.emplace(network.comparators[c].first, network.comparators[c].second);
  return out;
}
std::vector<std::uint64_t> values(const Network& network, Tick now) {
  std::vector<std::uint64_t> out;
  for (std::uint32_t i = 0; i < network.initial.size(); ++i) out.push_back(network.value(i, now));
  return out;
}

// A thread puts in[%r9] and in[%r9 + 1] into order, if %r9 is below 15: by a swap, as one writes it
// for a single processor.
std::string swap_neighbours(int number) {
  const std::string n = std::to_string(number);
  return "setp.ge.u32 %p1, %r9, 15;\n@%p1 bra NEXT" + n +
         ";\nmul.wide.u32 %rd6, %r9, 4;\nadd.s64 %rd7, %rd2, %rd6;\n"
         "ld.global.u32 %r10, [%rd7];\nld.global.u32 %r11, [%rd7+4];\n"
         "setp.le.u32 %p2, %r10, %r11;\n@%p2 bra NEXT" +
         n + ";\nst.global.u32 [%rd7], %r11;\nst.global.u32 [%rd7+4], %r10;\nNEXT" + n +
         ":\nbar.sync 0;\n";
}

// Odd-even transposition: 16 columns for 16 elements, of pairs that begin at even and odd places by
// turns. A thread that has nothing to swap writes nothing.
TEST(Comparators, OfAnOddEvenTranspositionSort) {
  std::string body;
  for (int column = 0; column < 16; ++column)
    body += "shl.b32 %r9, %r1, 1;\nadd.u32 %r9, %r9, " + std::to_string(column % 2) + ";\n" +
            swap_neighbours(column);
  const Network network = found_in(body, {16, 1, 1});
  ASSERT_EQ(network.columns.size(), 16U);
  EXPECT_EQ(network.stages, 1U) << "the distance never grows";
  for (std::size_t column = 0; column < 16; ++column) {
    Pairs wanted;
    for (std::uint32_t i = column % 2; i + 1 < 16; i += 2) wanted.emplace(i, i + 1);
    EXPECT_EQ(pairs(network, column), wanted) << column;
  }
  EXPECT_EQ(network.comparators.size(), 8U * 8 + 8U * 7);
  std::vector<std::uint64_t> sorted = network.initial;
  EXPECT_EQ(values(network, Tick{0}), sorted);
  std::ranges::sort(sorted);
  EXPECT_EQ(values(network, Tick{~0ULL}), sorted);
  for (const Comparator& one : network.comparators) {
    EXPECT_EQ(one.after, (std::array{std::min(one.before[0], one.before[1]),
                                     std::max(one.before[0], one.before[1])}));
    EXPECT_EQ(one.threads[0], one.first / 2);
    EXPECT_TRUE(one.split) << "half of the lanes leave";
    EXPECT_LT(one.met, one.done);
  }
}

// Lanes that hold an element each and swap by shuffles whose distance is in a register: a merge of
// Batcher's bitonic kind over 32 lanes, the larger one to the right.
TEST(Comparators, OfShuffles) {
  std::string body = "ld.global.u32 %r5, [%rd4];\nmov.u32 %r7, 16;\n";
  for (int column = 0; column < 5; ++column)
    body += R"(
shfl.sync.bfly.b32 %r6, %r5, %r7, 31, 0xffffffff;
and.b32 %r8, %r1, %r7;
setp.eq.u32 %p1, %r8, 0;
min.u32 %r9, %r5, %r6;
max.u32 %r10, %r5, %r6;
selp.b32 %r5, %r9, %r10, %p1;
shr.u32 %r7, %r7, 1;
)";
  const Network network = found_in(body + "st.global.u32 [%rd4], %r5;\n", {32, 1, 1});
  ASSERT_EQ(network.columns.size(), 5U);
  for (std::size_t column = 0; column < 5; ++column) {
    const std::uint32_t distance = 16U >> column;
    Pairs wanted;
    for (std::uint32_t i = 0; i < 32; ++i)
      if ((i & distance) == 0) wanted.emplace(i, i + distance);
    EXPECT_EQ(pairs(network, column), wanted) << column;
    EXPECT_EQ(network.columns[column].farthest, distance);
    EXPECT_EQ(network.columns[column].split, 0U) << "both lanes of each pair compare";
  }
  for (const Comparator& one : network.comparators) {
    EXPECT_EQ(one.threads, (std::array{one.first, one.second}));
    EXPECT_LE(one.after[0], one.after[1]);
  }
  EXPECT_EQ(network.value(3, Tick{0}), network.initial[3]);
}

// Batcher's odd-even merge of two sorted halves: columns of different numbers of pairs.
TEST(Comparators, OfAnOddEvenMerge) {
  std::string body;
  for (const std::uint32_t distance : {4U, 2U, 1U}) {
    const std::string d = std::to_string(distance);
    // Behind the first column, pairs begin at odd multiples of the distance.
    body += "div.u32 %r9, %r1, " + d + ";\nand.b32 %r10, %r9, 1;\nsetp.ne.u32 %p1, %r10, " +
            (distance == 4 ? "0" : "1") + ";\n@%p1 bra N" + d + ";\nadd.u32 %r11, %r1, " + d +
            ";\nsetp.ge.u32 %p2, %r11, 8;\n@%p2 bra N" + d +
            ";\nld.global.u32 %r12, [%rd4];\nld.global.u32 %r13, [%rd4+" +
            std::to_string(distance * 4) +
            "];\nmin.u32 %r14, %r12, %r13;\nmax.u32 %r15, %r12, %r13;\n"
            "st.global.u32 [%rd4], %r14;\nst.global.u32 [%rd4+" +
            std::to_string(distance * 4) + "], %r15;\nN" + d + ":\nbar.sync 0;\n";
  }
  const Network network = found_in(body, {8, 1, 1});
  ASSERT_EQ(network.columns.size(), 3U);
  EXPECT_EQ(pairs(network, 0), (Pairs{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
  EXPECT_EQ(pairs(network, 1), (Pairs{{2, 4}, {3, 5}}));
  EXPECT_EQ(pairs(network, 2), (Pairs{{1, 2}, {3, 4}, {5, 6}}));
}

// Launches are columns of their own, and blocks of one launch stand in the same.
TEST(Comparators, OverLaunchesAndBlocks) {
  const std::string body = R"(
and.b32 %r6, %r4, 1;
setp.ne.u32 %p1, %r6, 0;
@%p1 bra DONE;
ld.global.v2.u32 {%r7, %r8}, [%rd4];
min.u32 %r9, %r7, %r8;
max.u32 %r10, %r7, %r8;
st.global.v2.u32 [%rd4], {%r10, %r9};
DONE:
)";
  const Network network = found_in(body, {32, 1, 1}, "", {3, 1, 1}, 2);
  ASSERT_EQ(network.columns.size(), 2U);
  EXPECT_EQ(pairs(network, 0).size(), 48U);
  EXPECT_EQ(network.columns[1].launch, 1U);
  for (const Comparator& one : network.comparators) {
    EXPECT_GE(one.after[0], one.after[1]) << "the larger one goes first";
    EXPECT_EQ(one.block.value, one.first / 32);
  }
}

// Block 1, which is not recorded, turns the pairs of block 0 around between its two launches: what
// came of them is what was stored, not what is found next.
TEST(Comparators, OfRecordedBlocksAlone) {
  const std::string body = R"(
shl.b32 %r6, %r1, 3;
cvt.u64.u32 %rd6, %r6;
add.s64 %rd7, %rd2, %rd6;
ld.global.v2.u32 {%r7, %r8}, [%rd7];
min.u32 %r9, %r7, %r8;
max.u32 %r10, %r7, %r8;
setp.eq.u32 %p1, %r3, 0;
selp.b32 %r11, %r9, %r10, %p1;
selp.b32 %r12, %r10, %r9, %p1;
st.global.v2.u32 [%rd7], {%r11, %r12};
)";
  const Network network = found_in(body, {32, 1, 1}, "", {2, 1, 1}, 2, 1);
  ASSERT_EQ(network.columns.size(), 2U);
  for (std::size_t column = 0; column < 2; ++column) EXPECT_EQ(pairs(network, column).size(), 32U);
  for (const Comparator& one : network.comparators) {
    EXPECT_LE(one.after[0], one.after[1]);
    if (one.column == 1) {
      EXPECT_GE(one.before[0], one.before[1]);
    }
  }
}

// What is no network: sums of pairs, the larger of each pair alone, a sum of three, moved elements.
TEST(Comparators, AreNotSeenInOtherKernels) {
  const std::string pair = R"(
ld.global.u32 %r5, [%rd4];
xor.b32 %r6, %r4, 16;
mul.wide.u32 %rd6, %r6, 4;
add.s64 %rd7, %rd2, %rd6;
)";
  const std::string others[] = {
      "setp.ge.u32 %p1, %r1, 16;\n@%p1 bra DONE;\n" + pair +
          "ld.global.u32 %r7, [%rd7];\nadd.u32 %r8, %r5, %r7;\nst.global.u32 [%rd4], %r8;\nDONE:\n",
      "setp.ge.u32 %p1, %r1, 16;\n@%p1 bra DONE;\n" + pair +
          "ld.global.u32 %r7, [%rd7];\nmax.u32 %r8, %r5, %r7;\nst.global.u32 [%rd4], %r8;\nDONE:\n",
      "setp.ge.u32 %p1, %r1, 14;\n@%p1 bra DONE;\n" + pair +
          "ld.global.u32 %r7, [%rd7];\nld.global.u32 %r8, [%rd7+4];\nadd.u32 %r9, %r5, %r7;\n"
          "add.u32 %r9, %r9, %r8;\nst.global.u32 [%rd4], %r9;\nDONE:\n",
      pair + "bar.sync 0;\nst.global.u32 [%rd7], %r5;\n", "st.global.u32 [%rd5], %r1;\n"};
  for (const std::string& body : others)
    EXPECT_TRUE(found_in(body, {32, 1, 1}).columns.empty()) << body;
  for (const replay::test::Case& c : replay::test::cases()) {
    const auto plan = replay::test::plan_of(c, engine::Order::RoundRobin, engine::Policy::Its);
    trace::Recorder recorder({BlockIndex{0}, 1000, 1U << 30U});
    machine::Execution execution(plan, {engine::Recording::Full, {&recorder}});
    execution.run();
    const auto trace = recorder.finish({}, execution.machine_step().value);
    EXPECT_TRUE(network_of(plan, trace).columns.empty()) << c.name;
  }
}

}  // namespace
}  // namespace lanescope::analysis
