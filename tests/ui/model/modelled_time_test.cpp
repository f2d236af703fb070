// Machine code executed in the studio, and its modelled time.
#include <gtest/gtest.h>

#include "cuda/toolchain/toolchain.hpp"
#include "lab/run/machine_code_run.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/session/cycles.hpp"
#include "ui/session/source_model.hpp"

namespace lanescope::ui::test {
namespace {

constexpr const char* kReduction =
    "lesson id=reduction; rung id=interleaved-stride; set block=256; set n=1024";

class ModelledTime : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!cuda::toolchain::find_toolchain().nvdisasm.found())
      GTEST_SKIP() << "nvdisasm is not installed";
    studio_.run(kReduction);
  }
  const session::Session& session() { return studio_.session(); }
  Studio studio_;
};

TEST_F(ModelledTime, IsMadeWhenItIsWanted) {
  EXPECT_EQ(session().timed(), nullptr);
  studio_.run("time value=on");
  const background::TimedRun* timed = session::shown_time(session());
  ASSERT_NE(timed, nullptr);
  EXPECT_TRUE(timed->complete);
  EXPECT_EQ(timed->problem, "");
  EXPECT_GT(timed->time->cycles(), 3000);
  EXPECT_EQ(timed->what_if.size(), timing::what_ifs().size());
  EXPECT_LT(timed->what_if.at("no_bank_conflicts"), timed->time->cycles());
  EXPECT_EQ(timed->changed, nullptr);
  // Four blocks, a block an SM: one of them is kept.
  EXPECT_EQ(timed->history->sm.warps.size(), 8U);
  // The kernel of the machine code branches less than its PTX.
  EXPECT_LT(timed->counted->counters().divergent_branches,
            session().run()->counters().divergent_branches);
  studio_.run("time value=off");
  EXPECT_EQ(session().timed(), nullptr);
}

// What a step shows does not hang on how one came to it.
TEST_F(ModelledTime, IsOfTheStepThatAsksForIt) {
  const auto on = [&] { return studio_.session().state().tools.time.on; };
  studio_.run("lesson id=latency step=1");
  EXPECT_TRUE(on());
  studio_.run("what-if ask=half_the_latency guess=less latency=0.5; time machine=laptop");
  studio_.run("lesson-next");
  EXPECT_TRUE(on());
  EXPECT_EQ(studio_.session().state().tools.time.changes, timing::Changes{});
  EXPECT_TRUE(studio_.session().state().tools.time.guesses.empty());
  studio_.run("exercise-open");
  EXPECT_TRUE(on()) << "its goal is about time";
  studio_.run("lesson id=registers step=1");
  EXPECT_FALSE(on());
}

TEST_F(ModelledTime, FollowsTheSliders) {
  studio_.run("time value=on");
  const double before = session::shown_time(session())->time->cycles();
  studio_.run("what-if latency=2");
  const background::TimedRun* slower = session::shown_time(session());
  ASSERT_NE(slower->changed, nullptr);
  EXPECT_EQ(slower->time->cycles(), before);
  EXPECT_GT(slower->changed->cycles(), before);
  studio_.run("what-if latency=1");
  EXPECT_EQ(session::shown_time(session())->changed, nullptr);
  studio_.run("time caches=warm");
  EXPECT_LT(session::shown_time(session())->time->cycles(), before);
  studio_.run("set n=2048");
  EXPECT_EQ(session::shown_time(session())->wanted.prepared, session().run()->prepared);
}

TEST_F(ModelledTime, SaysWhyThereIsNone) {
  studio_.run("lesson id=dynamic-parallelism; time value=on");
  const background::TimedRun* timed = session::shown_time(session());
  ASSERT_NE(timed, nullptr);
  EXPECT_EQ(timed->time, nullptr);
  EXPECT_NE(timed->problem, "");
}

TEST_F(ModelledTime, StepsByCyclesThroughMachineCode) {
  studio_.run("set engine=sass; time value=on; to-start");
  ASSERT_TRUE(session::has_cycles(session()));
  studio_.run("step-forward unit=instruction");
  const std::int64_t first = session::shown_cycle(session());
  const auto step = session().shown_step();
  const timing::SmHistory& history = *session::shown_history(session());
  const timing::Stretch* at = history.warps[step->warp.value].at(first);
  ASSERT_NE(at, nullptr);
  EXPECT_EQ(at->reason, timing::Reason::selected);
  EXPECT_EQ(at->pc, step->pc.value);
  studio_.run("next-cycle");
  EXPECT_EQ(session::shown_cycle(session()), session::next_issue(history, first, true));
  studio_.run("previous-cycle");
  EXPECT_EQ(session::shown_cycle(session()), first);
  studio_.run("cycle at=1000");
  EXPECT_EQ(session::shown_cycle(session()), 1000);
  EXPECT_EQ(session::tick_of_cycle(session(), 1000), session().state().cursor.tick);
}

TEST_F(ModelledTime, OfPtxHasACycleOfItsOwn) {
  studio_.run("time value=on; to-start; cycle at=900");
  EXPECT_FALSE(session::has_cycles(session()));
  EXPECT_EQ(session::shown_cycle(session()), 900);
  EXPECT_EQ(session().state().cursor.tick, Tick{0});
}

TEST_F(ModelledTime, MachineCodeIsExecutedAndShown) {
  const auto sums = session().run()->buffers;
  studio_.run("set engine=sass");
  ASSERT_TRUE(run::is_machine_code(*session().run()->prepared));
  for (std::size_t i = 0; i < sums.size(); ++i)
    EXPECT_EQ(session().run()->buffers[i].bytes, sums[i].bytes) << sums[i].name;
  const auto source = session::source_model(session());
  EXPECT_EQ(source.code.size(), session().program()->size());
  EXPECT_TRUE(std::ranges::any_of(source.code, [](const session::CodeLine& line) {
    return line.text.find("LDS ") != std::string::npos && line.source_line > 0;
  }));
  studio_.run("to-end; step-back");
  EXPECT_NE(session().machine(), nullptr);
  studio_.run("set warp-size=16");
  EXPECT_FALSE(run::is_machine_code(*session().run()->prepared)) << "machine code is of 32 lanes";
  studio_.run("undo; undo");
  EXPECT_FALSE(session().state().experiment.machine.machine_code);
}

// The same kernel beside it: what the assembler made of it.
TEST_F(ModelledTime, ComparesPtxWithMachineCode) {
  studio_.run("compare engine=sass");
  const auto& second = session().side().second();
  ASSERT_NE(second.run, nullptr);
  EXPECT_TRUE(run::is_machine_code(*second.run->prepared));
  EXPECT_FALSE(run::is_machine_code(*session().run()->prepared));
  studio_.run("set engine=sass; compare engine=ptx");
  EXPECT_FALSE(run::is_machine_code(*session().side().second().run->prepared));
}

}  // namespace
}  // namespace lanescope::ui::test
