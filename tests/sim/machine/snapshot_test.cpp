#include <array>

#include <gtest/gtest.h>

#include "sim/base/hash.hpp"
#include "tests/sim/machine/events_log.hpp"
#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

struct Kernel {
  const char* file;  // nullptr: the loop below
  const char* name;
  bool two_buffers;
};

constexpr const char* kMixed = R"(
  .shared .align 4 .b8 s[512];
  mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mad.lo.u32 %r4, %r2, %r3, %r1;
  mul.wide.u32 %rd2, %r4, 4; add.s64 %rd3, %rd1, %rd2;
  mov.u32 %r5, s; shl.b32 %r6, %r1, 2; add.u32 %r7, %r5, %r6;
  mov.u32 %r8, 0; and.b32 %r9, %r1, 7;
TOP:
  add.u32 %r8, %r8, %r9; sub.u32 %r9, %r9, 1; setp.ne.s32 %p1, %r9, -1; @%p1 bra TOP;
  st.shared.u32 [%r7], %r8;
  bar.sync 0;
  xor.b32 %r10, %r6, 124; add.u32 %r11, %r5, %r10; ld.shared.u32 %r12, [%r11];
  atom.global.add.u32 %r13, [%rd1], %r12;
  add.u32 %r12, %r12, %r13; st.global.u32 [%rd3], %r12;
  ret;)";

class Snapshots : public testing::TestWithParam<Kernel> {};

std::shared_ptr<const engine::Plan> make(const Kernel& kernel) {
  Bench bench(kernel.file == nullptr ? kernel_text(kMixed) : read_text(kernel.file), kernel.name);
  bench.zeros("out", 256);
  if (kernel.two_buffers)
    bench.buffer("in", {0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6, 7,
                        8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5});
  if (std::string(kernel.name) == "recursion") bench.argument(5);
  bench.shape({kernel.file == nullptr ? 2U : 1U}, {kernel.file == nullptr ? 128U : 32U});
  return bench.make(2);
}

// All that a view can ask of a machine, as one number.
std::uint64_t fingerprint(const Execution& execution) {
  std::uint64_t hash = execution.machine_step().value;
  const auto add = [&](std::span<const std::byte> bytes) { hash = mix(hash ^ fnv1a64(bytes)); };
  const auto number = [&](std::uint64_t value) { hash = mix(hash ^ value); };
  number(static_cast<std::uint64_t>(execution.outcome()));
  number(execution.launch());
  for (std::size_t b = 0; b < execution.plan().buffers.size(); ++b) add(execution.buffer(b));
  const engine::Launch& launch = execution.plan().launches[execution.launch()];
  for (BlockIndex block : execution.resident_blocks()) {
    add(execution.shared_memory(block));
    for (std::uint32_t t = 0; t < launch.block.count(); ++t) add(execution.local_memory(block, t));
    for (std::uint32_t w = 0; w < (launch.block.count() + 31) / 32; ++w) {
      const auto state = execution.warp(block, WarpIndex{w});
      number(state->exited);
      for (const Group& group : state->groups) {
        number(group.pc.value);
        number(group.lanes);
        number(static_cast<std::uint64_t>(group.status));
        for (Pc pc : group.call_stack) number(pc.value);
      }
      for (const JoinPoint& join : state->joins) number(join.pc.value ^ join.lanes << 8U);
      for (std::uint32_t r = 0; r < launch.program->registers().size(); ++r) {
        for (std::uint64_t value : execution.register_values(block, WarpIndex{w}, r)) number(value);
      }
    }
  }
  for (char c : execution.printed().text) number(static_cast<std::uint64_t>(c));
  for (const auto& part : execution.printed().parts) number(part.machine_step.value ^ part.end);
  return hash;
}

TEST_P(Snapshots, RestoreAndRunEqualsStraightRun) {
  const auto plan = make(GetParam());
  Execution straight(plan, {Recording::None});
  std::vector<std::uint64_t> states{fingerprint(straight)};
  std::vector<std::shared_ptr<const engine::Snapshot>> snapshots{straight.snapshot()};
  constexpr std::uint64_t kEvery = 37;
  while (straight.run(1) == Outcome::Running) {
    states.push_back(fingerprint(straight));
    if (straight.machine_step().value % kEvery == 0) snapshots.push_back(straight.snapshot());
  }
  ASSERT_EQ(straight.outcome(), Outcome::Finished);
  ASSERT_GT(states.size(), 10U);
  Execution replay(plan, {Recording::None});
  for (std::uint64_t i = 0; i < 200; ++i) {
    const std::uint64_t tick = mix(i) % states.size();
    replay.restore(*snapshots[tick / kEvery]);
    replay.run_to(MachineStep{tick});
    ASSERT_EQ(fingerprint(replay), states[tick]) << tick;
  }
}

TEST_P(Snapshots, RecordingChangesNothing) {
  const auto plan = make(GetParam());
  EventsLog log;
  Execution none(plan, {Recording::None}), counters(plan, {Recording::Counters}),
      full(plan, {Recording::Full, {&log}});
  EXPECT_EQ(none.run(), Outcome::Finished);
  EXPECT_EQ(counters.run(), Outcome::Finished);
  EXPECT_EQ(full.run(), Outcome::Finished);
  EXPECT_EQ(fingerprint(none), fingerprint(counters));
  EXPECT_EQ(fingerprint(none), fingerprint(full));
  EXPECT_EQ(log.steps.size(), none.machine_step().value);
  for (std::uint32_t launch = 0; launch < 2; ++launch) {
    EXPECT_EQ(counters.counters(launch), full.counters(launch));
    EXPECT_EQ(none.counters(launch).warp_instructions, full.counters(launch).warp_instructions);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Snapshots,
                         testing::Values(Kernel{nullptr, "k", false},
                                         Kernel{"calls.ptx", "recursion", false},
                                         Kernel{"calls.ptx", "heap", false},
                                         Kernel{"calls.ptx", "cases", true},
                                         Kernel{"calls.ptx", "local_array", false},
                                         Kernel{"calls.ptx", "variables", false}),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace lanescope::machine::test
