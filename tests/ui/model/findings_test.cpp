// What the Findings panel tells of a run, and what it keeps to itself.

#include <algorithm>

#include "tests/ui/model/studio.hpp"
#include "ui/panels/findings/findings_model.hpp"

namespace lanescope::ui::panels::findings {
namespace {

using test::Studio;

TEST(FindingsModel, NamesTheLineTheRemedyAndTheLesson) {
  Studio studio;
  studio.run("lesson id=bank-conflicts; rung id=column");
  const auto model = findings_model(studio.session());
  ASSERT_TRUE(model);
  if (model->kept_back) studio.run("reveal");
  const auto shown = findings_model(studio.session());
  ASSERT_FALSE(shown->rows.empty());
  const FindingRow& row = shown->rows.front();
  EXPECT_NE(row.line, 0U);
  EXPECT_EQ(row.title.rfind("line", 0), 0U) << row.title;
  EXPECT_NE(row.cost.find(" wavefronts, "), std::string::npos) << row.cost;
  EXPECT_FALSE(row.remedy.empty());
  EXPECT_TRUE(row.lesson.empty()) << "the lesson that is open explains it";
}

// Predicting is no reading.
TEST(FindingsModel, KeepsBackWhatTheQuestionAsksFor) {
  Studio studio;
  bool asked = false;
  for (const lanescope::lesson::Lesson& lesson : studio.session().lessons()) {
    if (lesson.id != "coalescing") continue;
    for (std::size_t i = 0; i < lesson.steps.size() && !asked; ++i) {
      const auto& question = lesson.steps[i].question;
      if (!question || question->metric.find("global.load.sectors") == std::string::npos) continue;
      studio.run("lesson id=coalescing step=" + std::to_string(i + 1));
      asked = true;
    }
  }
  ASSERT_TRUE(asked);
  EXPECT_TRUE(findings_model(studio.session())->kept_back);
  EXPECT_TRUE(findings_model(studio.session())->rows.empty());
  studio.run("reveal");
  EXPECT_FALSE(findings_model(studio.session())->kept_back);
}

TEST(FindingsModel, AnotherLessonIsOffered) {
  Studio studio;
  studio.run("lesson id=transpose; rung id=naive");
  const auto model = findings_model(studio.session());
  ASSERT_TRUE(model);
  const auto stores = std::ranges::find_if(model->rows, [](const FindingRow& row) {
    return row.title.find("Stores") != std::string::npos;
  });
  ASSERT_NE(stores, model->rows.end());
  EXPECT_EQ(stores->line, 7U);
  EXPECT_TRUE(stores->lesson.empty());
  studio.run("lesson id=matrix-sums");
  const auto sums = findings_model(studio.session());
  for (const FindingRow& row : sums->rows) EXPECT_NE(row.lesson, "matrix-sums");
}

}  // namespace
}  // namespace lanescope::ui::panels::findings
