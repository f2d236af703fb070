// Blocks on several cores: what is told is what blocks one after the other tell.

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "sim/machine/cores/footprint.hpp"
#include "sim/machine/device.hpp"
#include "sim/machine/machine.hpp"
#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

constexpr std::uint32_t kBlocks = 40, kThreads = 64;
constexpr engine::Cores kFour{4, 0};

// %r2: the thread's number in the grid, %rd2: the address of its word of `out`.
const std::string kPlace =
    "mov.u32 %r1, %ctaid.x;\nmov.u32 %r3, %tid.x;\nmad.lo.s32 %r2, %r1, 64, %r3;\n"
    "mul.wide.u32 %rd3, %r2, 4;\nadd.s64 %rd2, %rd1, %rd3;\n";
// Twenty rounds that only compute; %r4 is 20 times %r2.
const std::string kWork =
    "mov.u32 %r4, 0;\nmov.u32 %r5, 0;\nWORK:\nadd.u32 %r4, %r4, %r2;\nadd.u32 %r5, %r5, 1;\n"
    "setp.lt.u32 %p1, %r5, 20;\n@%p1 bra WORK;\n";

// Everything that a run tells, and how many of its blocks did not run in order.
struct Told {
  Outcome outcome = Outcome::Running;
  std::uint64_t steps = 0, side_by_side = 0;
  std::vector<std::string> hazards;
  std::string printed;
  std::vector<events::Counters> counters;
  std::vector<std::byte> memory;
};

std::string text_of(const events::Hazard& hazard) {
  std::string text = std::to_string(static_cast<int>(hazard.kind)) + " " +
                     std::to_string(static_cast<int>(hazard.severity)) + " " + hazard.message;
  for (const std::uint64_t number :
       {hazard.count, std::uint64_t{hazard.launch}, std::uint64_t{hazard.pc.value},
        std::uint64_t{hazard.other_pc.value}, hazard.machine_step.value,
        hazard.other_machine_step.value})
    text += " " + std::to_string(number);
  return text;
}

Told told_by(const Machine& machine) {
  Told told;
  told.outcome = machine.outcome;
  told.steps = machine.step;
  told.side_by_side = machine.blocks_side_by_side;
  for (const events::Hazard& hazard : machine.hazards) told.hazards.push_back(text_of(hazard));
  told.printed = machine.printed.text;
  for (const LaunchCounts& counts : machine.counts) {
    const std::vector<events::Counters> more = counts.summed();
    told.counters.insert(told.counters.end(), more.begin(), more.end());
  }
  return told;
}

Told run(const engine::Plan& plan, const ExecutionOptions& options) {
  Device device(plan.options, options);
  std::vector<Address> addresses;
  for (const engine::Buffer& buffer : plan.buffers) addresses.push_back(*device.allocate(buffer));
  for (const engine::Launch& launch : plan.launches) {
    const Result<void> done = device.launch(launch);
    EXPECT_TRUE(done) << done.error().text();
  }
  device.run();
  Told told = told_by(device.machine());
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    std::vector<std::byte> bytes(plan.buffers[i].bytes);
    EXPECT_TRUE(device.read(addresses[i], bytes));
    told.memory.insert(told.memory.end(), bytes.begin(), bytes.end());
  }
  return told;
}

void expect_same(const Told& one, const Told& other) {
  EXPECT_EQ(one.outcome, other.outcome);
  EXPECT_EQ(one.steps, other.steps);
  EXPECT_EQ(one.hazards, other.hazards);
  EXPECT_EQ(one.printed, other.printed);
  EXPECT_EQ(one.memory, other.memory);
  EXPECT_TRUE(one.counters == other.counters);
}

