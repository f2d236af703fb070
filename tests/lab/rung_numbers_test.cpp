// What lessons state of their rungs beside counters: metrics with parameters, and formulas that are
// compared with the model. Expected by hand: each thread loads two floats, adds them and stores
// one.

#include "lab/lesson/rung_numbers.hpp"

#include <algorithm>

#include "lab/lesson/lesson_experiment.hpp"
#include "tests/lab/notes_bench.hpp"

namespace lanescope::test {
namespace {

class RungNumbers : public NotesBench {
 protected:
  static lesson::Lesson vectors() {
    auto lesson = lesson::load_lesson("kernels/roofline");
    EXPECT_TRUE(lesson) << lesson.error().text();
    std::erase_if(lesson->rungs, [](const lesson::Rung& rung) { return rung.id != "add"; });
    return std::move(*lesson);
  }
  std::vector<lesson::ClaimVerdict> verdicts(const lesson::Lesson& lesson) {
    return lesson::check_rung_numbers(
        lesson, [&](const lesson::Rung& rung, const lesson::ParameterValues& values) {
          runs_.push_back(values.at("n"));
          return Result<std::shared_ptr<const run::ModelRun>>(
              run(*lesson::make_experiment(rung, values)));
        });
  }
  std::vector<std::int64_t> runs_;
};

// At 1,024 elements and at twice as many: a formula that forgets what grows holds at one of them.
TEST_F(RungNumbers, FormulasAreComparedAtTwoSizes) {
  lesson::Lesson lesson = vectors();
  const auto all_hold = [&] {
    return std::ranges::all_of(verdicts(lesson), &lesson::ClaimVerdict::holds);
  };
  EXPECT_TRUE(all_hold());
  EXPECT_EQ(runs_, (std::vector<std::int64_t>{1024, 2048}));
  lesson.rungs[0].roofline->operations = "1024";
  EXPECT_FALSE(all_hold());
  lesson.rungs[0].roofline->operations = "n";
  lesson.rungs[0].roofline->bytes = "8 * n";
  EXPECT_FALSE(all_hold());
  lesson.rungs[0].roofline->bytes = "12 * m";
  const auto unknown = verdicts(lesson);
  ASSERT_FALSE(unknown.empty());
  EXPECT_FALSE(unknown.front().holds);
  EXPECT_NE(unknown.front().problem, "");
}

TEST_F(RungNumbers, QuantitiesMayNameParameters) {
  lesson::Lesson lesson = vectors();
  lesson::Rung& rung = lesson.rungs[0];
  rung.quantities = {{"loads", "global.load.bytes / 4 / n"}, {"wrong", "global.load.bytes / m"}};
  const lesson::ParameterValues values{{"n", 2048}};
  const auto done = run(*lesson::make_experiment(rung, values));
  EXPECT_EQ(*lesson::quantity_of(rung, "loads", *done, values), 2.0);
  EXPECT_EQ(*lesson::quantity_of(rung, "loads", *done, {}), 4.0) << "by the initial 1,024";
  EXPECT_FALSE(lesson::quantity_of(rung, "wrong", *done, values));
  EXPECT_FALSE(lesson::quantity_of(rung, "none", *done, values));
  lesson.quantities = {{"wrong", "Wrong"}};
  EXPECT_FALSE(verdicts(lesson).front().holds);
}

TEST_F(RungNumbers, AtSizesThatTheModelNeverRuns) {
  const lesson::Lesson lesson = vectors();
  const auto large =
      lesson::roofline_numbers(lesson.rungs[0], lesson::large_values(lesson.rungs[0]));
  ASSERT_TRUE(large);
  EXPECT_EQ(large->operations, 16'777'216.0);
  EXPECT_EQ(large->bytes, 12 * 16'777'216.0);
}

}  // namespace
}  // namespace lanescope::test
