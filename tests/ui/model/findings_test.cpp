// What the Findings panel tells of a run, and what it keeps to itself.

#include <algorithm>
#include <filesystem>

#include "lab/experiment/file.hpp"
#include "tests/ui/model/studio.hpp"
#include "ui/figures/findings/findings_model.hpp"
#include "ui/figures/svg_text.hpp"
#include "ui/teaching/hidden_answer.hpp"

namespace lanescope::ui::figures::findings {
namespace {

using test::Studio;

std::optional<FindingsModel> told(Studio& studio) {
  return findings_model(studio.session(), teaching::HiddenAnswer(studio.session()).findings());
}

TEST(FindingsModel, NamesTheLineTheRemedyAndTheLesson) {
  Studio studio;
  studio.run("lesson id=bank-conflicts; rung id=column");
  const auto model = told(studio);
  ASSERT_TRUE(model);
  if (model->kept_back) studio.run("reveal");
  const auto shown = told(studio);
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
  EXPECT_TRUE(told(studio)->kept_back);
  EXPECT_TRUE(told(studio)->rows.empty());
  studio.run("reveal");
  EXPECT_FALSE(told(studio)->kept_back);
}

TEST(FindingsModel, AnotherLessonIsOffered) {
  Studio studio;
  studio.run("lesson id=transpose; rung id=naive");
  const auto model = told(studio);
  ASSERT_TRUE(model);
  const auto stores = std::ranges::find_if(model->rows, [](const FindingRow& row) {
    return row.title.find("Stores") != std::string::npos;
  });
  ASSERT_NE(stores, model->rows.end());
  EXPECT_EQ(stores->line, 7U);
  EXPECT_TRUE(stores->lesson.empty());
  studio.run("lesson id=matrix-sums");
  const auto sums = told(studio);
  for (const FindingRow& row : sums->rows) EXPECT_NE(row.lesson, "matrix-sums");
}

std::size_t times(const std::string& text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++found;
  return found;
}

// A stripe for each finding, and its words, of which long ones go on in the next line.
TEST(FindingsModel, IsDrawnForSlides) {
  Studio studio;
  studio.run("lesson id=transpose; rung id=naive; reveal");
  const auto model = told(studio);
  ASSERT_TRUE(model && !model->rows.empty());
  const auto file = std::filesystem::temp_directory_path() / "lanescope_findings.svg";
  studio.run("export-picture panel=findings file=" + file.string());
  const auto drawing = experiment::read_text(file.string());
  std::filesystem::remove(file);
  ASSERT_TRUE(drawing);
  EXPECT_EQ(times(*drawing, "<rect"), 1 + model->rows.size()) << "the ground and the stripes";
  EXPECT_EQ(times(*drawing, "font-weight=\"bold\""), model->rows.size());
  for (const FindingRow& row : model->rows) {
    EXPECT_NE(drawing->find('>' + row.title + '<'), std::string::npos) << row.title;
    EXPECT_NE(drawing->find('>' + row.cost + '<'), std::string::npos) << row.cost;
  }
  studio.run("lesson id=coalescing step=3");
  ASSERT_TRUE(told(studio)->kept_back);
  EXPECT_FALSE(commands::execute(studio.session(), "export-picture panel=findings file=x.svg"));
}

TEST(FindingsModel, LinesOfADrawingBreakAtBlanks) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(svg_lines("one two three", 8), (Lines{"one two", "three"}));
  EXPECT_EQ(svg_lines("one two three", 7), (Lines{"one two", "three"}));
  EXPECT_EQ(svg_lines("one two three", 6), (Lines{"one", "two", "three"}));
  EXPECT_EQ(svg_lines("abcdef", 4), (Lines{"abcd", "ef"})) << "no blank";
  EXPECT_EQ(svg_lines("\xC3\xA4\xC3\xB6 \xC3\xBC", 4), (Lines{"\xC3\xA4\xC3\xB6 \xC3\xBC"}));
  EXPECT_EQ(svg_lines("", 4), Lines{});
}

}  // namespace
}  // namespace lanescope::ui::figures::findings
