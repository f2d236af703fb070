// Waits, marks and phases of a run told by hand.
#include "sim/trace/recorder.hpp"

#include <array>

#include <gtest/gtest.h>

namespace lanescope::trace {
namespace {

constexpr LaneMask kAll = 0xffffffff;
constexpr BlockIndex kBlock{0};

class ByHand : public ::testing::Test {
 protected:
  ByHand() : recorder_({BlockIndex{0}, 8, 1000}) {
    recorder_.on(events::LaunchBegin{0, {2, 1, 1}, {64, 1, 1}, 32});
    recorder_.on(events::BlockBegin{kBlock});
  }
  void step(std::uint32_t warp, std::uint32_t pc, LaneMask active = kAll) {
    recorder_.on(events::Step{MachineStep{machine_steps_++}, kBlock, WarpIndex{warp}, Pc{pc},
                              active, active});
  }
  void wait(std::uint32_t warp, LaneMask lanes, events::WaitReason reason,
            std::uint32_t barrier = 0) {
    recorder_.on(events::Wait{kBlock, WarpIndex{warp}, lanes, reason, barrier});
  }
  void access(events::Space space, std::uint64_t base, std::uint64_t stride) {
    std::array<std::uint64_t, kMaxWarpSize> a{};
    for (std::uint64_t i = 0; i < 32; ++i) a.at(i) = base + i * stride;
    recorder_.on(events::MemoryAccess{space, events::Access::Load, 4, kAll, a.data()});
  }
  std::shared_ptr<const Trace> finish() { return recorder_.finish({}, machine_steps_); }
  std::vector<std::uint64_t> marks(const Trace& trace, MarkKind kind) {
    std::vector<std::uint64_t> ticks;
    for (const Mark& mark : trace.marks()) {
      if (mark.kind == kind) ticks.push_back(mark.tick.value);
    }
    return ticks;
  }

  Recorder recorder_;
  std::uint64_t machine_steps_ = 0;
};
using Ticks = std::vector<std::uint64_t>;

TEST_F(ByHand, BarrierWaitLastsUntilTheRelease) {
  step(0, 0);  // 0
  step(0, 1);  // 1: bar
  wait(0, kAll, events::WaitReason::Barrier, 3);
  step(1, 0);  // 2
  step(1, 1);  // 3: bar
  wait(1, kAll, events::WaitReason::Barrier, 3);
  recorder_.on(events::BarrierRelease{kBlock, 3});
  step(0, 2);  // 4
  recorder_.on(events::BlockEnd{kBlock});
  recorder_.on(events::LaunchEnd{0, machine_steps_});
  const auto trace = finish();
  const auto waits = trace->waits_of(0, kBlock, WarpIndex{0});
  ASSERT_EQ(waits.size(), 1U);
  EXPECT_EQ(waits[0].from, Tick{2});
  EXPECT_EQ(waits[0].to, Tick{4});
  EXPECT_EQ(waits[0].barrier, 3U);
  ASSERT_EQ(trace->waits_of(0, kBlock, WarpIndex{1}).size(), 1U);
  EXPECT_EQ(marks(*trace, MarkKind::Barrier), Ticks{4});
  ASSERT_EQ(trace->phases().size(), 2U);
  EXPECT_EQ(trace->phases()[0].last, Tick{4});
  EXPECT_EQ(trace->phases()[1].first, Tick{4});
  EXPECT_EQ(trace->phases()[1].last, Tick{5});
}

TEST_F(ByHand, JoinWaitLastsUntilTheLanesIssue) {
  step(0, 0);  // 0
  wait(0, 0xff, events::WaitReason::Join);
  wait(0, 0xff, events::WaitReason::Join);  // told twice
  step(0, 1, kAll & ~LaneMask{0xff});       // 1
  step(0, 5);                               // 2
  wait(0, 0xf0, events::WaitReason::Exited);
  step(0, 6, kAll & ~LaneMask{0xf0});  // 3
  recorder_.on(events::BlockEnd{kBlock});
  const auto trace = finish();
  const auto waits = trace->waits_of(0, kBlock, WarpIndex{0});
  ASSERT_EQ(waits.size(), 2U);
  EXPECT_EQ(waits[0].from, Tick{1});
  EXPECT_EQ(waits[0].to, Tick{2});
  EXPECT_EQ(waits[0].lanes, 0xffU);
  EXPECT_EQ(waits[1].reason, events::WaitReason::Exited);
  EXPECT_EQ(waits[1].to, Tick{4});
}

TEST_F(ByHand, Marks) {
  step(0, 0);
  access(events::Space::Shared, 0, 4);  // free
  step(0, 1);
  access(events::Space::Shared, 0, 8);  // 2-way
  step(0, 2);
  access(events::Space::Global, 0x7000'0000'0000, 4);  // 4 of 4
  step(0, 3);
  access(events::Space::Global, 0x7000'0000'0004, 4);  // 5 of 4
  step(0, 4);
  recorder_.on(events::Branch{0xff, kAll & ~LaneMask{0xff}, true, Pc{9}});
  step(0, 5);
  recorder_.on(events::Branch{kAll, 0, false, Pc{9}});
  step(0, 6);
  access(events::Space::Local, 16, 0);  // 4 of 4
  step(0, 7);
  access(events::Space::Constant, 0, 4);  // constants have words, not sectors
  recorder_.on(events::LaunchEnd{0, machine_steps_});
  recorder_.on(events::LaunchBegin{1, {1, 1, 1}, {64, 1, 1}, 32});
  step(0, 0);
  events::Hazard hazard;
  hazard.machine_step = MachineStep{8};
  recorder_.on(hazard);
  const auto trace = finish();
  EXPECT_EQ(marks(*trace, MarkKind::BankConflict), Ticks{1});
  EXPECT_EQ(marks(*trace, MarkKind::Uncoalesced), Ticks{3});
  EXPECT_EQ(marks(*trace, MarkKind::Divergence), Ticks{4});
  EXPECT_EQ(marks(*trace, MarkKind::LaunchBoundary), Ticks{8});
  EXPECT_EQ(marks(*trace, MarkKind::Fault), Ticks{8});
  ASSERT_EQ(trace->launches().size(), 2U);
  EXPECT_EQ(trace->launches()[0].last, Tick{8});
  EXPECT_EQ(trace->launches()[1].first_machine_step, MachineStep{8});
  EXPECT_EQ(trace->launches()[1].last_machine_step, MachineStep{9});
}

TEST_F(ByHand, AtomicsKeepTheirRule) {
  step(0, 0);
  std::array<std::uint64_t, kMaxWarpSize> a{};
  recorder_.on(events::MemoryAccess{events::Space::Shared, events::Access::Atomic, 4, kAll,
                                    a.data(), events::SharedAccess::AtomicAddOne});
  step(0, 1);
  recorder_.on(
      events::MemoryAccess{events::Space::Shared, events::Access::Atomic, 4, kAll, a.data()});
  const auto trace = finish();
  EXPECT_EQ(trace->accesses(Tick{0}).at(0).rule, events::SharedAccess::AtomicAddOne);
  EXPECT_EQ(trace->accesses(Tick{1}).at(0).rule, events::SharedAccess::Atomic);
  EXPECT_EQ(marks(*trace, MarkKind::BankConflict), Ticks{1});
}

}  // namespace
}  // namespace lanescope::trace
