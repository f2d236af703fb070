// Properties of whole runs: the state at any tick is the state of a fresh run to that tick; equal
// runs give equal bytes; watching a run does not change it; masks part at branches and meet again.
#include "sim/replay/replay.hpp"

#include <bit>
#include <random>

#include <gtest/gtest.h>

#include "sim/base/hash.hpp"
#include "sim/events/count_access.hpp"
#include "sim/trace/reader.hpp"
#include "sim/trace/recorder.hpp"
#include "sim/trace/writer.hpp"
#include "tests/sim/replay/kernels.hpp"

namespace lanescope::replay {
namespace {

using engine::Order;
using engine::Outcome;
using engine::Plan;
using engine::Policy;
using engine::Recording;
using machine::Execution;

struct Recorded {
  std::shared_ptr<const Plan> plan;
  std::shared_ptr<const trace::Trace> trace;
  std::vector<std::byte> out;
};

std::vector<std::byte> copy(std::span<const std::byte> bytes) {
  return {bytes.begin(), bytes.end()};
}

Recorded record(std::shared_ptr<const Plan> plan,
                trace::Window window = {BlockIndex{0}, 1000, 1U << 30U}) {
  trace::Recorder recorder(window);
  Execution execution(plan, {Recording::Full, {&recorder}});
  EXPECT_EQ(execution.run(), Outcome::Finished) << execution.unsupported();
  std::vector<std::vector<events::Counters>> counters;
  for (std::uint32_t launch = 0; launch < plan->launches.size(); ++launch) {
    const auto by_pc = execution.counters_by_pc(launch);
    counters.emplace_back(by_pc.begin(), by_pc.end());
  }
  auto trace = recorder.finish(std::move(counters), execution.machine_step().value);
  return {std::move(plan), std::move(trace), copy(execution.buffer(0))};
}

// Everything a view may read of a machine, as text that says where two differ.
std::string described(const engine::Execution& e) {
  std::string text =
      "launch " + std::to_string(e.launch()) + " step " + std::to_string(e.machine_step().value);
  const auto add = [&](std::string_view what, std::span<const std::byte> bytes) {
    text += "\n" + std::string(what) + " " + std::to_string(fnv1a64(bytes));
  };
  for (std::size_t b = 0; b < e.plan().buffers.size(); ++b) add("buffer", e.buffer(b));
  const engine::Launch& launch = e.plan().launches.at(e.launch());
  for (BlockIndex block : e.resident_blocks()) {
    add("shared of block " + std::to_string(block.value), e.shared_memory(block));
    for (std::uint32_t w = 0; w < (launch.block.count() + 31) / 32; ++w) {
      const auto state = e.warp(block, WarpIndex{w});
      if (!state) continue;
      text += "\nwarp " + std::to_string(w) + " exited " + std::to_string(state->exited);
      for (const engine::Group& g : state->groups) {
        text += " group " + std::to_string(g.pc.value) + "/" + std::to_string(g.lanes) + "/" +
                std::to_string(static_cast<int>(g.status));
      }
      for (const engine::JoinPoint& j : state->joins) {
        text += " join " + std::to_string(j.pc.value) + "/" + std::to_string(j.lanes);
      }
      for (std::uint32_t r = 0; r < launch.program->registers().size(); ++r) {
        for (std::uint64_t value : e.register_values(block, WarpIndex{w}, r))
          text += " " + std::to_string(value);
      }
    }
    for (std::uint32_t t = 0; t < launch.block.count(); t += 7)
      add("local", e.local_memory(block, t));
  }
  return text;
}

std::string fresh(const Recorded& run, Tick tick) {
  Execution execution(run.plan, {Recording::None});
  execution.run_to(run.trace->machine_step(tick));
  execution.settle();
  return described(execution);
}

class WholeRuns : public ::testing::TestWithParam<std::tuple<std::size_t, Order, Policy>> {
 protected:
  WholeRuns()
      : run_(record(test::plan_of(test::cases().at(std::get<0>(GetParam())),
                                  std::get<1>(GetParam()), std::get<2>(GetParam())))) {}
  Recorded run_;
};
INSTANTIATE_TEST_SUITE_P(KernelsOrdersPolicies, WholeRuns,
                         ::testing::Combine(::testing::Range(std::size_t{0}, std::size_t{5}),
                                            ::testing::Values(Order::RoundRobin, Order::Barrier),
                                            ::testing::Values(Policy::Its, Policy::Ipdom,
                                                              Policy::MinPc)));

TEST_P(WholeRuns, StateAtAnyTickIsThatOfAFreshRun) {
  std::mt19937_64 random(1);
  const std::uint64_t end = run_.trace->tick_count();
  Replay replay(run_.plan, run_.trace, 97);
  for (int i = 0; i < 25; ++i) {
    const Tick tick{random() % (end + 1)};
    ASSERT_EQ(described(replay.at(tick)), fresh(run_, tick)) << "tick " << tick.value;
    const Tick next{std::min(end, tick.value + 1)};
    ASSERT_EQ(described(replay.at(next)), fresh(run_, next)) << "one on from " << tick.value;
    const Tick back{tick.value - std::min<std::uint64_t>(tick.value, 1)};
    ASSERT_EQ(described(replay.at(back)), fresh(run_, back)) << "one back from " << tick.value;
  }
}

// "At tick t": the warp of instruction number t is there, with that instruction next.
TEST_P(WholeRuns, TheNextInstructionIsTheTraces) {
  Replay replay(run_.plan, run_.trace, 1000);
  for (std::uint64_t t = 0; t < run_.trace->tick_count(); t += 1 + t / 64) {
    const trace::Step step = run_.trace->step(Tick{t});
    const engine::Execution& machine = replay.at(Tick{t});
    ASSERT_EQ(machine.launch(), step.launch) << t;
    const auto warp = machine.warp(step.block, step.warp);
    ASSERT_TRUE(warp.has_value()) << "tick " << t << ": block " << step.block.value
                                  << " is not resident";
    LaneMask there = 0;  // lanes that meet at this instruction may still be two groups
    for (const engine::Group& group : warp->groups) there |= group.pc == step.pc ? group.lanes : 0;
    ASSERT_EQ(step.active & ~there, 0U) << "tick " << t << " pc " << step.pc.value;
  }
}

TEST_P(WholeRuns, EqualRunsGiveEqualBytes) {
  const Recorded again = record(run_.plan);
  EXPECT_EQ(trace::write(*again.trace), trace::write(*run_.trace));
  EXPECT_EQ(again.trace->digest(), run_.trace->digest());
}

TEST_P(WholeRuns, RecordingChangesNothing) {
  for (Recording recording : {Recording::None, Recording::Counters}) {
    Execution execution(run_.plan, {recording});
    EXPECT_EQ(execution.run(), Outcome::Finished);
    EXPECT_EQ(copy(execution.buffer(0)), run_.out);
    EXPECT_EQ(execution.machine_step(), run_.trace->machine_step(Tick{run_.trace->tick_count()}));
    if (recording == Recording::None) continue;
    for (std::uint32_t launch = 0; launch < run_.plan->launches.size(); ++launch) {
      EXPECT_EQ(execution.counters(launch), run_.trace->counters(launch));
    }
  }
}

// A window sees the same steps as the whole recording.
TEST_P(WholeRuns, AWindowIsAPartOfTheWhole) {
  const Recorded window = record(run_.plan, {BlockIndex{1}, 1, 1U << 30U});
  std::uint64_t next = 0;
  for (std::uint64_t t = 0; t < run_.trace->tick_count(); ++t) {
    const trace::Step step = run_.trace->step(Tick{t});
    if (step.block != BlockIndex{1}) continue;
    const trace::Step seen = window.trace->step(Tick{next++});
    ASSERT_EQ(seen.machine_step, step.machine_step);
    ASSERT_EQ(seen.pc, step.pc);
    ASSERT_EQ(seen.active, step.active);
  }
  EXPECT_EQ(next, window.trace->tick_count());
  Replay replay(window.plan, window.trace, 50);
  for (std::uint64_t t = 0; t < window.trace->tick_count(); t += 13) {
    ASSERT_EQ(described(replay.at(Tick{t})), fresh(window, Tick{t}));
  }
}

events::Counters recounted(const trace::Trace& trace, std::uint32_t launch) {
  events::Counters sum;
  const trace::LaunchRecord& record = trace.launches()[launch];
  for (Tick t = record.first; t < record.last; ++t.value) {
    ++sum.warp_instructions;
    if (const auto branch = trace.branch(t)) {
      ++sum.branches;
      sum.divergent_branches += branch->divergent ? 1 : 0;
    }
    for (const trace::Access& a : trace.accesses(t)) events::count_access(a.event(), sum);
  }
  return sum;
}

// The counters follow from the recorded events, when all blocks are recorded.
TEST_P(WholeRuns, CountersFollowFromTheTrace) {
  for (std::uint32_t launch = 0; launch < run_.plan->launches.size(); ++launch) {
    events::Counters counted = run_.trace->counters(launch);
    const events::Counters again = recounted(*run_.trace, launch);
    EXPECT_EQ(counted.warp_instructions, again.warp_instructions);
    EXPECT_EQ(counted.branches, again.branches);
    EXPECT_EQ(counted.divergent_branches, again.divergent_branches);
    EXPECT_EQ(counted.global_load, again.global_load);
    EXPECT_EQ(counted.global_store, again.global_store);
    EXPECT_EQ(counted.global_atomic, again.global_atomic);
    EXPECT_EQ(counted.local_load, again.local_load);
    EXPECT_EQ(counted.local_store, again.local_store);
    EXPECT_EQ(counted.shared_load, again.shared_load);
    EXPECT_EQ(counted.shared_store, again.shared_store);
    EXPECT_EQ(counted.shared_atomic, again.shared_atomic);
  }
}

// Whether the lanes of a branch are together again at its reconvergence point, those that have left
// the kernel apart (a branch to the kernel's end is an exit of its lanes).
bool meet(const Recorded& run, const trace::Step& branch, Pc reconvergence) {
  const code::Program& program = *code::Program::of(*run.plan->launches.at(branch.launch).program);
  LaneMask gone = 0;
  for (Tick later : run.trace->steps_of(branch.launch, branch.block, branch.warp)) {
    if (later <= branch.tick) continue;
    const trace::Step step = run.trace->step(later);
    if (step.pc == reconvergence && (branch.active & ~gone & ~step.active) == 0) return true;
    if (program.ptx_at(step.pc).opcode == "ret") gone |= step.executed;
  }
  return false;
}

// Whether a request conflicts is remembered by its pattern: counted anew, it is the same.
TEST_P(WholeRuns, MarksFollowFromTheAccesses) {
  const trace::Trace& trace = *run_.trace;
  std::vector<std::pair<std::uint64_t, trace::MarkKind>> marked, counted;
  for (const trace::Mark& mark : trace.marks()) {
    if (mark.kind == trace::MarkKind::BankConflict || mark.kind == trace::MarkKind::Uncoalesced)
      marked.emplace_back(mark.tick.value, mark.kind);
  }
  for (std::uint64_t tick = 0; tick < trace.tick_count(); ++tick) {
    for (const trace::Access& access : trace.accesses(Tick{tick})) {
      const events::MemoryAccess event = access.event();
      if (event.space == events::Space::Shared) {
        if (events::banks_of(event).bank_conflicts > 0)
          counted.emplace_back(tick, trace::MarkKind::BankConflict);
      } else if (const auto sectors = events::sectors_of(event);
                 sectors.sectors > sectors.ideal_sectors) {
        counted.emplace_back(tick, trace::MarkKind::Uncoalesced);
      }
    }
  }
  EXPECT_EQ(marked, counted);
}

TEST_P(WholeRuns, MasksPartAtABranchAndMeetAgain) {
  const trace::Trace& trace = *run_.trace;
  const Policy policy = run_.plan->options.policy;
  for (std::uint64_t t = 0; t < trace.tick_count(); ++t) {
    const auto branch = trace.branch(Tick{t});
    if (!branch) continue;
    const trace::Step step = trace.step(Tick{t});
    ASSERT_EQ(branch->taken & branch->not_taken, 0U);
    ASSERT_EQ(branch->taken | branch->not_taken, step.active);
    ASSERT_EQ(branch->divergent, branch->taken != 0 && branch->not_taken != 0);
    if (!branch->divergent || branch->reconvergence == events::kNoPc || policy == Policy::MinPc)
      continue;
    ASSERT_TRUE(meet(run_, step, branch->reconvergence))
        << "branch at tick " << t << " pc " << step.pc.value;
  }
}

TEST_P(WholeRuns, TraceFitsItsBudgetAndItsFile) {
  const auto file = trace::write(*run_.trace);
  const auto read = trace::read(file);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(trace::write(**read), file);
}

// Steps forwards cost a step, steps backwards at most a stretch of two thousand, jumps an interval.
// The shared reduction, large enough that what is kept once does not count.
TEST(Replay, ATraceTakesAtMostFourBytesAWarpInstruction) {
  const test::Case reduction{"reduction", test::reduction(), {256, 1, 1}, {256, 1, 1}};
  const auto trace = record(test::plan_of(reduction, Order::RoundRobin, Policy::Its)).trace;
  EXPECT_LE(static_cast<double>(trace->bytes()), 4.0 * static_cast<double>(trace->tick_count()));
}

TEST(Replay, CostOfMoving) {
  const test::Case big{"reduction", test::reduction(), {200, 1, 1}, {256, 1, 1}, 1};
  const Recorded run = record(test::plan_of(big, Order::RoundRobin, Policy::Its));
  const std::uint64_t end = run.trace->tick_count();
  ASSERT_GT(end, 100'000U);
  Replay replay(run.plan, run.trace, 10'000);
  const auto go = [&](std::uint64_t t) { static_cast<void>(replay.at(Tick{t})); };
  replay.prepare();
  EXPECT_EQ(replay.cost().executed, end);
  std::uint64_t before = replay.cost().executed;
  go(50'000);
  EXPECT_LE(replay.cost().executed - before, 10'000U);
  before = replay.cost().executed;
  for (std::uint64_t t = 50'001; t <= 50'100; ++t) go(t);
  EXPECT_EQ(replay.cost().executed - before, 100U);
  go(75'000);
  before = replay.cost().executed;
  go(74'999);
  EXPECT_LE(replay.cost().executed - before, 10'000U);
}

TEST(Replay, BeginsAtTheStatesThatARunHasLeft) {
  const test::Case big{"reduction", test::reduction(), {50, 1, 1}, {256, 1, 1}, 1};
  const Recorded run = record(test::plan_of(big, Order::RoundRobin, Policy::Its));
  Replay::Snapshots left;
  Execution execution(run.plan, {Recording::None});
  for (int i = 0; i < 4; ++i) {
    execution.run(5'000);
    left.emplace(execution.machine_step(), execution.snapshot());
  }
  Replay replay(run.plan, run.trace, left);
  for (const std::uint64_t t : {19'000U, 4'000U, 12'345U, 19'500U})
    EXPECT_EQ(described(replay.at(Tick{t})), fresh(run, Tick{t})) << "tick " << t;
  EXPECT_LE(replay.cost().executed, 4U * 5'000U);
}

TEST(Replay, KeyframesStayFew) {
  const test::Case big{"reduction", test::reduction(), {50, 1, 1}, {256, 1, 1}, 1};
  const Recorded run = record(test::plan_of(big, Order::Barrier, Policy::Its));
  Replay replay(run.plan, run.trace, 16);
  replay.prepare();
  EXPECT_LE(replay.cost().keyframes, 210U);
  const Tick middle{run.trace->tick_count() / 2};
  EXPECT_EQ(described(replay.at(middle)), fresh(run, middle));
  int asked = 0;
  Replay stopped(run.plan, run.trace, 100);
  stopped.prepare([&] { return ++asked > 3; });
  EXPECT_LT(stopped.cost().executed, 1000U);
}

}  // namespace
}  // namespace lanescope::replay