// On four cores as on one, whatever is recorded and in whatever order. Returns what the run tells
// with counters, hazards and blocks in their order.
Told on_four_cores(Bench& bench, int launches = 1) {
  Told plain;
  for (const bool hazards : {false, true})
    for (const Recording recording : {Recording::None, Recording::Counters})
      for (const auto order : {engine::Order::RoundRobin, engine::Order::Barrier})
        for (const std::uint64_t seed : {7U, 0U}) {
          SCOPED_TRACE(std::string(hazards ? "hazards" : "no hazards") + ", seed " +
                       std::to_string(seed));
          bench.options().order = order;
          bench.options().schedule_seed = seed;
          const auto plan = bench.make(launches);
          const Told one = run(*plan, {recording, {}, hazards});
          plain = run(*plan, {recording, {}, hazards, kFour});
          EXPECT_EQ(one.side_by_side, 0U);
          expect_same(one, plain);
        }
  return plain;
}

TEST(Cores, RunIndependentBlocks) {
  Bench bench(kernel_text(kPlace + kWork + "st.global.u32 [%rd2], %r4;\nret;"));
  bench.zeros("out", kBlocks * kThreads).shape({kBlocks}, {kThreads});
  const Told told = on_four_cores(bench);
  EXPECT_GT(told.side_by_side, kBlocks / 2);
  EXPECT_TRUE(told.hazards.empty());
  Words words(told.memory);
  for (std::uint32_t i = 0; i < words.size(); ++i) ASSERT_EQ(words[i], 20 * i);
}

// Each launch reads what the one before left: copies of memory don't outlive a launch.
TEST(Cores, RunOneLaunchBehindTheOther) {
  Bench bench(kernel_text(kPlace + "ld.global.u32 %r6, [%rd2];\n" + kWork +
                          "add.u32 %r6, %r6, %r4;\nst.global.u32 [%rd2], %r6;\nret;"));
  bench.zeros("out", kBlocks * kThreads).shape({kBlocks}, {kThreads});
  const Told told = on_four_cores(bench, 3);
  EXPECT_GT(told.side_by_side, 3 * kBlocks / 2);
  Words words(told.memory);
  for (std::uint32_t i = 0; i < words.size(); ++i) ASSERT_EQ(words[i], 60 * i);
}

// Each block reads a word of the block before.
TEST(Cores, SeeWhatEarlierBlocksWrote) {
  Bench bench(kernel_text(kPlace + kWork +
                          "ld.global.u32 %r6, [%rd2];\nadd.u32 %r6, %r6, %r1;\n"
                          "add.u32 %r6, %r6, 1;\nst.global.u32 [%rd2+256], %r6;\nret;"));
  bench.zeros("out", (kBlocks + 1) * kThreads).shape({kBlocks}, {kThreads});
  const Told told = on_four_cores(bench);
  EXPECT_FALSE(told.hazards.empty());
  EXPECT_EQ(Words(told.memory)[kBlocks * kThreads], kBlocks * (kBlocks + 1) / 2);
}

// Nothing but the last block meets another one: all has to be taken back.
TEST(Cores, TellARaceOfTheLastBlock) {
  Bench bench(kernel_text(kPlace + kWork +
                          "st.global.u32 [%rd2], %r4;\nsetp.ne.u32 %p2, %r1, 39;\n"
                          "@%p2 bra DONE;\nld.global.u32 %r6, [%rd1+4];\n"
                          "st.global.u32 [%rd2], %r6;\nDONE:\nret;"));
  bench.zeros("out", kBlocks * kThreads).shape({kBlocks}, {kThreads});
  const Told told = on_four_cores(bench);
  ASSERT_EQ(told.hazards.size(), 1U);
  EXPECT_EQ(told.side_by_side, 0U);
  EXPECT_EQ(Words(told.memory)[kBlocks * kThreads - 1], 20U);
}

TEST(Cores, LetTheLastOfAllWritersWin) {
  Bench bench(kernel_text(kPlace + kWork + "st.global.u32 [%rd1], %r1;\nret;"));
  bench.zeros("out", 1).shape({kBlocks}, {kThreads});
  EXPECT_EQ(Words(on_four_cores(bench).memory)[0], kBlocks - 1);
}

