// Breakpoints in a run that is too long to be searched within a frame.

#include "sim/analysis/lines.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/session/source_model.hpp"

namespace lanescope::ui::test {
namespace {

constexpr const char* kKernel = R"(extern "C" __global__ void k(volatile int* out) {
  int x = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < 12000; ++i) {
    x = x * 5 + i;
    if (i == 11990) out[32 + threadIdx.x] = x;
    out[threadIdx.x] = x;
  }
}
)";
constexpr std::uint32_t kLateLine = 6, kLastLine = 7;
// Holds from the late store on: lane 7 has then written there.
constexpr const char* kLate = "break line=7 if=\"lane == 7 && out[39] != 0\"";

class LongStops : public ::testing::Test {
 protected:
  void SetUp() override {
    studio_.open(test::pasted(kKernel, "out:i32[64]=zero", {32, 1, 1}));
    ASSERT_NE(session().trace(), nullptr);
    ASSERT_GT(session().trace()->tick_count(), 50'000U);
    const auto& program = *session().program();
    for (std::uint64_t t = 0; t < session().trace()->tick_count() && late_ == 0; ++t) {
      const trace::Step step = session().trace()->step(Tick{t});
      if (program.text_at(step.pc).starts_with("st.") && line_at(t) == kLateLine) late_ = t;
    }
    ASSERT_GT(late_, 40'000U);
  }
  [[nodiscard]] session::Session& session() { return studio_.session(); }
  [[nodiscard]] std::uint64_t tick() { return session().state().cursor.tick.value; }
  void run(const std::string& command) { studio_.run(command); }
  [[nodiscard]] std::uint32_t line_at(std::uint64_t t) {
    return analysis::line_in_file(*session().program(), session().trace()->step(Tick{t}).pc,
                                  session::compiled_file(session()));
  }
  // The first instruction of the last line behind the late store.
  [[nodiscard]] std::uint64_t behind() {
    std::uint64_t t = late_ + 1;
    while (line_at(t) != kLastLine) ++t;
    return t;
  }
  // The first instruction of that line's last visit ahead of it.
  [[nodiscard]] std::uint64_t ahead() {
    std::uint64_t t = late_;
    while (line_at(t) != kLastLine) --t;
    while (line_at(t - 1) == kLastLine) --t;
    return t;
  }

  test::Studio studio_;
  std::uint64_t late_ = 0;  // the only store to the second half of the buffer
};

// A condition that never holds: the whole run is looked through, and frames go on.
TEST_F(LongStops, NothingFoundLeavesAMessage) {
  run("to-start; break line=7 if=\"thread == 40\"");
  ASSERT_TRUE(commands::execute(session(), "next-break"));
  EXPECT_TRUE(session().busy());
  session().settle();
  EXPECT_FALSE(session().busy());
  EXPECT_EQ(tick(), 0U);
  EXPECT_NE(session().message().find("no breakpoint is reached"), std::string::npos)
      << session().message();
}

TEST_F(LongStops, AnythingThatMovesTimeGivesItUp) {
  run("to-start; break line=7 if=\"thread == 40\"");
  ASSERT_TRUE(commands::execute(session(), "next-break"));
  ASSERT_TRUE(commands::execute(session(), "step-forward"));
  EXPECT_FALSE(session().busy());
  session().settle();
  EXPECT_EQ(tick(), 1U);
  EXPECT_TRUE(session().message().empty()) << session().message();
}

TEST_F(LongStops, FoundFarAway) {
  run(std::string("to-start; ") + kLate);
  ASSERT_TRUE(commands::execute(session(), "next-break"));
  EXPECT_EQ(tick(), 0U) << "it is still being looked for";
  for (int i = 0; i < 10'000 && session().busy(); ++i) {
    session().update(1.0 / 60.0);
    EXPECT_GE(session().activity().size(), session().busy() ? 1U : 0U);
  }
  session().settle();
  EXPECT_EQ(tick(), behind() + 1);
  EXPECT_TRUE(session().message().empty()) << session().message();
}

TEST_F(LongStops, FoundBackwards) {
  run("to-end; break line=7 if=\"lane == 7 && out[39] == 0\"");
  run("goto tick=" + std::to_string(session().trace()->tick_count()) + "; previous-break");
  EXPECT_EQ(tick(), ahead() + 1);
}

// A script's next command waits for what has been found.
TEST_F(LongStops, AScriptWaitsForIt) {
  run(std::string("to-start; ") + kLate);
  auto commands = session::parse_script("next-break; step-forward unit=instruction");
  ASSERT_TRUE(commands);
  session().enqueue(std::move(*commands));
  session().settle();
  EXPECT_EQ(tick(), behind() + 2);
  EXPECT_FALSE(session().has_queued());
}

// A step of playing that leads beyond the breakpoint stops there, however long it is.
TEST_F(LongStops, PlayingStopsFarAway) {
  run(std::string("to-start; ") + kLate + "; step-unit value=phase; speed value=40; play");
  session().update(0.25);
  EXPECT_TRUE(session().busy());
  session().settle();
  EXPECT_EQ(tick(), behind() + 1);
  EXPECT_FALSE(session().state().cursor.playing);
}

TEST_F(LongStops, PausingGivesItUp) {
  run(std::string("to-start; ") + kLate + "; step-unit value=phase; speed value=40; play");
  session().update(0.25);
  run("pause");
  session().update(0.25);
  EXPECT_FALSE(session().busy());
  EXPECT_EQ(tick(), 0U);
}

// One block that runs for long: a jump to any moment of it begins near it.
TEST(LongRuns, LeaveStatesUpToTheirEnd) {
  test::Studio studio;
  studio.open(
      test::pasted("extern \"C\" __global__ void k(volatile int* out) {\n"
                   "#pragma unroll 1\n"
                   "  for (int i = 0; i < 100000; ++i) out[threadIdx.x] = i;\n}\n",
                   "out:i32[32]=zero", {32, 1, 1}));
  const auto& run = studio.session().run();
  ASSERT_NE(run, nullptr);
  ASSERT_GT(run->machine_steps, 400'000U);
  ASSERT_FALSE(run->snapshots.empty());
  EXPECT_GT(run->snapshots.rbegin()->first.value + 110'000, run->machine_steps);
}

}  // namespace
}  // namespace lanescope::ui::test
