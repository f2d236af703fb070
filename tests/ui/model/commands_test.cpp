// Every command on a real run of the reduction: what changes, what stays, what is refused.

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "tests/ui/model/studio.hpp"
#include "ui/session/edit/session_editor.hpp"
#include "ui/session/source_model.hpp"
#include "ui/view/relative_moment.hpp"

namespace lanescope::ui::test {
namespace {

using test::Studio;

// Only a session makes an editor of itself, for a row of the table, which gets nothing to write in.
static_assert(!std::is_constructible_v<session::SessionEditor, session::Session&>);
static_assert(!std::is_constructible_v<session::CursorEditor, session::Session&>);
static_assert(!std::is_copy_constructible_v<session::SessionEditor>);
static_assert(
    std::is_same_v<decltype(std::declval<session::SessionEditor&>().state()), const view::State&>);
static_assert(
    std::is_same_v<decltype(std::declval<session::Session&>().state()), const view::State&>);

class Commands : public ::testing::Test {
 protected:
  // 64 elements, one block of two warps: small enough to reason about.
  void SetUp() override {
    studio_.run(
        "lesson id=reduction; rung id=interleaved-modulo; set block=64; set n=64; to-start");
  }

  [[nodiscard]] const view::State& state() { return studio_.session().state(); }
  [[nodiscard]] const trace::Trace& trace() { return *studio_.session().trace(); }
  [[nodiscard]] std::uint64_t tick() { return state().cursor.tick.value; }
  void refused(const std::string& command) {
    const view::State before = state();
    const auto done = commands::execute(studio_.session(), command);
    EXPECT_FALSE(done) << command;
    EXPECT_FALSE(studio_.session().message().empty()) << command;
    EXPECT_EQ(state().cursor.tick, before.cursor.tick) << command;
    EXPECT_EQ(state().experiment.values, before.experiment.values) << command;
  }
  Studio studio_;
};

TEST_F(Commands, StepsForwardAndBackByInstruction) {
  studio_.run("step-forward");
  EXPECT_EQ(tick(), 1U);
  studio_.run("step-forward count=5");
  EXPECT_EQ(tick(), 6U);
  studio_.run("step-back count=2");
  EXPECT_EQ(tick(), 4U);
  studio_.run("step-back count=100");
  EXPECT_EQ(tick(), 0U);
  studio_.run("step-back");
  EXPECT_EQ(tick(), 0U);
}

TEST_F(Commands, StepsByRoundLineAndPhaseAndBack) {
  for (const std::string unit : {"round", "line", "phase"}) {
    studio_.run("to-start; step-unit value=" + unit);
    std::vector<std::uint64_t> forward{0};
    for (int i = 0; i < 6; ++i) {
      studio_.run("step-forward");
      EXPECT_GT(tick(), forward.back()) << unit;
      forward.push_back(tick());
    }
    studio_.run("step-back");
    EXPECT_LT(tick(), forward.back()) << unit;
    EXPECT_GE(tick(), forward[4]) << unit;
  }
}

// Two warps in turn: a round executes one instruction of each.
TEST_F(Commands, ARoundIsAnInstructionOfEveryWarp) {
  studio_.run("step-forward unit=round");
  ASSERT_EQ(tick(), 2U);
  EXPECT_NE(trace().step(Tick{0}).warp, trace().step(Tick{1}).warp);
}

TEST_F(Commands, ALineStepLeavesTheLine) {
  const session::Session& session = studio_.session();
  studio_.run("step-forward");
  const auto line = session::source_now(session).line;
  studio_.run("step-forward unit=line; step-forward");
  EXPECT_NE(session::source_now(session).line, line);
}

TEST_F(Commands, PhasesEndAtBarriers) {
  studio_.run("next-phase");
  const auto phase = view::phase_at(trace(), 0, BlockIndex{0}, state().cursor.tick);
  ASSERT_TRUE(phase);
  EXPECT_EQ(phase->number, 1U);
  studio_.run("goto phase=3; previous-phase");
  EXPECT_EQ(view::find_phase(trace(), 0, BlockIndex{0}, 2)->first, state().cursor.tick);
  refused("goto phase=99");
}

TEST_F(Commands, StartAndEnd) {
  studio_.run("to-end");
  EXPECT_EQ(tick(), trace().tick_count());
  EXPECT_FALSE(studio_.session().next_step());
  EXPECT_TRUE(studio_.session().last_step());
  studio_.run("step-forward");
  EXPECT_EQ(tick(), trace().tick_count());
  studio_.run("to-start");
  EXPECT_EQ(tick(), 0U);
  EXPECT_TRUE(studio_.session().shown_step());
}

TEST_F(Commands, GotoTickFractionLine) {
  studio_.run("goto tick=7");
  EXPECT_EQ(tick(), 7U);
  studio_.run("goto fraction=0.5");
  EXPECT_EQ(tick(), (trace().tick_count() + 1) / 2);
  studio_.run("goto line=12");
  EXPECT_EQ(session::source_now(studio_.session()).line, 12U);
  refused("goto tick=99999999");
  refused("goto line=1");
  refused("goto tick=x");
  refused("goto");
}

TEST_F(Commands, MarksForwardAndBack) {
  std::vector<std::uint64_t> divergences;
  for (const trace::Mark& mark : trace().marks()) {
    if (mark.kind == trace::MarkKind::Divergence) divergences.push_back(mark.tick.value);
  }
  ASSERT_GE(divergences.size(), 2U);
  studio_.run("next-mark kind=divergence");
  EXPECT_EQ(tick(), divergences[0] + 1);
  studio_.run("next-mark kind=divergence");
  EXPECT_EQ(tick(), divergences[1] + 1);
  studio_.run("previous-mark kind=divergence");
  EXPECT_EQ(tick(), divergences[0] + 1);
  refused("previous-mark kind=divergence");
  refused("next-mark kind=fault");
  refused("next-mark kind=nonsense");
  studio_.run("goto mark=barrier");
  EXPECT_TRUE(studio_.session().program()->at(studio_.session().shown_step()->pc).is_barrier());
}

TEST_F(Commands, TouchesAndWriters) {
  refused("next-touch");
  studio_.run("select array=s index=0; next-write");
  const std::uint64_t first = tick();
  studio_.run("next-write");
  EXPECT_GT(tick(), first);
  studio_.run("previous-write");
  EXPECT_EQ(tick(), first);
  refused("previous-write");
  studio_.run("next-touch array=s index=1");
  refused("next-touch array=none index=0");
  refused("next-touch array=s index=99999");
}

TEST_F(Commands, WarpsInstructions) {
  studio_.run("goto tick=1; next-of-warp");
  EXPECT_GT(tick(), 1U);
  const std::uint64_t there = tick();
  studio_.run("previous-of-warp");
  EXPECT_LT(tick(), there);
}

TEST_F(Commands, SelectionIsOneForAll) {
  studio_.run("select warp=1 lane=5 line=12 pc=3");
  EXPECT_EQ(state().cursor.selection.warp, WarpIndex{1});
  EXPECT_EQ(state().cursor.selection.lane, 5U);
  EXPECT_EQ(state().cursor.selection.line, 12U);
  EXPECT_EQ(state().cursor.selection.pc, Pc{3});
  EXPECT_EQ(studio_.session().shown_warp(), WarpIndex{1});
  studio_.run("select array=in index=3");
  EXPECT_EQ(state().cursor.selection.element, (view::Selection::Element{"in", 3}));
  studio_.run("select none");
  EXPECT_FALSE(state().cursor.selection.warp || state().cursor.selection.lane ||
               state().cursor.selection.element);
  refused("select warp=2");
  refused("select lane=32");
  refused("select pc=100000");
  refused("select nothing=1");
  refused("select");
}

TEST_F(Commands, ABlockThatWasNotRecordedIsRecorded) {
  studio_.run("set n=256; select block=2");
  const auto blocks = trace().blocks(0);
  ASSERT_FALSE(blocks.empty());
  EXPECT_EQ(blocks.front(), BlockIndex{2});
  refused("select block=4");
}

TEST_F(Commands, ParametersRunAgainInTheSamePhase) {
  studio_.run("goto phase=2; step-forward count=3");
  const auto before = studio_.session().run()->id;
  studio_.run("set block=32");
  EXPECT_NE(studio_.session().run()->id, before);
  EXPECT_EQ(state().experiment.values.at("block"), 32);
  const auto step = studio_.session().shown_step();
  ASSERT_TRUE(step);
  EXPECT_EQ(view::place_of(trace(), state().cursor.tick).phase, 2U);
  refused("set block=7777");
  refused("set block=many");
  refused("set nonsense=1");
}

TEST_F(Commands, MachineSettings) {
  studio_.run("set policy=ipdom order=barrier");
  EXPECT_EQ(studio_.session().run()->plan().options.policy, engine::Policy::Ipdom);
  EXPECT_EQ(studio_.session().run()->plan().options.order, engine::Order::Barrier);
  studio_.run("set warp-size=16");
  EXPECT_EQ(studio_.session().run()->plan().options.warp_size, 16);
  studio_.run("set arch=sm_80");
  EXPECT_EQ(studio_.session().run()->prepared->experiment.arch, "sm_80");
  refused("set arch=sm_1");
  refused("set policy=luck");
  refused("set order=chaos");
  refused("set warp-size=7");
}

TEST_F(Commands, InputFillsTheBuffers) {
  studio_.run("set input=const:1; to-end");
  const auto& run = *studio_.session().run();
  const auto out =
      std::find_if(run.buffers.begin(), run.buffers.end(), [](const run::BufferResult& b) {
        float first = 0.0F;
        std::memcpy(&first, b.bytes.data(), sizeof first);
        return first == 64.0F;
      });
  EXPECT_NE(out, run.buffers.end()) << "the sum of 64 ones";
  refused("set input=rubbish:1");
}

TEST_F(Commands, RungsKeepTheValues) {
  studio_.run("rung id=sequential");
  EXPECT_EQ(state().experiment.rung, "sequential");
  EXPECT_EQ(state().experiment.values.at("block"), 64);
  studio_.run("previous-rung; next-rung");
  EXPECT_EQ(state().experiment.rung, "sequential");
  refused("rung id=nothing");
}

TEST_F(Commands, EditingRunsTheNewKernel) {
  std::string text = studio_.session().source_text();
  const auto before = studio_.session().run()->counters().warp_instructions;
  const auto at = text.find("s[t] += s[t + k];");
  ASSERT_NE(at, std::string::npos);
  text.insert(at, "s[t] += 0.5f * s[t + k]; else ");
  text.replace(at, std::string("s[t] += 0.5f * s[t + k]; else ").size(),
               "{ s[t] *= 2.0f; } if (t % (2 * k) == 0) ");
  studio_.run("edit text=" + session::quote(text));
  EXPECT_GT(studio_.session().run()->counters().warp_instructions, before);
  EXPECT_EQ(studio_.session().source_text(), text);
  studio_.run("rung id=sequential; rung id=interleaved-modulo");
  EXPECT_EQ(studio_.session().source_text(), text) << "edits are kept by rung";
  studio_.run("revert");
  EXPECT_EQ(studio_.session().run()->counters().warp_instructions, before);
}

TEST_F(Commands, AMistakeKeepsTheRunAndStandsOnItsLine) {
  studio_.run("goto phase=2");
  const auto run = studio_.session().run();
  const Tick before = state().cursor.tick;
  std::string text = studio_.session().source_text();
  text.insert(text.find("__syncthreads"), "oops ");
  ASSERT_TRUE(commands::execute(studio_.session(), "edit text=" + session::quote(text)));
  studio_.session().settle();
  ASSERT_TRUE(studio_.session().failure());
  EXPECT_EQ(studio_.session().run(), run);
  EXPECT_EQ(state().cursor.tick, before);
  const session::SourceModel model = session::source_model(studio_.session());
  EXPECT_TRUE(
      std::any_of(model.lines.begin(), model.lines.end(), [](const session::SourceLine& line) {
        return !line.error.empty() && line.text.find("oops") != std::string::npos;
      }));
  studio_.run("revert");
  EXPECT_FALSE(studio_.session().failure());
}

TEST_F(Commands, LessonsPredictAndReveal) {
  studio_.run("lesson id=reduction step=3");
  EXPECT_EQ(state().experiment.lesson_step, 2U);
  studio_.run("answer choice=1");
  const std::string id = studio_.session().step()->id;
  EXPECT_EQ(state().progress.answers.at(id).choice, 1);
  refused("answer choice=9");
  studio_.run("reveal");
  EXPECT_TRUE(state().progress.answers.at(id).revealed);
  refused("answer choice=0");
  studio_.run("lesson-next; lesson-back");
  EXPECT_EQ(state().experiment.lesson_step, 2U);
  studio_.run("lesson id=reduction");
  refused("lesson-back");
  refused("lesson id=nothing");
  refused("lesson id=reduction step=99");
}

// A script goes on after the lesson that it opened, and the step's own commands come before.
TEST_F(Commands, AScriptOutlivesTheLessonsItOpens) {
  auto script = session::parse_script(
      "lesson id=reduction step=3; step-forward unit=instruction; theme value=light");
  ASSERT_TRUE(script);
  studio_.session().enqueue(std::move(*script));
  studio_.session().settle();
  EXPECT_EQ(state().appearance.theme, view::Theme::Light);
  EXPECT_EQ(state().experiment.lesson_step, 2U);
  const Tick scripted = state().cursor.tick;
  studio_.run("lesson id=reduction step=3");
  EXPECT_EQ(scripted.value, state().cursor.tick.value + 1);
}

TEST_F(Commands, ViewsTurnAndTurnBack) {
  studio_.run("theme; theme value=dark; theme");
  EXPECT_EQ(state().appearance.theme, view::Theme::Light);
  studio_.run(
      "depth value=simple; presenter value=on; palette value=on; reduced-motion value=on; "
      "phase-view value=on; phase-view");
  EXPECT_EQ(state().appearance.depth, view::Depth::Simple);
  EXPECT_TRUE(state().screen.presenter && state().screen.palette_open &&
              state().screen.reduced_motion);
  EXPECT_FALSE(state().appearance.phase_view);
  EXPECT_EQ(state().appearance.flow_view, view::FlowView::Auto);
  studio_.run("phase-view value=on");
  EXPECT_EQ(state().appearance.flow_view, view::FlowView::Off) << "phases were asked for";
  studio_.run("scale value=2; larger; smaller; heat counter=bank-conflicts; heat");
  EXPECT_DOUBLE_EQ(state().screen.scale, 2.0);
  EXPECT_EQ(state().appearance.heat, "global.sectors");
  studio_.run("heat counter=shared.store.bank_conflicts");
  EXPECT_EQ(state().appearance.heat, "shared.store.bank_conflicts");
  studio_.run("heat");
  EXPECT_EQ(state().appearance.heat, "warp_instructions")
      << "the first one follows those that have no turn";
  refused("heat counter=simt_efficiency");
  studio_.run("panel id=timeline; help topic=sector");
  EXPECT_EQ(state().focus.panel, "help");
  EXPECT_EQ(state().tools.help_topic, "sector");
  refused("theme value=pink");
  refused("scale value=9");
  refused("heat counter=love");
  refused("depth value=deep");
  refused("presenter value=maybe");
  studio_.run("quit");
  EXPECT_TRUE(studio_.session().take<session::QuitRequest>());
  EXPECT_FALSE(studio_.session().take<session::QuitRequest>()) << "once";
}

TEST_F(Commands, ShowsArraysAndRegisters) {
  studio_.run("show-array name=s");
  EXPECT_EQ(state().appearance.array, "s");
  const auto& registers = studio_.session().program()->registers();
  ASSERT_FALSE(registers.empty());
  studio_.run("show-register name=" + registers.front().name);
  EXPECT_EQ(state().appearance.shown_register, registers.front().name);
  refused("show-array name=nothing");
  refused("show-register name=%zz9");
}

TEST_F(Commands, PlayingMovesOnWithBeats) {
  session::Session& session = studio_.session();
  studio_.run("speed value=4; play");
  session.update(0.25);
  EXPECT_EQ(tick(), 1U);
  EXPECT_LT(state().cursor.beat, 1.0);
  session.update(0.125);
  EXPECT_GT(state().cursor.beat, 0.0);
  studio_.run("pause");
  const std::uint64_t there = tick();
  session.update(0.2);
  EXPECT_EQ(tick(), there);
  studio_.run("speed value=1000; play");
  session.update(0.1);
  EXPECT_GE(tick(), there + 99);
  studio_.run("faster; slower; to-end; play-pause");
  EXPECT_TRUE(state().cursor.playing);
  EXPECT_EQ(tick(), 0U) << "playing at the end starts again";
  refused("speed value=0");
}

TEST_F(Commands, PausingHoldsTheBeat) {
  session::Session& session = studio_.session();
  studio_.run("speed value=4; play");
  session.update(0.25);
  session.update(0.05);
  const double beat = state().cursor.beat;
  ASSERT_GT(beat, 0.0);
  ASSERT_LT(beat, 1.0);
  ASSERT_TRUE(commands::execute(session, "play-pause"));
  session.update(0.5);
  EXPECT_DOUBLE_EQ(state().cursor.beat, beat);
  ASSERT_TRUE(commands::execute(session, "play-pause"));
  session.update(0.05);
  EXPECT_GT(state().cursor.beat, beat);
  ASSERT_TRUE(commands::execute(session, "play-pause"));
  ASSERT_TRUE(commands::execute(session, "step-forward"));
  session.update(10.0);
  EXPECT_DOUBLE_EQ(state().cursor.beat, 1.0) << "another step is not held";
}

TEST_F(Commands, GotoPhaseMeansTheFirstLaunch) {
  studio_.run("rung id=launches; set n=1024; to-end");
  ASSERT_GT(state().cursor.selection.launch, 0U);
  studio_.run("goto phase=0");
  EXPECT_EQ(tick(), 0U);
  studio_.run("to-end; rung id=interleaved-modulo; goto phase=2");
  EXPECT_EQ(studio_.session().shown_step()->launch, 0U);
  studio_.run("rung id=launches; goto phase=0 launch=1");
  EXPECT_EQ(trace().step(state().cursor.tick).launch, 1U);
}

TEST_F(Commands, ReducedMotionShowsTheEndAtOnce) {
  studio_.run("reduced-motion value=on");
  ASSERT_TRUE(commands::execute(studio_.session(), "step-forward"));
  EXPECT_DOUBLE_EQ(state().cursor.beat, 1.0);
}

TEST_F(Commands, UnknownOnesAreRefused) {
  refused("fly");
  refused("step-forward unit=mile");
  refused("beat value=x");
}

TEST_F(Commands, NumbersThatAreNoneAreRefused) {
  for (const char* value : {"nan", "inf", "-inf", "1e999", "", "0x10", "2 "}) {
    for (const char* command : {"scale", "speed", "beat"})
      refused(std::string(command) + " value=" + session::quote(value));
    refused(std::string("goto fraction=") + session::quote(value));
  }
  EXPECT_EQ(state().screen.scale, 1.0);
}

// 4294967296 is 0 in 32 bits, and neither phase 0 nor line 0.
TEST_F(Commands, NumbersThatAreTooLargeAreRefused) {
  studio_.run("goto tick=9");
  for (const char* command :
       {"goto phase=4294967296", "goto phase=0 launch=4294967296", "select line=4294967299",
        "next-touch array=in index=4294967296", "break line=4294967308",
        "lesson id=reduction step=4294967297", "select line=0", "select line=1000"})
    refused(command);
  EXPECT_FALSE(state().cursor.selection.line);
}

TEST_F(Commands, ALessonsStepThatIsNotThereChangesNothing) {
  studio_.run("goto tick=7");
  refused("lesson id=scan step=99");
  EXPECT_EQ(state().experiment.lesson, "reduction");
  EXPECT_EQ(state().experiment.rung, "interleaved-modulo");
}

TEST_F(Commands, TheSelectionKeepsToWhatTheRunHas) {
  studio_.run("set warp-size=64; select lane=40; select array=in index=60; select warp=0");
  studio_.run("undo");
  ASSERT_EQ(studio_.session().run()->plan().options.warp_size, 32);
  EXPECT_FALSE(state().cursor.selection.lane);
  EXPECT_TRUE(state().cursor.selection.element) << "the array is still there";
  studio_.run("set n=32");
  EXPECT_FALSE(state().cursor.selection.element) << "it has 32 elements now";
  studio_.run("select array=s index=3; lesson id=vector-add");
  EXPECT_FALSE(state().cursor.selection.element);
}

// The run before stays on screen while the new one is awaited, and if it cannot be made.
TEST_F(Commands, TheSelectionIsOfTheRunOnScreen) {
  studio_.run("rung id=sequential; set n=256; select block=2");
  ASSERT_EQ(trace().blocks(0).front(), BlockIndex{2});
  ASSERT_TRUE(commands::execute(studio_.session(), "lesson id=scan"));
  EXPECT_EQ(state().cursor.selection.block, BlockIndex{2});
  studio_.session().settle();
  EXPECT_EQ(state().cursor.selection.block, BlockIndex{0});
}

TEST(CommandsWithoutARun, AreRefusedWithAReason) {
  Studio studio;
  for (const char* text : {"step-forward", "play-pause", "to-end", "next-mark kind=fault",
                           "select lane=1", "reveal", "set block=1"}) {
    EXPECT_FALSE(commands::execute(studio.session(), text)) << text;
    EXPECT_FALSE(studio.session().message().empty());
  }
  EXPECT_TRUE(commands::execute(studio.session(), "theme"));
  EXPECT_TRUE(studio.session().message().empty());
}

TEST(Ladder, IsRunBesideTheRungOnScreen) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-modulo; set n=1024; set block=128");
  studio.session().complete_ladder();
  const auto* here = studio.session().ladder("interleaved-modulo");
  const auto* shuffles = studio.session().ladder("shuffles");
  ASSERT_TRUE(here != nullptr && shuffles != nullptr && here->numbers && shuffles->numbers);
  EXPECT_LT(shuffles->numbers->counters.warp_instructions,
            here->numbers->counters.warp_instructions);
  EXPECT_EQ(studio.session().state().experiment.rung, "interleaved-modulo");
}

}  // namespace
}  // namespace lanescope::ui::test
