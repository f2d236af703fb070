// What was told comes back, tick by tick, and takes at most 16 bytes a warp instruction, though no
// two addresses are alike.
#include "sim/trace/trace.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "tests/sim/trace/synthetic.hpp"

namespace lanescope::trace {
namespace {

using synthetic::Options;
using synthetic::Told;

void expect_step(const Step& a, const Step& b) {
  EXPECT_EQ(a.tick, b.tick);
  EXPECT_EQ(a.machine_step, b.machine_step);
  EXPECT_EQ(a.launch, b.launch);
  EXPECT_EQ(a.block, b.block);
  EXPECT_EQ(a.warp, b.warp);
  EXPECT_EQ(a.pc, b.pc);
  EXPECT_EQ(a.active, b.active);
  EXPECT_EQ(a.executed, b.executed);
}

void expect_access(const Access& a, const Access& b) {
  EXPECT_EQ(a.space, b.space);
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.bytes, b.bytes);
  EXPECT_EQ(a.rule, b.rule);
  EXPECT_EQ(a.fetchers, b.fetchers);
  ASSERT_EQ(a.lanes, b.lanes);
  for (std::size_t lane = 0; lane < kMaxWarpSize; ++lane) {
    if ((a.lanes >> lane & 1U) == 0) continue;
    ASSERT_EQ(a.addresses.at(lane), b.addresses.at(lane)) << lane;
  }
}

void expect_told(const Trace& trace, const Told& told) {
  ASSERT_EQ(trace.tick_count(), told.steps.size());
  for (std::size_t i = 0; i < told.steps.size(); ++i) {
    const Tick tick{i};
    expect_step(trace.step(tick), told.steps[i]);
    const auto accesses = trace.accesses(tick);
    ASSERT_EQ(accesses.size(), told.accesses[i].size()) << i;
    for (std::size_t k = 0; k < accesses.size(); ++k)
      expect_access(accesses[k], told.accesses[i][k]);
    const auto branch = trace.branch(tick);
    ASSERT_EQ(branch.has_value(), told.branches[i].has_value());
    if (branch) {
      EXPECT_EQ(branch->taken, told.branches[i]->taken);
      EXPECT_EQ(branch->not_taken, told.branches[i]->not_taken);
      EXPECT_EQ(branch->divergent, told.branches[i]->divergent);
    }
    ASSERT_FALSE(::testing::Test::HasFailure()) << "tick " << i;
  }
}

TEST(Trace, GivesBackWhatWasTold) {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    Options options;
    options.seed = seed;
    options.launches = 1 + seed % 3;
    options.round_robin = seed % 2 == 0;
    options.resident_blocks = 1 + seed % 4;
    Told told;
    const auto trace = synthetic::record(options, &told);
    expect_told(*trace, told);
  }
}

TEST(Trace, AnyTickInAnyOrder) {
  Told told;
  const auto trace = synthetic::record({}, &told);
  std::mt19937_64 random(7);
  for (int i = 0; i < 1000; ++i) {
    const std::size_t tick = random() % told.steps.size();
    expect_step(trace->step(Tick{tick}), told.steps[tick]);
  }
}

TEST(Trace, WindowRecordsItsBlocksOnly) {
  Options options;
  options.resident_blocks = 3;
  options.grid = {7, 1, 1};
  Recorder recorder({BlockIndex{2}, 3, 1U << 30U});
  const Told told = synthetic::run(options, recorder);
  const auto trace = recorder.finish({}, told.machine_steps);
  expect_told(*trace, told);
  ASSERT_EQ(trace->blocks(0).size(), 3U);
  EXPECT_EQ(trace->blocks(0)[0], BlockIndex{2});
  EXPECT_EQ(trace->blocks(0)[2], BlockIndex{4});
  EXPECT_EQ(trace->machine_step(Tick{trace->tick_count()}), MachineStep{told.machine_steps});
  for (const Step& step : told.steps)
    EXPECT_EQ(trace->tick_at_or_after(step.machine_step), step.tick);
  EXPECT_EQ(trace->tick_at_or_after(MachineStep{0}), Tick{0});
  EXPECT_EQ(trace->tick_at_or_after(MachineStep{told.machine_steps}), Tick{trace->tick_count()});
}

