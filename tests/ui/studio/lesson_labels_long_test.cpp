// No label is wider than its rectangle: every step of every lesson, every panel in front, at both
// sizes and both scales.

#include "tests/ui/studio/lesson_labels.hpp"

namespace lanescope::ui::test {
namespace {

TEST(LessonLabelsLong, FitInEveryPanelOfEveryStep) {
  test::LessonLabels labels;
  for (const lesson::Lesson& lesson : labels.session().lessons()) {
    labels.walk(lesson, [&](std::size_t) {
      for (const test::Look& look : test::kLessonLooks) {
        labels.wear(look);
        labels.check(look);
        for (const std::string& panel : labels.session().panels()) {
          labels.bring(panel);
          labels.check(look);
        }
      }
    });
  }
  labels.report();
}

}  // namespace
}  // namespace lanescope::ui::test
