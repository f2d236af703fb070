// What is kept of a run told by hand.
#include "sim/timing/recorder.hpp"

#include <array>

#include <gtest/gtest.h>

namespace lanescope::timing {
namespace {

constexpr LaneMask kAll = 0xffffffff;
constexpr BlockIndex kBlock{0};

Code code_of(std::initializer_list<std::string_view> opcodes) {
  Code code;
  for (std::string_view opcode : opcodes) {
    Instruction one;
    one.demand = classify(opcode);
    code.instructions.push_back(one);
  }
  return code;
}

class Told : public ::testing::Test {
 protected:
  Told() : code_(code_of({"LDG.E", "LDS", "BAR.SYNC", "EXIT"})), recorder_(0, code_, sample()) {
    recorder_.on(events::LaunchBegin{0, {1, 1, 1}, {64, 1, 1}, 32});
    recorder_.on(events::BlockBegin{kBlock});
  }
  static Sample sample() {
    Sample one;
    one.sms = 132;
    return one;
  }
  void step(std::uint32_t warp, std::uint32_t pc, LaneMask executed = kAll) {
    recorder_.on(events::Step{MachineStep{0}, kBlock, WarpIndex{warp}, Pc{pc}, kAll, executed});
  }
  void access(events::Space space, std::uint64_t begin, std::uint64_t stride,
              events::Access access = events::Access::Load, LaneMask lanes = kAll) {
    std::array<std::uint64_t, 64> addresses{};
    for (std::size_t i = 0; i < addresses.size(); ++i) addresses[i] = begin + i * stride;
    events::MemoryAccess told{};
    told.space = space;
    told.access = access;
    told.bytes = 4;
    told.lanes = lanes;
    told.addresses = addresses.data();
    recorder_.on(told);
  }
  void arrive(std::uint32_t warp, bool last) {
    step(warp, 2);
    if (last)
      recorder_.on(events::BarrierRelease{kBlock, 0});
    else
      recorder_.on(events::Wait{kBlock, WarpIndex{warp}, kAll, events::WaitReason::Barrier, 0});
  }
  Trace end() {
    recorder_.on(events::BlockEnd{kBlock});
    recorder_.on(events::LaunchEnd{0, 0});
    return recorder_.take();
  }

  Code code_;
  Recorder recorder_;
};

TEST_F(Told, SectorsOfARequestByLine) {
  step(0, 0);
  access(events::Space::Global, 1024 + 64, 4);
  const Trace trace = end();
  ASSERT_EQ(trace.blocks.size(), 1U);
  ASSERT_EQ(trace.lines.size(), 2U);
  EXPECT_EQ(trace.lines[0].line, 8U);
  EXPECT_EQ(trace.lines[0].sectors, 0b1100);
  EXPECT_EQ(trace.lines[1].line, 9U);
  EXPECT_EQ(trace.lines[1].sectors, 0b0011);
  EXPECT_EQ(trace.blocks[0].warps[0].events[0].requests, 1U);
}

TEST_F(Told, WavefrontsOfSharedMemory) {
  step(1, 1);
  access(events::Space::Shared, 0, 8);
  const Trace trace = end();
  ASSERT_EQ(trace.requests.size(), 1U);
  EXPECT_EQ(trace.requests[0].wavefronts, 2);
  EXPECT_EQ(trace.requests[0].lines, 0U);
  EXPECT_EQ(trace.blocks[0].warps[1].events.size(), 1U);
}

TEST_F(Told, LocalMemoryIsInterleaved) {
  step(0, 0);
  access(events::Space::Local, 8, 0);
  const Trace trace = end();
  ASSERT_EQ(trace.lines.size(), 1U);
  EXPECT_EQ(trace.lines[0].line, 2U);
  EXPECT_EQ(trace.lines[0].sectors, 0b1111);
}

TEST_F(Told, LanesOnAWordOfAnAtomic) {
  step(0, 0);
  access(events::Space::Global, 512, 0, events::Access::Atomic, 0xff);
  const Trace trace = end();
  EXPECT_EQ(trace.requests[0].serial, 8);
  EXPECT_EQ(trace.requests[0].counted, 8);
  EXPECT_EQ(trace.requests[0].lanes, 8);
}

TEST_F(Told, BarriersByTheirCompletions) {
  arrive(0, false);
  arrive(1, true);
  arrive(1, false);
  arrive(0, true);
  const Trace trace = end();
  const BlockTrace& block = trace.blocks[0];
  ASSERT_EQ(block.arrivals.size(), 2U);
  EXPECT_EQ(block.arrivals[0], 2);
  EXPECT_EQ(block.warps[0].events[0].barrier, 0);
  EXPECT_EQ(block.warps[0].events[1].barrier, 1);
  EXPECT_FALSE(block.warps[0].events[1].arrives_only);
}

TEST_F(Told, GroupsOfAWarpWaitOnce) {
  step(0, 2, 0xffff);
  recorder_.on(events::Wait{kBlock, WarpIndex{0}, 0xffff, events::WaitReason::Barrier, 0});
  step(0, 2, 0xffff0000);
  recorder_.on(events::BarrierRelease{kBlock, 0});
  const Trace trace = end();
  EXPECT_EQ(trace.blocks[0].arrivals[0], 2);
  EXPECT_TRUE(trace.blocks[0].warps[0].events[0].arrives_only);
  EXPECT_FALSE(trace.blocks[0].warps[0].events[1].arrives_only);
}

TEST_F(Told, OtherLaunchesAndBlocksAreLeftOut) {
  EXPECT_TRUE(recorder_.wants(0, kBlock));
  EXPECT_FALSE(recorder_.wants(1, kBlock));
  EXPECT_FALSE(recorder_.wants(0, BlockIndex{1}));
}

}  // namespace
}  // namespace lanescope::timing
