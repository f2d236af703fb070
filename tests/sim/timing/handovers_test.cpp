// Blocks that wait for what others store: what is kept of a run, and what it does to time.
#include "sim/timing/handovers.hpp"

#include <array>

#include <gtest/gtest.h>

#include "sim/timing/recorder.hpp"
#include "sim/timing/simulate.hpp"

namespace lanescope::timing {
namespace {

constexpr std::uint32_t kLook = 0, kStore = 1, kWork = 2, kExit = 3;

// LDG that looks until something is there, STG that it looks for, a cycle of work, EXIT.
Code code() {
  Code out;
  for (const char* opcode : {"LDG.E.STRONG.SYS", "STG.E.STRONG.SYS", "IADD3", "EXIT"}) {
    Instruction& one = out.instructions.emplace_back();
    one.demand = classify(opcode);
    one.control.stall = 1;
    one.address = static_cast<std::uint32_t>(out.instructions.size() - 1) * 16;
  }
  out.instructions[kLook].strong = out.instructions[kLook].polls = true;
  out.instructions[kLook].control.write_barrier = 0;
  out.instructions[kStore].strong = true;
  out.instructions[kExit].control.wait_mask = 1;
  return out;
}

class Handed : public ::testing::Test {
 protected:
  Handed() : code_(code()), recorder_(0, code_, sample()) {
    recorder_.on(events::LaunchBegin{0, {2, 1, 1}, {32, 1, 1}, 32});
    recorder_.on(events::BlockBegin{BlockIndex{0}});
    recorder_.on(events::BlockBegin{BlockIndex{1}});
  }
  static Sample sample() {
    Sample two;
    two.blocks = 2;
    two.sms = 132;
    return two;
  }
  void access(std::uint32_t block, std::uint32_t pc, std::uint64_t address) {
    recorder_.on(events::Step{MachineStep{0}, BlockIndex{block}, WarpIndex{0}, Pc{pc}, 1, 1});
    std::array<std::uint64_t, 64> addresses{address};
    events::MemoryAccess told{};
    told.access = pc == kStore ? events::Access::Store : events::Access::Load;
    told.bytes = 4;
    told.lanes = 1;
    told.addresses = addresses.data();
    recorder_.on(told);
  }
  Code code_;
  Recorder recorder_;
};

TEST_F(Handed, ALookWaitsForTheFirstStoreOfAnotherBlock) {
  access(0, kStore, 0x100);  // request 0
  access(0, kStore, 0x100);  // 1: later than what may have been found
  access(0, kLook, 0x100);   // 2: of the block's own
  access(1, kLook, 0x104);   // 3: of what nobody stored
  access(1, kLook, 0x100);   // 4
  const Trace trace = recorder_.take();
  ASSERT_EQ(trace.handovers.size(), 1U);
  EXPECT_EQ(trace.handovers[0].load, 4U);
  EXPECT_EQ(trace.handovers[0].store, 0U);
  EXPECT_TRUE(trace.requests[4].past_l1);
}

TEST_F(Handed, OnlyLoopsThatLookWait) {
  code_.instructions[kLook].polls = false;
  access(0, kStore, 0x100);
  access(1, kLook, 0x100);
  EXPECT_TRUE(recorder_.take().handovers.empty());
}

Event event(std::uint32_t pc) {
  Event one;
  one.pc = pc;
  one.lanes = 1;
  return one;
}

// Block 0 works for so many instructions, then stores; block 1 looks.
Trace trace_of(int work) {
  Trace trace;
  trace.lines = {{8, 1}, {8, 1}};
  trace.requests.resize(2);
  trace.requests[1].what = Request::What::Store;
  trace.requests[0].past_l1 = true;
  for (std::uint32_t i = 0; i < 2; ++i) {
    trace.requests[i].lanes = trace.requests[i].bytes = 1;
    trace.requests[i].wavefronts = 1;
    trace.requests[i].first_line = i;
    trace.requests[i].lines = 1;
    trace.blocks.emplace_back().block = BlockIndex{i};
    trace.blocks.back().warps.resize(1);
  }
  std::vector<Event>& first = trace.blocks[0].warps[0].events;
  first.assign(static_cast<std::size_t>(work), event(kWork));
  first.push_back(event(kStore));
  std::vector<Event>& second = trace.blocks[1].warps[0].events;
  second = {event(kWork), event(kLook)};
  first.back().request = 1;
  second.back().request = 0;
  first.back().requests = second.back().requests = 1;
  first.push_back(event(kExit));
  second.push_back(event(kExit));
  trace.handovers = {{0, 1}};
  return trace;
}

Timing timing_of(const Trace& trace) {
  LaunchShape shape;
  shape.grid = {2, 1, 1};
  shape.block = {32, 1, 1};
  const MachineDescription machine;
  return simulate(code(), trace, sample_of(shape, machine, 2), machine, shape);
}

std::int64_t end_of(const Timing& timing, std::uint32_t block) {
  for (const BlockSpan& span : timing.blocks)
    if (span.block == BlockIndex{block}) return span.end;
  return -1;
}

// As much later as the store is, but for a look, which takes poll_cycles.
TEST(Handovers, WhoLooksWaitsUntilItIsThere) {
  const int poll = MachineDescription{}.poll_cycles;
  const std::int64_t soon = end_of(timing_of(trace_of(1)), 1);
  const std::int64_t late = end_of(timing_of(trace_of(20 * poll)), 1);
  EXPECT_NEAR(static_cast<double>(late - soon), 2.0 * 20 * poll, 1.0 * poll)
      << "an instruction of one warp every other cycle";
  const Timing timing = timing_of(trace_of(20 * poll));
  EXPECT_GT(timing.stalls[Reason::long_scoreboard], 2 * 19 * poll);
  EXPECT_EQ(timing.stalls.sum(), timing.warp_cycles);
}

TEST(Handovers, WhatIsNeverStoredIsNotWaitedFor) {
  Trace trace = trace_of(1);
  trace.requests.push_back(trace.requests[1]);
  trace.handovers = {{0, 2}};
  EXPECT_GT(end_of(timing_of(trace), 1), 0);
}

TEST(Handovers, BlocksThatWaitAreNotTakenApart) {
  LaunchShape shape;
  shape.grid = {5000, 1, 1};
  const MachineDescription machine;
  EXPECT_GT(sample_of(shape, machine, 1000).step, 1U);
  shape.waits = true;
  EXPECT_EQ(sample_of(shape, machine, 1000).step, 1U);
}

}  // namespace
}  // namespace lanescope::timing
