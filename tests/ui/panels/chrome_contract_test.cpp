// Experiment, Lesson, Source and Help drawn with nothing run, with an empty lesson, at one step,
// after a fault and after a mistake; wide, at 320 pixels, and at 250 % scale.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "lab/experiment/file.hpp"
#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/panels/experiment/experiment.hpp"
#include "ui/panels/help/help.hpp"
#include "ui/panels/lesson/lesson.hpp"
#include "ui/panels/notes/notes.hpp"
#include "ui/panels/source/source.hpp"

namespace lanescope::ui::test {
namespace {

using test::Studio;

test::Panels panels() {
  test::Panels out =
      test::some_panels<panels::experiment::ExperimentPanel, panels::lesson::LessonPanel,
                        panels::source::SourcePanel, panels::notes::NotesPanel>();
  out.push_back(std::make_unique<panels::help::HelpPanel>(
      std::vector<panels::help::HelpTopic>{{"warps", "Warps", "The stage."}}));
  return out;
}

void draw_all(const session::Session& session, const std::string& state) {
  test::check_everywhere(panels, session, state,
                         {{700, 500, 1.0F, true, false},
                          {320, 500, 1.0F, false, false},
                          {320, 120, 1.0F, true, false},
                          {800, 700, 2.5F, true, false},
                          {500, 500, 1.0F, false, true}});
}

TEST(ChromeContract, NothingHasRun) {
  Studio studio;
  draw_all(studio.session(), "nothing");
  test::check_help(panels());
}

TEST(ChromeContract, EveryStepOfALesson) {
  Studio studio;
  studio.run("lesson id=reduction step=2");
  draw_all(studio.session(), "question");
  studio.run("answer choice=0; reveal");
  draw_all(studio.session(), "revealed");
  studio.run("to-start; step-forward; select line=11");
  draw_all(studio.session(), "one step");
}

// A vote of the class, a number to type, a lane to click.
TEST(ChromeContract, EveryWayToAnswer) {
  Studio studio;
  studio.run("lesson id=reduction step=3; hand choice=0; hand choice=1; vote-again; hand choice=2");
  draw_all(studio.session(), "vote");
  studio.run("reveal");
  draw_all(studio.session(), "vote revealed");
  studio.run("lesson id=reduction step=5");
  draw_all(studio.session(), "number");
  studio.run("answer number=17; reveal");
  draw_all(studio.session(), "number revealed");
  studio.run("lesson id=bank-conflicts step=2");
  draw_all(studio.session(), "click");
  studio.run("select lane=16");
  draw_all(studio.session(), "clicked");
  studio.run("lesson id=transpose; exercise-open; exercise-hint");
  draw_all(studio.session(), "hint");
}

// At 1280 × 720: values are told in fewer words before a title is cut.
TEST(ChromeContract, SlidersKeepTheirTitlesInALowPanel) {
  Studio studio;
  panels::experiment::ExperimentPanel experiment;
  for (const auto& [lesson, titles] :
       {std::pair("lesson id=matrix-product step=3", std::vector<std::string>{"Matrix size"}),
        std::pair("lesson id=block-scheduling step=9", std::vector<std::string>{"SMs of the GPU"}),
        std::pair("lesson id=colouring step=4", std::vector<std::string>{"Links of the chain"})}) {
    studio.run(lesson);
    test::Stage stage({290.0F, 230.0F, 1.0F, true, false});
    stage.draw(experiment, studio.session());
    for (const std::string& title : titles)
      EXPECT_TRUE(std::ranges::any_of(stage.labels().labels(), [&](const widgets::Label& label) {
        return label.text == title && !label.shortened;
      })) << title;
  }
}

bool in_view(const test::Stage& stage, const std::string& text) {
  for (const widgets::Label& label : stage.labels().labels())
    if (label.text == text) return label.in_view;
  return false;
}

// In a small panel the question stays in sight, and the text above it is scrolled to.
TEST(ChromeContract, TheQuestionAndItsAnswerStayInSight) {
  Studio studio;
  studio.run("lesson id=reduction step=2");
  test::Stage stage({300, 360, 1.0F, true, false});
  panels::lesson::LessonPanel panel;
  stage.draw(panel, studio.session());
  const auto open = teaching::lesson_model(studio.session());
  EXPECT_TRUE(in_view(stage, open->title));
  EXPECT_TRUE(in_view(stage, open->question->prompt));
  for (const teaching::ChoiceMark& choice : open->question->choices)
    EXPECT_TRUE(in_view(stage, choice.text)) << choice.text;
  studio.run("reveal");
  stage.draw(panel, studio.session());
  EXPECT_TRUE(in_view(stage, open->title));
  EXPECT_TRUE(in_view(stage, teaching::lesson_model(studio.session())->question->verdict));
}

// Bars give way to names, and the rung that runs is among those in view.
TEST(ChromeContract, RungsKeepTheirNamesInASmallPanel) {
  Studio studio;
  studio.run("lesson id=reduction step=3");
  test::Stage stage({290, 270, 1.0F, true, false});
  panels::experiment::ExperimentPanel panel;
  stage.draw(panel, studio.session());
  const panels::experiment::ExperimentModel model =
      panels::experiment::experiment_model(studio.session());
  int whole = 0;
  for (const panels::experiment::LadderRow& row : model.ladder) {
    const bool seen = in_view(stage, row.title);
    whole += seen ? 1 : 0;
    if (row.here) {
      EXPECT_TRUE(seen) << row.title;
    }
  }
  EXPECT_GE(whole, 5);
}

// A course of one lesson of ours, whose third step asks nothing.
void write_course_without_a_question(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  fs::remove_all(folder);
  fs::create_directories(folder);
  fs::copy(lesson::kernels_folder() / "histogram", folder / "histogram");
  std::string toml = *experiment::read_text(folder / "histogram" / "lesson.toml");
  std::size_t at = 0;
  for (int step = 0; step < 3; ++step) at = toml.find("[[step]]", at + 1);
  const std::size_t question = toml.find("[step.question]", at);
  toml.erase(question, toml.find("[[", question) - question);
  std::ofstream(folder / "histogram" / "lesson.toml") << toml;
}

// Where the text has no room for them checks are scrolled to: they do not lie over the buttons.
TEST(ChromeContract, ChecksFollowTheTextWithoutAQuestion) {
  const std::filesystem::path course = ::testing::TempDir() + "course";
  write_course_without_a_question(course);
  ::setenv("LANESCOPE_KERNELS", course.c_str(), 1);
  Studio studio;
  ::unsetenv("LANESCOPE_KERNELS");
  studio.run("lesson id=histogram step=3");
  const auto model = teaching::lesson_model(studio.session());
  ASSERT_FALSE(model->question);
  ASSERT_FALSE(model->checks.empty());
  panels::lesson::LessonPanel panel;
  test::Stage small({300, 240, 1.0F, true, false});
  small.draw(panel, studio.session());
  EXPECT_FALSE(in_view(small, model->checks.front().sentence));
  panels::lesson::LessonPanel another;
  test::Stage large({300, 600, 1.0F, true, false});
  large.draw(another, studio.session());
  EXPECT_TRUE(in_view(large, model->checks.front().sentence));
}

// However far a step was scrolled, the next one is read from its beginning.
TEST(ChromeContract, AStepIsReadFromItsBeginning) {
  Studio studio;
  studio.run("lesson id=reduction step=3");
  test::Stage stage({300, 300, 1.0F, true, false});
  panels::lesson::LessonPanel panel;
  const auto scroll = [] {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
      if (std::string_view(window->Name).find("###text") != std::string_view::npos)
        return window->Scroll.y;
    return -1.0F;
  };
  stage.point_at(100, 80);
  stage.draw(panel, studio.session());
  stage.wheel(-20);
  stage.draw(panel, studio.session());
  EXPECT_GT(scroll(), 20.0F);
  studio.run("lesson-next");
  stage.draw(panel, studio.session());
  EXPECT_EQ(scroll(), 0.0F);
}

TEST(ChromeContract, AMistakeInTheSource) {
  Studio studio;
  studio.run("lesson id=scan");
  std::string text = studio.session().source_text();
  text.insert(text.find('{') + 1, " this is not CUDA; ");
  ASSERT_TRUE(commands::execute(studio.session(), "edit text=" + session::quote(text)));
  studio.session().settle();
  ASSERT_TRUE(studio.session().failure());
  draw_all(studio.session(), "a mistake");
}

TEST(ChromeContract, AFault) {
  Studio studio;
  studio.run("lesson id=vector-add");
  std::string text = studio.session().source_text();
  const auto guard = text.find("if (i < n)");
  ASSERT_NE(guard, std::string::npos);
  text.replace(guard, 10, "if (i < 100000000u) c[i + 50000000u] = 1.0f; else");
  ASSERT_TRUE(commands::execute(studio.session(), "edit text=" + session::quote(text)));
  studio.session().settle();
  ASSERT_FALSE(studio.session().failure());
  ASSERT_NE(studio.session().run()->outcome, engine::Outcome::Finished);
  draw_all(studio.session(), "a fault");
}

}  // namespace
}  // namespace lanescope::ui::test
