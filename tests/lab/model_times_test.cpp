// Modelled time as a metric. Expected by hand: of an array that fits into L1 and is gone through
// four times, three quarters are found there; and shares are of a whole.

#include "lab/lesson/model_times.hpp"

#include "cuda/toolchain/nvdisasm.hpp"
#include "lab/experiment/file.hpp"
#include "lab/lesson/check.hpp"
#include "lab/lesson/exercise.hpp"
#include "lab/lesson/recorded.hpp"
#include "ports/toolchain/absent_tools.hpp"
#include "sim/timing/reasons.hpp"
#include "tests/lab/notes_bench.hpp"

namespace lanescope::test {
namespace {

// Counts how often it is asked.
class CountingDisassembler final : public ports::toolchain::Disassembler {
 public:
  [[nodiscard]] Result<std::vector<ports::toolchain::SassFunction>> disassemble(
      std::span<const std::byte> cubin) const override {
    ++asked;
    return nvdisasm_.disassemble(cubin);
  }
  mutable int asked = 0;

 private:
  cuda::toolchain::Nvdisasm nvdisasm_{{}};
};

class TimeMetrics : public NotesBench {
 protected:
  std::shared_ptr<const run::ModelRun> again() {
    return run(experiment("caches", "again", {{"words", 16384}, {"times", 4}}));
  }
  double value(const run::ModelRun& done, const std::string& metric) {
    const auto found = lesson::evaluate_metric(done, metric, {}, &times_);
    EXPECT_TRUE(found) << metric << ": " << found.error().text();
    return found ? *found : -1.0;
  }
  CountingDisassembler disassembler_;
  lesson::ModelTimes times_{disassembler_};
};

TEST_F(TimeMetrics, AreNumbersOfTheTimedRun) {
  const auto done = again();
  EXPECT_NEAR(value(*done, "time.l1.hit_rate"), 0.75, 0.02);
  EXPECT_DOUBLE_EQ(value(*done, "time.l1.sectors"), 4 * 16384 / 8);
  EXPECT_DOUBLE_EQ(value(*done, "time.l1.sectors - time.l1.hits"), 16384 / 8);
  EXPECT_DOUBLE_EQ(value(*done, "time.dram.load_bytes"), 65536);
  EXPECT_DOUBLE_EQ(value(*done, "time.cycles / time.microseconds"), 1980);
  EXPECT_GT(value(*done, "time.cycles - time.active_cycles"), 3000) << "what launching costs";
  EXPECT_NEAR(value(*done, "time.dram.use * time.active_cycles"), 65536 / 2330.0, 1e-6);
}

TEST_F(TimeMetrics, SharesAreOfAWhole) {
  const auto done = again();
  std::string shares = "0", cycles = "0";
  for (int i = 0; i < timing::kReasons; ++i) {
    const std::string name(timing::spelling(static_cast<timing::Reason>(i)));
    shares += " + time.stall." + name;
    cycles += " + time.stall_cycles." + name;
  }
  EXPECT_NEAR(value(*done, shares), 1.0, 1e-9);
  EXPECT_GT(value(*done, cycles), 0.0);
  EXPECT_DOUBLE_EQ(value(*done, "time.stall_cycles.selected"), value(*done, "time.instructions"));
  EXPECT_NEAR(value(*done, "time.stall.selected * time.warps"), value(*done, "time.issue_slots"),
              1e-9);
}

// An L1 of 256 KiB holds what one of 128 does not; L2 has what it is said to hold.
TEST_F(TimeMetrics, AreThoseOfTheMachineAndTheCachesThatAreNamed) {
  const auto done = run(experiment("caches", "again", {{"words", 40960}, {"times", 4}}));
  EXPECT_NEAR(value(*done, "time.l1.hit_rate"), 0.75, 0.02);
  EXPECT_LT(value(*done, "time.l1.hit_rate@machine:laptop"), 0.5);
  EXPECT_GT(value(*done, "time.dram.load_bytes"), 0.0);
  EXPECT_DOUBLE_EQ(value(*done, "time.dram.load_bytes@caches:warm"), 0.0);
  EXPECT_DOUBLE_EQ(value(*done, "time.cycles@launch:0"), value(*done, "time.cycles"));
}

TEST_F(TimeMetrics, AreMadeWhenTheyAreAskedForFirst) {
  const auto done = again();
  EXPECT_EQ(value(*done, "global.load.requests"), 2048);
  EXPECT_EQ(disassembler_.asked, 0);
  static_cast<void>(value(*done, "time.cycles / time.active_cycles"));
  static_cast<void>(value(*done, "time.l2.sectors"));
  EXPECT_EQ(disassembler_.asked, 1);
  static_cast<void>(value(*done, "time.cycles@machine:tiny"));
  EXPECT_EQ(disassembler_.asked, 2);
}

TEST_F(TimeMetrics, SayWhatIsWrongOrMissing) {
  const auto done = again();
  for (const char* wrong :
       {"time.cycle", "time.stall.nothing", "time.cycles@machine:abacus", "time.cycles@line:3",
        "time.cycles@caches:hot", "time.l1.rate", "time.cycles@launch:1", "time.dram.bytes"}) {
    const auto found = lesson::evaluate_metric(*done, wrong, {}, &times_);
    ASSERT_FALSE(found) << wrong;
    EXPECT_EQ(found.error().code, Error::Code::BadInput) << wrong;
  }
  const ports::toolchain::NoDisassembler none("there is no nvdisasm");
  lesson::ModelTimes nothing(none);
  for (lesson::ModelTimes* times : {&nothing, static_cast<lesson::ModelTimes*>(nullptr)}) {
    const auto found = lesson::evaluate_metric(*done, "time.cycles", {}, times);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, Error::Code::Missing);
  }
}

// The kernel as given is right, and too slow: only machine code tells.
TEST_F(TimeMetrics, AreGoalsOfExercises) {
  const auto lesson = lesson::load_lesson("kernels/latency");
  ASSERT_TRUE(lesson) << lesson.error().text();
  const lesson::Exercise& exercise = lesson->exercises.front();
  const std::string solution = *experiment::read_text(exercise.solution.file.string());
  EXPECT_TRUE(lesson::judge(*lesson, exercise, solution, compiler(), &disassembler_).solved);
  const std::string given = *experiment::read_text(exercise.start.file.string());
  const auto slow = lesson::judge(*lesson, exercise, given, compiler(), &disassembler_);
  EXPECT_NE(slow.problem.find("not reached"), std::string::npos) << slow.problem;
  const auto untimed = lesson::judge(*lesson, exercise, solution, compiler());
  EXPECT_FALSE(untimed.solved);
  EXPECT_NE(untimed.problem.find("machine code"), std::string::npos) << untimed.problem;
}

// Claims as `check` recomputes them; one that is not near enough is false.
TEST_F(TimeMetrics, AreClaims) {
  auto lesson = lesson::load_lesson("kernels/latency");
  ASSERT_TRUE(lesson) << lesson.error().text();
  std::erase_if(lesson->claims, [](const lesson::Claim& claim) {
    return claim.id != "ahead-faster" && claim.id != "round-cycles";
  });
  lesson->steps.clear();
  lesson->exercises.clear();
  const auto verdict = [&](std::size_t at) {
    return lesson::check(*lesson, compiler(), disassembler_, {})[at];
  };
  EXPECT_TRUE(verdict(0).holds) << verdict(0).problem;
  EXPECT_TRUE(verdict(1).holds) << verdict(1).problem;
  EXPECT_GT(verdict(1).found, 2.0) << "the slower run's time by the faster one's";
  lesson->claims[1].value = 1.0;
  EXPECT_FALSE(verdict(1).holds);
}

}  // namespace
}  // namespace lanescope::test
