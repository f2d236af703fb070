// No label is wider than its rectangle in any step of any lesson: here each step in one look after
// the other, with the panels in front that the step brings there. Every look and panel of every
// step is a matter of lesson_labels_long_test.cpp.

#include "tests/ui/studio/lesson_labels.hpp"

namespace lanescope::ui::test {
namespace {

TEST(LessonLabels, FitInEveryStep) {
  test::LessonLabels labels;
  std::size_t turn = 0;
  for (const lesson::Lesson& lesson : labels.session().lessons()) {
    labels.walk(lesson, [&](std::size_t) {
      const test::Look& look = test::kLessonLooks[turn++ % test::kLessonLooks.size()];
      labels.wear(look);
      labels.check(look);
    });
  }
  labels.report();
}

// Before the reveal no panel tells what a step asks.
TEST(LessonLabels, KeepTheAnswerBack) {
  test::LessonLabels labels;
  labels.wear({1920, 1080, "scale value=1"});
  for (const lesson::Lesson& lesson : labels.session().lessons()) {
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      if (!lesson.steps[i].question) continue;
      labels.open(lesson, i);
      labels.check_answer();
    }
  }
  labels.report();
}

}  // namespace
}  // namespace lanescope::ui::test
