#include "lab/lesson/lesson_text.hpp"

#include <gtest/gtest.h>

namespace lanescope::lesson {
namespace {

TEST(LessonText, IsSplitAtHeadings) {
  const auto text = split_lesson_text(
      "# Title\n\nIntro.\n\n## First step {#one}\n\nA\n\nB\n```\n## no heading\n```\n## Second "
      "{#two}\nC\n",
      "f.md");
  ASSERT_TRUE(text) << text.error().text();
  EXPECT_EQ(text->title, "Title");
  EXPECT_EQ(text->introduction, "Intro.");
  ASSERT_EQ(text->sections.size(), 2U);
  EXPECT_EQ(text->sections[0].id, "one");
  EXPECT_EQ(text->sections[0].title, "First step");
  EXPECT_EQ(text->sections[0].text, "\nA\n\nB\n```\n## no heading\n```\n");
  EXPECT_EQ(text->sections[1].line, 13);
}

TEST(LessonText, HeadingWithoutId) {
  const auto text = split_lesson_text("# T\n\n## Step\n", "f.md");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().place, "f.md:3");
}

TEST(LessonText, ClaimsBecomeNumbers) {
  const std::map<std::string, double> claims{{"a", 1048576.0}, {"b", 0.75}};
  EXPECT_EQ(*insert_claims("{{a}} and {{ b }}.", claims, "f.md", 1), "1,048,576 and 0.75.");
  const auto wrong = insert_claims("x\ny {{c}}", claims, "f.md", 10);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().text(), "f.md:11: there is no claim `c`");
  EXPECT_FALSE(insert_claims("{{a", claims, "f.md", 1));
}

}  // namespace
}  // namespace lanescope::lesson