// "clamped to the grid, so that a launch of fewer blocks records its last ones"
TEST(Trace, WindowIsClampedToTheGrid) {
  Recorder recorder({BlockIndex{10}, 2, 100});
  recorder.on(events::LaunchBegin{0, {4, 1, 1}, {32, 1, 1}, 32});
  EXPECT_FALSE(recorder.wants(0, BlockIndex{1}));
  EXPECT_TRUE(recorder.wants(0, BlockIndex{2}));
  EXPECT_TRUE(recorder.wants(0, BlockIndex{3}));
  recorder.on(events::LaunchBegin{1, {1, 1, 1}, {32, 1, 1}, 32});
  EXPECT_TRUE(recorder.wants(1, BlockIndex{0}));
  recorder.on(events::LaunchBegin{2, {100, 1, 1}, {32, 1, 1}, 32});
  EXPECT_FALSE(recorder.wants(2, BlockIndex{9}));
  EXPECT_TRUE(recorder.wants(2, BlockIndex{11}));
  EXPECT_FALSE(recorder.wants(2, BlockIndex{12}));
}

TEST(Trace, StopsAtMaxTicks) {
  Recorder recorder({BlockIndex{0}, 4, 777});
  const Told told = synthetic::run({}, recorder);
  const auto trace = recorder.finish({}, told.machine_steps);
  EXPECT_EQ(trace->tick_count(), 777U);
  EXPECT_EQ(told.steps.size(), 777U);  // not wanted from then on
  for (const Mark& mark : trace->marks()) EXPECT_LE(mark.tick.value, 777U);
}

TEST(Trace, StepsOfAWarp) {
  Told told;
  const auto trace = synthetic::record({}, &told);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Tick>> expected;
  for (const Step& step : told.steps)
    expected[{step.block.value, step.warp.value}].push_back(step.tick);
  for (const auto& [key, ticks] : expected) {
    const auto steps = trace->steps_of(0, BlockIndex{key.first}, WarpIndex{key.second});
    EXPECT_TRUE(std::equal(steps.begin(), steps.end(), ticks.begin(), ticks.end()));
  }
  EXPECT_TRUE(trace->steps_of(0, BlockIndex{99}, WarpIndex{0}).empty());
  EXPECT_TRUE(trace->steps_of(3, BlockIndex{0}, WarpIndex{0}).empty());
}

TEST(Trace, PhasesAreBarrierIntervals) {
  Options options;
  options.resident_blocks = 2;
  Told told;
  const auto trace = synthetic::record(options, &told);
  auto expected = told.phases;
  std::sort(expected.begin(), expected.end(), [](const Phase& a, const Phase& b) {
    return std::tuple(a.launch, a.block, a.number) < std::tuple(b.launch, b.block, b.number);
  });
  ASSERT_EQ(trace->phases().size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(trace->phases()[i].block, expected[i].block);
    EXPECT_EQ(trace->phases()[i].number, expected[i].number);
    EXPECT_EQ(trace->phases()[i].first, expected[i].first);
    EXPECT_EQ(trace->phases()[i].last, expected[i].last);
  }
}

TEST(Trace, AtMostSixteenBytesAWarpInstruction) {
  for (bool round_robin : {true, false}) {
    Options options;
    options.grid = {16, 1, 1};
    options.phases = 100;
    options.round_robin = round_robin;
    const auto trace = synthetic::record(options);
    const double per_step =
        static_cast<double>(trace->bytes()) / static_cast<double>(trace->tick_count());
    EXPECT_LE(per_step, 16.0) << "round robin " << round_robin;
    RecordProperty(round_robin ? "round_robin" : "barrier", std::to_string(per_step));
  }
}

TEST(Trace, SameRunSameDigest) {
  Options options;
  EXPECT_EQ(synthetic::record(options)->digest(), synthetic::record(options)->digest());
  Options other = options;
  other.seed = 2;
  EXPECT_NE(synthetic::record(options)->digest(), synthetic::record(other)->digest());
}

TEST(Trace, EmptyRun) {
  Recorder recorder({});
  const auto trace = recorder.finish({}, 0);
  EXPECT_EQ(trace->tick_count(), 0U);
  EXPECT_TRUE(trace->launches().empty());
  EXPECT_TRUE(trace->accesses(Tick{0}).empty());
  EXPECT_FALSE(trace->branch(Tick{0}).has_value());
  EXPECT_EQ(trace->machine_step(Tick{0}), MachineStep{0});
  EXPECT_EQ(trace->tick_at_or_after(MachineStep{5}), Tick{0});
}

TEST(Trace, CountersAddUp) {
  Recorder recorder({});
  events::Counters one;
  one.warp_instructions = 3;
  one.shared_load.wavefronts = 5;
  const auto trace = recorder.finish({{one, one}, {one}}, 9);
  EXPECT_EQ(trace->counters(0).warp_instructions, 6U);
  EXPECT_EQ(trace->counters(1).shared_load.wavefronts, 5U);
  EXPECT_EQ(trace->counters().warp_instructions, 9U);
  EXPECT_EQ(trace->counters_by_pc(0).size(), 2U);
  EXPECT_TRUE(trace->counters_by_pc(7).empty());
}

}  // namespace
}  // namespace lanescope::trace
