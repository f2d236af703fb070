// Schedules of lessons: read, and what claims say of them.

#include "lab/lesson/lesson_schedule.hpp"

#include <gtest/gtest.h>

#include "tests/lab/lesson_folder.hpp"

namespace lanescope::lesson {
namespace {

class LessonSchedules : public test::LessonFolder {};

// A lesson with a claim about a schedule, and a step that shows it.
std::string with_schedule(const std::string& schedule, const std::string& metric) {
  return test::kOneRung + R"([[schedule]]
id = "two"
title = "T"
)" + schedule +
         R"(
[[claim]]
id = "c"
schedule = "two"
metric = ")" +
         metric + R"("
value = 0
source = "by hand"
[[step]]
id = "s"
rung = "r"
schedule = "two"
)";
}

TEST_F(LessonSchedules, AClaimMayBeAboutASchedule) {
  const std::string markdown = "# X\n## S {#s}\nText {{c}}.\n";
  const std::string calls =
      "copy_engines = 1\nstreams = [\"1\", \"2\"]\n"
      "calls = [\"to 1 length=2\", \"from 2\", \"synchronize 2\"]";
  const auto value = [&](const std::string& schedule, const std::string& metric) {
    const auto lesson = load(with_schedule(schedule, metric), markdown);
    EXPECT_TRUE(lesson) << lesson.error().text();
    if (!lesson) return -1.0;
    EXPECT_EQ(lesson->steps.front().schedule, "two");
    const auto found = scheduled_value(*lesson, lesson->claims.front());
    EXPECT_TRUE(found) << found.error().text();
    return found ? *found : -1.0;
  };
  EXPECT_EQ(value(calls, "end"), 3);
  EXPECT_EQ(value(calls, "begin2"), 2);
  EXPECT_EQ(value(calls, "end1 + overlapped"), 2);
  EXPECT_EQ(value(calls, "returns2"), 0);
  EXPECT_EQ(value(calls, "end3"), 3);
  EXPECT_EQ(value("chunks = { count = 4, order = \"depth_first\" }", "end"), 6);
  EXPECT_EQ(value("copy_engines = 1\nchunks = { count = 4, order = \"breadth_first\" }", "end"), 8);
  EXPECT_EQ(value("chunks = { order = \"serial\", kernel = 3 }", "end"), 20);
}

TEST_F(LessonSchedules, MistakesOfAScheduleAreNamed) {
  const std::string markdown = "# X\n## S {#s}\nText {{c}}.\n";
  const auto wrong = [&](const std::string& schedule, const char* of) {
    const auto read = load(with_schedule(schedule, "end"), markdown);
    ASSERT_FALSE(read) << schedule;
    EXPECT_NE(read.error().text().find(of), std::string::npos) << read.error().text();
  };
  wrong("", "a schedule has `calls`, `chunks` or `like`");
  wrong("streams = [\"1\"]\ncalls = [\"move 1\"]", "`move 1` is no call");
  wrong("like = \"three\"", "there is no schedule `three` before this one");
  wrong("copy_engines = 3\nchunks = { order = \"serial\" }", "`copy_engines` is 0, 1 or 2");
  wrong("chunks = { order = \"any\" }", "`order` is serial, depth_first or breadth_first");
  wrong("chunks = { order = \"serial\", count = 0 }", "`count` is from 1 to 64");
  std::string other = with_schedule("chunks = { order = \"serial\" }", "end");
  other.replace(other.rfind("two"), 3, "one");
  const auto read = load(other, markdown);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().text().find("there is no schedule `one`"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::lesson
