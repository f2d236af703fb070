// A second engine records a trace, is replayed and analysed, as PTX is.

#include "tests/sim/engine/toy.hpp"

#include <cstring>
#include <set>

#include <gtest/gtest.h>

#include "sim/analysis/lines.hpp"
#include "sim/analysis/timeline.hpp"
#include "sim/replay/replay.hpp"
#include "sim/trace/recorder.hpp"

namespace lanescope::engine::toy {
namespace {

std::shared_ptr<const trace::Trace> record(const std::shared_ptr<const Plan>& plan) {
  trace::Recorder recorder({BlockIndex{0}, 2});
  const auto execution = start(plan, {Recording::Full, {&recorder}});
  EXPECT_EQ(execution->run(), Outcome::Finished);
  const auto counters = execution->counters_by_pc(0);
  return recorder.finish({{counters.begin(), counters.end()}}, execution->machine_step().value);
}

std::uint32_t word(std::span<const std::byte> bytes, std::size_t index) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + index * 4, 4);
  return value;
}

// All that replay can be asked for at a moment.
std::string state_of(const Execution& execution) {
  std::string text = std::to_string(execution.machine_step().value);
  for (const BlockIndex block : execution.resident_blocks()) {
    for (std::uint32_t w = 0; w < 2; ++w) {
      const auto warp = execution.warp(block, WarpIndex{w});
      text += " | " + std::to_string(warp->exited);
      for (const Group& group : warp->groups)
        text += " " + std::to_string(group.pc.value) + ":" + std::to_string(group.lanes) +
                (group.status == Group::Status::AtBarrier ? "b" : "");
      for (std::uint32_t reg = 0; reg < kLaneRegisters + kUniformRegisters; ++reg)
        for (const std::uint64_t value : execution.register_values(block, WarpIndex{w}, reg))
          text += "," + std::to_string(value);
    }
  }
  for (const std::byte b : execution.buffer(0)) text += static_cast<char>(b);
  return text;
}

TEST(ToyEngine, Computes) {
  const auto execution = start(example(), {Recording::Counters});
  EXPECT_EQ(execution->run(10), Outcome::Running);
  EXPECT_EQ(execution->run(), Outcome::Finished);
  EXPECT_EQ(execution->machine_step(), MachineStep{kExampleSteps});
  for (std::uint32_t i = 0; i < 128; ++i)
    EXPECT_EQ(word(execution->buffer(0), i), (i % 2 == 0 ? 100 : i) + 3);
  EXPECT_EQ(execution->counters(0).global_load.sectors, 16U);
}

TEST(ToyEngine, DrivesATrace) {
  const auto plan = example();
  const auto trace = record(plan);
  ASSERT_EQ(trace->tick_count(), kExampleSteps);
  EXPECT_EQ(trace->phases().size(), 4U);  // a barrier in each of two blocks
  std::set<std::uint64_t> divergent;
  for (const trace::Mark& mark : trace->marks())
    if (mark.kind == trace::MarkKind::Divergence) divergent.insert(mark.tick.value);
  EXPECT_EQ(divergent.size(), 4U);
  EXPECT_EQ(trace->accesses(Tick{2}).front().addresses[5], plan->address_of(1).value + 20);
  EXPECT_EQ(trace->digest(), record(plan)->digest());
}

TEST(ToyEngine, IsReplayedToEveryTickBothWays) {
  const auto plan = example();
  std::vector<std::string> straight;
  for (std::uint64_t step = 0; step <= kExampleSteps; ++step) {
    const auto execution = start(plan, {Recording::None});
    execution->run_to(MachineStep{step});
    execution->settle();
    straight.push_back(state_of(*execution));
  }
  EXPECT_EQ(std::set(straight.begin(), straight.end()).size(), straight.size());
  replay::Replay replay(plan, record(plan), 5);
  for (std::uint64_t t = 0; t <= kExampleSteps; ++t)
    EXPECT_EQ(state_of(replay.at(Tick{t})), straight[t]) << t;
  for (std::uint64_t t = kExampleSteps + 1; t-- > 0;)
    EXPECT_EQ(state_of(replay.at(Tick{t})), straight[t]) << t;
  for (std::uint64_t t : {7, 30, 1, 35, 18}) EXPECT_EQ(state_of(replay.at(Tick{t})), straight[t]);
}

TEST(ToyEngine, IsAnalysed) {
  const auto plan = example();
  const auto trace = record(plan);
  const Program& program = static_cast<const Program&>(*plan->launches.front().program);
  const auto lines = analysis::by_line(program, trace->counters_by_pc(0));
  ASSERT_EQ(lines.size(), 8U);
  EXPECT_EQ(lines[2].file, "toy.src");
  EXPECT_EQ(lines[2].line, 3U);
  EXPECT_EQ(lines[2].counters.warp_instructions, 8U);  // the load and the branch
  EXPECT_EQ(analysis::line_in_file(program, Pc{5}, "toy.src"), 5U);
}

TEST(ToyEngine, HasItsOwnRegisterFiles) {
  const auto plan = example();
  const engine::Program& program = *plan->launches.front().program;
  ASSERT_EQ(program.register_files().size(), 2U);
  EXPECT_TRUE(program.register_files()[program.registers()[u(0)].file].uniform);
  EXPECT_FALSE(program.register_files()[program.registers()[r(1)].file].uniform);
  const InstructionInfo& add = program.at(Pc{5});
  EXPECT_EQ(add.unit, Unit::Alu);
  EXPECT_EQ(add.about, r(1));
  ASSERT_EQ(add.operands.size(), 3U);
  EXPECT_EQ(add.operands.front().role, Role::Write);
  EXPECT_EQ(program.at(Pc{2}).operands.back().role, Role::Address);
}

}  // namespace
}  // namespace lanescope::engine::toy
