#include "sim/machine/snapshot.hpp"
#include "tests/sim/hazards/pairs.hpp"
#include "tests/sim/machine/events_log.hpp"

namespace lanescope::machine::test {
namespace {

using events::Severity;

constexpr const char* kRace =
    "@!%p2 ret; @%p3 st.shared.u32 [%r3+20], 7; @!%p3 ld.shared.u32 %r20, [%r3+20];";

ExecutionOptions watched() {
  ExecutionOptions options;
  options.hazards = true;
  return options;
}

TEST(Races, NamesBothAccesses) {
  const auto races = races_of(run_body(kRace, 2, 64, {}));
  ASSERT_EQ(races.size(), 1U);
  const events::Hazard& race = races[0];
  EXPECT_EQ(race.count, 2U);  // once in each block
  EXPECT_EQ(race.severity, Severity::Error);
  EXPECT_EQ(race.space, "shared");
  EXPECT_EQ(race.address, "s[5]");
  EXPECT_EQ(race.block, (Dim3{0, 0, 0}));
  EXPECT_EQ(race.other_block, (Dim3{0, 0, 0}));
  ASSERT_EQ(race.threads.size(), 2U);
  EXPECT_EQ(race.threads[0], (Dim3{32, 0, 0}));
  EXPECT_EQ(race.threads[1], (Dim3{0, 0, 0}));
  EXPECT_EQ(race.other_thread, (Dim3{0, 0, 0}));
  EXPECT_NE(race.message.find("__syncthreads"), std::string::npos) << race.message;
}

// The steps of the two accesses are those at which the machine issued them.
TEST(Races, StepsAreThoseOfTheTrace) {
  Bench bench(kernel_text(std::string(kPrologue) + kRace + "\nret;"));
  bench.zeros("out", 64).shape({1}, {64});
  bench.options().order = engine::Order::RoundRobin;
  EventsLog log;
  Execution execution(bench.make(), {Recording::Full, {&log}, true});
  execution.run();
  const auto races = races_of(execution);
  ASSERT_EQ(races.size(), 1U);
  const auto step_at = [&](MachineStep step) {
    return *std::find_if(log.steps.begin(), log.steps.end(),
                         [&](const events::Step& s) { return s.machine_step == step; });
  };
  EXPECT_EQ(step_at(races[0].machine_step).pc, races[0].pc);
  EXPECT_EQ(step_at(races[0].other_machine_step).pc, races[0].other_pc);
  EXPECT_LT(races[0].other_machine_step, races[0].machine_step);
  EXPECT_EQ(log.hazards.size(), 1U);
}

TEST(Races, AreNotLookedForUnlessAsked) {
  Bench bench(kernel_text(std::string(kPrologue) + kRace + "\nret;"));
  bench.zeros("out", 64).shape({1}, {64});
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  EXPECT_TRUE(execution.hazards().empty());
}

TEST(Races, LaunchesAreOrdered) {
  const std::string body = "st.global.u32 [%rd3], %r1; ld.global.u32 %r20, [%rd3];";
  EXPECT_TRUE(races_of(run_body(body, 2, 64, {}, 3)).empty());
  const std::string shifted =  // the second launch reads what the first one's other block wrote
      "ld.global.u32 %r20, [%rd1+8192]; setp.eq.u32 %p5, %r20, 0; @%p5 bra FIRST; "
      "ld.global.u32 %r21, [%rd4]; ret; FIRST: st.global.u32 [%rd3], %r1; ret;";
  EXPECT_TRUE(races_of(run_body(shifted, 2, 64, {}, 2)).empty());
}

// A block's shared memory is another one's than that of the block before it.
TEST(Races, BlocksDoNotShareSharedMemory) {
  EXPECT_TRUE(races_of(run_body("st.shared.u32 [%r4], %r2;", 40, 64, {})).empty());
}

TEST(Races, ARestoredRunLooksNoFurther) {
  Bench bench(kernel_text(std::string(kPrologue) + kRace + "\nret;"));
  bench.zeros("out", 64).shape({2}, {64});
  const auto plan = bench.make();
  Execution execution(plan, watched());
  execution.run(3);
  const auto snapshot = execution.snapshot();
  execution.run();
  ASSERT_EQ(races_of(execution).size(), 1U);
  execution.restore(*snapshot);
  execution.run();
  EXPECT_TRUE(races_of(execution).empty());
}

// The worst of a pair of instructions is told: one lane writes the same value, the others do not.
TEST(Races, TheWorstOccurrenceIsTold) {
  const auto races = races_of(
      run_body("mul.wide.u32 %rd9, %r7, 4; add.s64 %rd9, %rd1, %rd9; st.global.u32 [%rd9], %r1;", 1,
               64, {}));
  ASSERT_EQ(races.size(), 1U);
  EXPECT_EQ(races[0].severity, Severity::Error);
  const auto notes = races_of(
      run_body("mul.wide.u32 %rd9, %r7, 4; add.s64 %rd9, %rd1, %rd9; st.global.u32 [%rd9], %r7;", 1,
               64, {}));
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].severity, Severity::Note);
}

// malloc gives a block the memory that another one has freed.
TEST(Races, MemoryGivenOutAnew) {
  const std::string before =
      ".extern .func (.param .b64 r) malloc (.param .b64 a);\n"
      ".extern .func free (.param .b64 a);\n";
  const std::string body =
      "@!%p1 ret; { .param .b64 a; st.param.b64 [a], 16; .param .b64 r; "
      "call.uni (r), malloc, (a); ld.param.b64 %rd9, [r]; } st.u32 [%rd9], %r2; "
      "{ .param .b64 a; st.param.b64 [a], %rd9; call.uni free, (a); } ret;";
  Bench bench(kernel_text(kPrologue + body, before));
  bench.zeros("out", 64).shape({4}, {32});
  Execution execution(bench.make(), watched());
  ASSERT_EQ(execution.run(), Outcome::Finished) << execution.unsupported();
  EXPECT_TRUE(races_of(execution).empty()) << races_of(execution)[0].message;
}

TEST(Races, WarpsOfOtherSizes) {
  for (const int size : {4, 8, 16, 64}) {
    engine::MachineOptions options;
    options.warp_size = size;
    const std::string store = "st.shared.u32 [%r4], %r1; ", load = "ld.shared.u32 %r20, [%r6];";
    EXPECT_TRUE(races_of(run_body(store + "bar.sync 0; " + load, 1, 128, options)).empty()) << size;
    EXPECT_FALSE(races_of(run_body(store + load, 1, 128, options)).empty()) << size;
  }
}

// Where memory runs out it is said, once.
TEST(Races, SaysWhenItLooksAtPartOnly) {
  Bench bench(kernel_text(std::string(kPrologue) + "st.global.u32 [%rd3], 1;\nret;"));
  bench.zeros("out", 4096).shape({64}, {64});
  bench.options().max_memory = (std::uint64_t{8} << 20U) + 40'000;  // the heap, and a page or two
  engine::Plan plan = *bench.make();
  Execution execution(std::make_shared<const engine::Plan>(plan), watched());
  execution.run();
  const auto races = races_of(execution);
  ASSERT_EQ(races.size(), 1U);
  EXPECT_EQ(races[0].severity, Severity::Note);
  EXPECT_EQ(races[0].count, 1U);
  EXPECT_NE(races[0].message.find("--max-memory"), std::string::npos) << races[0].message;
}

}  // namespace
}  // namespace lanescope::machine::test
