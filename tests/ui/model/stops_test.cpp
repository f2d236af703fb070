// Breakpoints, bookmarks, and who wrote a register, on a real run of the reduction.

#include "sim/analysis/lines.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/session/source_model.hpp"
#include "ui/session/stop_search.hpp"
#include "ui/view/operands.hpp"
#include "ui/view/relative_moment.hpp"

namespace lanescope::ui::view {
namespace {

using test::Studio;

class Stops : public ::testing::Test {
 protected:
  void SetUp() override {
    studio_.run(
        "lesson id=reduction; rung id=interleaved-modulo; set block=64; set n=64; to-start");
    const std::string& text = studio_.session().source_text();
    const auto at = text.find("s[t] += s[t + k]");
    ASSERT_NE(at, std::string::npos);
    line_ = 1 + static_cast<std::uint32_t>(
                    std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  }
  [[nodiscard]] const State& state() { return studio_.session().state(); }
  [[nodiscard]] const trace::Trace& trace() { return *studio_.session().trace(); }
  [[nodiscard]] std::uint64_t tick() { return state().cursor.tick.value; }
  void run(const std::string& command) { studio_.run(command); }
  void refused(const std::string& command) {
    const std::uint64_t before = tick();
    EXPECT_FALSE(commands::execute(studio_.session(), command)) << command;
    EXPECT_EQ(tick(), before) << command;
  }
  [[nodiscard]] std::uint32_t line_at(std::uint64_t at) {
    const trace::Step step = trace().step(Tick{at});
    return analysis::line_in_file(*studio_.session().program(), step.pc,
                                  session::compiled_file(studio_.session()));
  }
  // How often warps come to the line, counted from the trace itself.
  [[nodiscard]] std::vector<std::uint64_t> visits() {
    std::vector<std::uint64_t> out;
    for (std::uint32_t warp = 0; warp < 2; ++warp) {
      std::uint32_t before = 0;
      for (const Tick at : trace().steps_of(0, BlockIndex{0}, WarpIndex{warp})) {
        const std::uint32_t here = line_at(at.value);
        if (here == line_ && before != line_) out.push_back(at.value);
        if (here != 0) before = here;
      }
    }
    std::sort(out.begin(), out.end());
    return out;
  }
  Studio studio_;
  std::uint32_t line_ = 0;
};

TEST_F(Stops, RunToABreakpointForwardsAndBack) {
  refused("next-break");
  run("break line=" + std::to_string(line_));
  const auto expected = visits();
  ASSERT_GE(expected.size(), 6U) << "six levels of 64 elements";
  for (const std::uint64_t visit : expected) {
    run("next-break");
    EXPECT_EQ(tick(), visit + 1);
  }
  refused("next-break");
  for (std::size_t i = expected.size() - 1; i-- > 0;) {
    run("previous-break");
    EXPECT_EQ(tick(), expected[i] + 1);
  }
  refused("previous-break");
}

TEST_F(Stops, PlayingStopsThere) {
  run("break line=" + std::to_string(line_) + "; speed value=100000; play");
  studio_.session().update(0.25);
  EXPECT_FALSE(state().cursor.playing);
  EXPECT_EQ(tick(), visits().front() + 1);
  run("speed value=40; step-unit value=phase; play");
  studio_.session().update(0.25);
  EXPECT_EQ(tick(), visits()[1] + 1) << "also where a step is longer";
}

TEST_F(Stops, ConditionsChooseTheLane) {
  // Level k: threads divisible by 2k add. Thread 32, lane 0 of warp 1, takes part up to k = 16.
  run("break line=" + std::to_string(line_) + " if=\"thread == 32\"");
  int stops = 0;
  while (commands::execute(studio_.session(), "next-break")) {
    ++stops;
    EXPECT_EQ(trace().step(Tick{tick() - 1}).warp, WarpIndex{1});
  }
  EXPECT_EQ(stops, 5);
  run("to-start; break line=" + std::to_string(line_) + " if=\"thread == 32\" lane=3");
  EXPECT_EQ(state().marks.breakpoints.front().condition, "lane == 3 && thread == 32");
  refused("next-break");
}

TEST_F(Stops, ConditionsLookAtRegisters) {
  run("goto line=" + std::to_string(line_));
  // The first load of the line writes a register that a lane's s[t] fills.
  std::string name;
  for (int i = 0; i < 8 && name.empty(); ++i) {
    const auto step = *studio_.session().shown_step();
    if (studio_.session().program()->text_at(step.pc).starts_with("ld.shared"))
      name = registers_written(*studio_.session().program(), step.pc).front();
    else
      run("step-forward");
  }
  ASSERT_FALSE(name.empty());
  run("set input=const:1; to-start; break line=" + std::to_string(line_) + " if=\"" + name +
      " == 8\"");
  run("next-break");
  // Sums of eight ones are first read by the level that adds them: k = 8.
  const auto phase = phase_at(trace(), 0, BlockIndex{0}, Tick{tick() - 1});
  ASSERT_TRUE(phase);
  EXPECT_EQ(phase->number, 4U) << "load, k = 1, 2, 4, then 8";
}

TEST_F(Stops, BreakpointsComeAndGo) {
  const std::string line = std::to_string(line_);
  run("select line=" + line + "; break");
  ASSERT_EQ(state().marks.breakpoints.size(), 1U);
  EXPECT_EQ(state().marks.breakpoints.front(), (Breakpoint{line_, ""}));
  run("break");
  EXPECT_TRUE(state().marks.breakpoints.empty());
  run("break line=" + line + "; break line=" + line + " if=\"lane == 1\"");
  EXPECT_EQ(state().marks.breakpoints.size(), 1U);
  refused("break line=1");
  refused("break line=" + line + " if=\"lane\"");
  refused("break line=" + line + " if=\"%zz == 1\"");
  EXPECT_EQ(state().marks.breakpoints.front().condition, "lane == 1");
  run("clear-breaks");
  EXPECT_TRUE(state().marks.breakpoints.empty());
  refused("break line=" + line + " off");
}

TEST_F(Stops, BookmarksKeepTheirMoment) {
  run("goto tick=40; bookmark note=\"the first sum\"; goto tick=20; bookmark");
  ASSERT_EQ(state().marks.bookmarks.size(), 2U);
  EXPECT_EQ(state().marks.bookmarks.back().note, "the first sum") << "in the order of time";
  run("to-start; next-bookmark");
  EXPECT_EQ(tick(), 20U);
  run("next-bookmark");
  EXPECT_EQ(tick(), 40U);
  refused("next-bookmark");
  run("previous-bookmark; bookmark");
  EXPECT_EQ(state().marks.bookmarks.size(), 1U) << "a second time takes it away";
  run("clear-bookmarks");
  EXPECT_TRUE(state().marks.bookmarks.empty());
}

TEST_F(Stops, EveryTickIsAPlace) {
  for (std::uint64_t at = 0; at <= trace().tick_count(); ++at)
    EXPECT_EQ(tick_at(trace(), place_of(trace(), Tick{at})), Tick{at});
}

TEST_F(Stops, WhoWroteThisRegister) {
  studio_.step_to("st.shared");
  run("step-forward count=4");
  studio_.step_to("st.shared");
  const auto store = *studio_.session().shown_step();
  const engine::Program& program = *studio_.session().program();
  const auto read = touched_registers(program.at(store.pc)).read;
  ASSERT_FALSE(read.empty());
  const std::string name = program.registers()[*read.rbegin()].name;
  const auto lane = static_cast<unsigned>(std::countr_zero(store.executed));
  run("who-wrote-register register=" + name + " lane=" + std::to_string(lane));
  const auto writer = *studio_.session().shown_step();
  EXPECT_LT(writer.tick, store.tick);
  EXPECT_EQ(writer.warp, store.warp);
  const auto written = registers_written(*studio_.session().program(), writer.pc);
  EXPECT_NE(std::find(written.begin(), written.end(), name), written.end());
  refused("who-wrote-register register=%none lane=0");
}

TEST_F(Stops, MarksHaveTheirOwnCommands) {
  run("to-start; next-divergence");
  const std::uint64_t first = tick();
  run("next-divergence; previous-divergence");
  EXPECT_EQ(tick(), first);
  run("to-start; next-mark kind=divergence");
  EXPECT_EQ(tick(), first);
  refused("next-fault");
  run("next-barrier; previous-barrier");
  refused("previous-conflict");
}

}  // namespace
}  // namespace lanescope::ui::view
