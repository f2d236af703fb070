// A text that tells or asks for a number of the PTX's instructions says so.

#include "lab/lesson/lesson_ptx.hpp"

#include <string>

#include <gtest/gtest.h>

#include "lab/lesson/check.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/lesson_sections.hpp"
#include "lab/lesson/metric.hpp"
#include "lab/lesson/paths.hpp"

namespace lanescope::lesson {
namespace {

TEST(CountsPtx, InstructionsBranchesAndTheirLanes) {
  for (const char* metric : {"divergent_branches", "divergent_branches@line:11", "2 * branches",
                             "simt_efficiency@line:6", "128 / warp_instructions@line:16",
                             "thread_instructions@launch:0"})
    EXPECT_TRUE(counts_ptx(metric)) << metric;
  for (const char* metric : {"shared.load.wavefronts@line:12", "launches", "buffer.branches[0]",
                             "global.load.requests", "barriers", "hazards.race", "1e6", ""})
    EXPECT_FALSE(counts_ptx(metric)) << metric;
}

TEST(AsksForTime, PathsOfIt) {
  for (const char* metric : {"time.cycles", "100 * time.stall.wait@machine:tiny",
                             "ceil(1 / time.issue_slots@caches:warm)"})
    EXPECT_TRUE(asks_for_time(metric)) << metric;
  for (const char* metric : {"buffer.time[0]", "sum.time", "launches", "runtime.cycles", ""})
    EXPECT_FALSE(asks_for_time(metric)) << metric;
}

Lesson lesson_with(std::string text, std::string prompt, std::string explanation) {
  Lesson lesson;
  lesson.id = "made-up";
  Claim splits;
  splits.id = "splits";
  splits.metric = "divergent_branches@line:3";
  Claim sectors;
  sectors.id = "sectors";
  sectors.metric = "global.load.sectors";
  lesson.claims = {splits, sectors};
  LessonStep step;
  step.id = "first";
  step.text = std::move(text);
  step.question = Question{};
  step.question->prompt = std::move(prompt);
  step.question->claim = "splits";
  step.question->explanation = std::move(explanation);
  lesson.steps = {step};
  return lesson;
}

TEST(PlantedTexts, AreFoundWhereTheyDoNotSayPtx) {
  const auto problems = [](const Lesson& lesson) {
    std::string all;
    for (const ClaimVerdict& verdict : check_ptx_is_named(lesson)) {
      EXPECT_FALSE(verdict.holds);
      all += verdict.claim + ";";
    }
    return all;
  };
  EXPECT_EQ(problems(lesson_with("It took {{sectors}} sectors.", "How many, in the PTX?", "")), "");
  EXPECT_EQ(problems(lesson_with("{{splits}} splits in the PTX.", "In the PTX?", "")), "");
  EXPECT_EQ(problems(lesson_with("{{splits}} splits.\n\nThe PTX is another matter.", "PTX?", "")),
            "PTX in step first;");
  EXPECT_EQ(problems(lesson_with("", "How many?", "")), "PTX in the question of first;");
  EXPECT_EQ(problems(lesson_with("", "PTX?", "Just {{splits}}.")), "PTX in the answer of first;");
}

TEST(ShippedLessons, SayPtxWhereANumberIsPtxs) {
  const auto lessons = load_lessons(kernels_folder());
  ASSERT_TRUE(lessons) << lessons.error().text();
  std::size_t claims = 0, told = 0;
  for (const Lesson& lesson : *lessons) {
    for (const Claim& claim : lesson.claims) claims += counts_ptx(claim.metric) ? 1 : 0;
    for (const LessonStep& step : as_written(lesson).steps)
      told += step.text.find("{{") != std::string::npos ? 1 : 0;
    for (const ClaimVerdict& verdict : check_ptx_is_named(as_written(lesson)))
      ADD_FAILURE() << lesson.id << ": " << verdict.claim << ": " << verdict.problem;
  }
  EXPECT_GE(claims, 10U) << "nothing was looked at";
  EXPECT_GE(told, 10U) << "the numbers stand in the claims' places";
}

}  // namespace
}  // namespace lanescope::lesson