// Four blocks share each word.
TEST(Cores, KeepBytesOfOneWordApart) {
  Bench bench(kernel_text(kPlace + kWork +
                          "cvt.u64.u32 %rd4, %r1;\nadd.s64 %rd5, %rd1, %rd4;\n"
                          "st.global.u8 [%rd5], %r1;\nret;"));
  bench.zeros("out", kBlocks / 4).shape({kBlocks}, {32});
  const Told told = on_four_cores(bench);
  for (std::size_t i = 0; i < kBlocks; ++i) EXPECT_EQ(told.memory[i], static_cast<std::byte>(i));
}

TEST(Cores, LeaveAtomicsInOrder) {
  Bench bench(kernel_text(kPlace + kWork +
                          "atom.global.add.u32 %r6, [%rd1], 1;\n"
                          "st.global.u32 [%rd2+4], %r6;\nret;"));
  bench.zeros("out", kBlocks * kThreads + 1).shape({kBlocks}, {kThreads});
  const Told told = on_four_cores(bench);
  Words words(told.memory);
  EXPECT_EQ(words[0], kBlocks * kThreads);
  for (std::uint32_t i = 0; i < kBlocks * kThreads; ++i) ASSERT_EQ(words[i + 1], i);
}

// Only late blocks do what needs their order.
TEST(Cores, LeaveClocksInOrder) {
  Bench bench(kernel_text(kPlace + kWork +
                          "setp.lt.u32 %p2, %r1, 30;\n@%p2 bra DONE;\nmov.u64 %rd6, %clock64;\n"
                          "cvt.u32.u64 %r4, %rd6;\nDONE:\nst.global.u32 [%rd2], %r4;\nret;"));
  bench.zeros("out", kBlocks * kThreads).shape({kBlocks}, {kThreads});
  on_four_cores(bench);
}

TEST(Cores, TellTheFirstFault) {
  Bench bench(kernel_text(kPlace + kWork +
                          "setp.lt.u32 %p2, %r1, 30;\n@%p2 bra GOOD;\n"
                          "st.global.u32 [%rd2+8192], %r4;\nGOOD:\n"
                          "st.global.u32 [%rd2], %r4;\nret;"));
  bench.zeros("out", kBlocks * kThreads).shape({kBlocks}, {kThreads});
  const Told told = on_four_cores(bench);
  EXPECT_EQ(told.outcome, Outcome::Fault);
  EXPECT_NE(told.hazards.at(0).find("block (30,0,0)"), std::string::npos) << told.hazards[0];
}

TEST(Cores, StopAtTheStepLimit) {
  Bench bench(kernel_text(kPlace + kWork + "st.global.u32 [%rd2], %r4;\nret;"));
  bench.zeros("out", kBlocks * kThreads).shape({kBlocks}, {kThreads});
  const Told all = on_four_cores(bench);
  for (const std::uint64_t most : {all.steps / 2, all.steps - 1, all.steps, all.steps + 1}) {
    SCOPED_TRACE(most);
    bench.options().max_steps = most;
    const Told told = on_four_cores(bench);
    EXPECT_EQ(told.outcome, most < all.steps ? Outcome::StepLimit : Outcome::Finished);
    EXPECT_EQ(told.steps, std::min(most, all.steps));
  }
}

// A block waits for a flag that a later block sets.
TEST(Cores, LetBlocksWaitForEachOther) {
  Bench bench(kernel_text(kPlace + kWork +
                          "setp.ne.u32 %p2, %r1, 20;\n@%p2 bra SET;\nWAIT:\n"
                          "ld.volatile.global.u32 %r6, [%rd1+156];\nsetp.eq.u32 %p3, %r6, 0;\n"
                          "@%p3 bra WAIT;\nSET:\nmul.wide.u32 %rd4, %r1, 4;\n"
                          "add.s64 %rd5, %rd1, %rd4;\nst.volatile.global.u32 [%rd5], 1;\nret;"));
  bench.zeros("out", kBlocks).shape({kBlocks}, {kThreads});
  EXPECT_EQ(on_four_cores(bench).outcome, Outcome::Finished);
}

