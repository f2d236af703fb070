// A line that a question names is one that its step shows.

#include "lab/lesson/lesson_lines.hpp"

#include <gtest/gtest.h>

#include "lab/lesson/check.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/paths.hpp"

namespace lanescope::lesson {
namespace {

using Lines = std::vector<std::uint32_t>;

TEST(LinesNamed, OneAndSeveral) {
  EXPECT_EQ(lines_named("How often does the branch of line 11 split a warp?"), Lines{11});
  EXPECT_EQ(lines_named("Instructions of line 5 and line 11, the work"), (Lines{5, 11}));
  EXPECT_EQ(lines_named("Lines 3, 4 and 7. Line 9 stores."), (Lines{3, 4, 7, 9}));
  EXPECT_EQ(lines_named("32 lines of 4 sectors; a line of 128 bytes; outline 4"), Lines{});
}

Lesson asking(std::string prompt, std::vector<std::string> commands) {
  Lesson lesson;
  lesson.id = "made-up";
  LessonStep step;
  step.id = "first";
  step.question = Question{};
  step.question->prompt = std::move(prompt);
  step.commands = std::move(commands);
  lesson.steps = {step};
  return lesson;
}

TEST(LinesOfQuestions, AreLedTo) {
  const auto problems = [](const char* prompt, std::vector<std::string> commands) {
    return check_lines_are_shown(asking(prompt, std::move(commands))).size();
  };
  EXPECT_EQ(problems("What does line 12 cost?", {"goto phase=2", "goto line=12"}), 0U);
  EXPECT_EQ(problems("Lines 4 and 12?", {"goto line=12"}), 0U);
  EXPECT_EQ(problems("What does line 12 cost?", {"select line=12"}), 1U) << "out of sight";
  EXPECT_EQ(problems("What does it cost?", {}), 0U);
  EXPECT_EQ(problems("What does line 12 cost?", {"goto phase=2"}), 1U);
  EXPECT_EQ(problems("What does line 12 cost?", {"goto line=120"}), 1U);
  EXPECT_EQ(problems("What does line 12 cost?", {"goto line=1", "highlight line=12"}), 1U);
}

TEST(LinesOfQuestions, OfTheCourse) {
  const auto lessons = load_lessons(kernels_folder());
  ASSERT_TRUE(lessons) << lessons.error().text();
  std::size_t naming = 0;
  for (const Lesson& lesson : *lessons) {
    for (const ClaimVerdict& verdict : check_lines_are_shown(lesson))
      ADD_FAILURE() << verdict.lesson << ", " << verdict.claim << ": " << verdict.problem;
    for (const LessonStep& step : lesson.steps)
      naming += step.question && !lines_named(step.question->prompt).empty() ? 1 : 0;
  }
  EXPECT_GT(naming, 10U) << "else nothing was looked at";
}

}  // namespace
}  // namespace lanescope::lesson