// Half of the words are written: what the second launch reads of the others is undefined.
TEST(Cores, KnowWhatWasNeverWritten) {
  Bench bench(kernel_text(kPlace + kWork +
                          "ld.global.u32 %r6, [%rd2];\nsetp.lt.u32 %p2, %r1, 20;\n"
                          "@%p2 bra DONE;\nsetp.gt.u32 %p3, %r6, 5;\n@%p3 bra DONE;\n"
                          "st.global.u32 [%rd2], %r4;\nDONE:\nret;"));
  bench.zeros("out", kBlocks * kThreads).shape({kBlocks}, {kThreads});
  bench.plan().buffers[0].initial = nullptr;
  bench.plan().buffers[0].undefined = true;
  EXPECT_FALSE(on_four_cores(bench, 2).hazards.empty());
}

TEST(Cores, DefineWhatTheyWrite) {
  Bench bench(kernel_text(kPlace + kWork +
                          "ld.global.u32 %r6, [%rd1+16384];\nsetp.eq.u32 %p2, %r1, 45;\n"
                          "st.global.u32 [%rd2], %r4;\n@!%p2 bra DONE;\n"
                          "st.global.u32 [%rd2+4], %r6;\nDONE:\nret;"));
  bench.zeros("out", 5000).shape({kBlocks}, {kThreads});
  bench.plan().buffers[0].initial = nullptr;
  bench.plan().buffers[0].undefined = true;
  const Told told = on_four_cores(bench, 2);
  EXPECT_GT(told.side_by_side, kBlocks / 2);
  EXPECT_TRUE(told.hazards.empty());
}

// A run that stops on the way, and one that goes on to exact steps, tell no more and no less.
TEST(Cores, StopWhereTheyAreAsked) {
  for (const bool hazards : {false, true}) {
    Bench bench(kernel_text(kPlace + kWork + "st.global.u32 [%rd2], %r4;\nret;"));
    bench.zeros("out", kBlocks * kThreads).shape({kBlocks}, {kThreads});
    const auto plan = bench.make();
    Execution straight(plan, {Recording::Counters, {}, hazards});
    straight.run();
    const std::uint64_t all = straight.machine_step().value;
    Execution parts(plan, {Recording::Counters, {}, hazards, kFour});
    EXPECT_EQ(parts.run_about(all / 4), Outcome::Running);
    EXPECT_GE(parts.machine_step().value, all / 4);
    EXPECT_TRUE(parts.resident_blocks().empty());
    const auto snapshot = parts.snapshot();
    const std::uint64_t kept = parts.machine_step().value;
    parts.run_to(MachineStep{kept + 3});
    EXPECT_EQ(parts.machine_step().value, kept + 3);
    EXPECT_EQ(parts.resident_blocks().size(), 1U);
    EXPECT_EQ(parts.run(), Outcome::Finished);
    EXPECT_EQ(parts.machine_step(), straight.machine_step());
    EXPECT_EQ(parts.counters(0), straight.counters(0));
    EXPECT_EQ(words_of(parts).all(), words_of(straight).all());
    parts.restore(*snapshot);
    EXPECT_EQ(parts.machine_step().value, kept);
    EXPECT_EQ(parts.run(), Outcome::Finished);
    EXPECT_EQ(words_of(parts).all(), words_of(straight).all());
  }
}

TEST(Cores, LeaveShortLaunchesAndRecordedOnesInOrder) {
  Bench bench(kernel_text(kPlace + kWork + "st.global.u32 [%rd2], %r4;\nret;"));
  bench.zeros("out", kBlocks * kThreads).shape({kBlocks}, {kThreads});
  const auto plan = bench.make();
  const Told told = run(*plan, {Recording::Counters, {}, false, kFour});
  EXPECT_GT(told.side_by_side, 0U);
  EXPECT_EQ(run(*plan, {Recording::Counters, {}, false, {4, told.steps}}).side_by_side, 0U);
  EXPECT_EQ(run(*plan, {Recording::Counters, {}, false, {1, 0}}).side_by_side, 0U);
  EXPECT_EQ(run(*plan, {Recording::Full, {}, false, kFour}).side_by_side, 0U);
}

// Copying a page costs some hundred warp instructions.
TEST(Cores, LeaveWhatHardlyDoesMoreThanTouchMemoryInOrder) {
  std::string much = kWork;
  much.replace(much.find("%r5, 20;"), 8, "%r5, 2000;");
  for (const bool works : {false, true}) {
    Bench bench(kernel_text(kPlace + (works ? much : "mov.u32 %r4, 1;\n") +
                            "st.global.u32 [%rd2], %r4;\nret;"));
    bench.zeros("out", kBlocks * kThreads).shape({kBlocks}, {kThreads});
    const Told told = run(*bench.make(), {Recording::Counters, {}, false, {4, 1}});
    EXPECT_EQ(told.side_by_side > 0, works);
  }
}

class FootprintOfLanes : public testing::Test {
 protected:
  Footprint touched(std::vector<std::uint64_t> offsets, std::uint64_t bytes, bool writes,
                    bool consecutive = false) {
    for (std::uint64_t& offset : offsets) offset += engine::kGlobalBase;
    Footprint footprint(4);
    const LaneMask lanes = (LaneMask{1} << offsets.size()) - 1;
    footprint.touch({offsets.data(), lanes, bytes, consecutive, writes});
    return footprint;
  }
};

TEST_F(FootprintOfLanes, TellsWordsApart) {
  const Footprint writer = touched({4096, 4100}, 4, true);
  EXPECT_TRUE(touched({4100}, 4, false).reads_of(writer));
  EXPECT_FALSE(touched({4104}, 4, false).reads_of(writer));
  EXPECT_FALSE(touched({4092}, 4, false).reads_of(writer));
  EXPECT_TRUE(touched({4088}, 16, false).meets(touched({4092}, 4, true)));
  EXPECT_FALSE(touched({4100}, 4, true).reads_of(writer));
  EXPECT_TRUE(touched({4100}, 4, true).meets(writer));
  EXPECT_TRUE(touched({4100}, 4, true).meets(touched({4100}, 4, false)));
  EXPECT_FALSE(touched({4100}, 4, false).meets(touched({4100}, 4, false)));
}

TEST_F(FootprintOfLanes, TakesPartsOfAWordAsRead) {
  EXPECT_TRUE(touched({9}, 1, true).reads_of(touched({8}, 1, true)));
  EXPECT_FALSE(touched({9}, 1, true).reads_of(touched({12}, 1, true)));
  EXPECT_TRUE(touched({8, 10, 12}, 2, true, true).reads_of(touched({14}, 2, true)));
  EXPECT_FALSE(touched({8, 10}, 2, true, true).reads_of(touched({8}, 4, true)));
}

TEST_F(FootprintOfLanes, ReachesFromPageToPage) {
  const Footprint across = touched({4088, 4092, 4096, 4100}, 4, true, true);
  ASSERT_EQ(across.pages().size(), 2U);
  EXPECT_EQ(across.pages()[0].written.back(), std::uint64_t{3} << 62U);
  EXPECT_EQ(across.pages()[1].written.front(), 3U);
  Footprint all = touched({0}, 8, true);
  all.add(across);
  EXPECT_EQ(all.pages().size(), 2U);
  EXPECT_TRUE(touched({4}, 4, false).reads_of(all));
  EXPECT_TRUE(touched({4100}, 4, false).reads_of(all));
  all.clear();
  EXPECT_FALSE(touched({4}, 4, false).reads_of(all));
}

}  // namespace
}  // namespace lanescope::machine::test
