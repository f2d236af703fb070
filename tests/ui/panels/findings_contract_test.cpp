// Findings of every kind at every size and scale: no words clipped, nothing sticking out. And the
// pointer on them, their picture, and what a frame costs.

#include <chrono>
#include <cstdio>

#include "tests/ui/model/studio.hpp"
#include "tests/ui/panels/contract.hpp"
#include "ui/panels/findings/findings.hpp"
#include "ui/teaching/hidden_answer.hpp"

namespace lanescope::ui::panels::findings {
namespace {

using figures::findings::FindingRow;
using test::Stage;
using test::Studio;

std::optional<figures::findings::FindingsModel> told(Studio& studio) {
  return figures::findings::findings_model(studio.session(),
                                           teaching::HiddenAnswer(studio.session()).findings());
}

// Presses and lets go at one place.
void click(Stage& stage, Panel& panel, session::Session& session, float x, float y) {
  stage.point_at(x, y);
  stage.frame(panel, session);
  for (const bool down : {true, false}) {
    stage.press(down);
    stage.frame(panel, session);
  }
  stage.commands().run_all(session);
  session.settle();
}

// Idle lanes, sectors, banks, atomics, constants, local arrays, ragged blocks, and an error.
TEST(FindingsContract, EachKind) {
  Studio studio;
  for (const char* words :
       {"lesson id=divergence; rung id=odd-even", "lesson id=coalescing; rung id=scattered",
        "lesson id=transpose; rung id=naive", "lesson id=bank-conflicts; rung id=column",
        "lesson id=histogram", "lesson id=constant-memory; rung id=palette",
        "lesson id=registers; rung id=bins", "lesson id=matrix-sums",
        "lesson id=barriers; rung id=missing",
        "lesson id=first-kernel; rung id=warps; set bx=5; set by=7; set bz=3"}) {
    studio.run(words);
    (void)commands::execute(studio.session(), "reveal");  // where the step asks
    EXPECT_FALSE(told(studio)->rows.empty()) << words;
    test::check_everywhere(test::some_panels<FindingsPanel>, studio.session(), words);
  }
}

TEST(FindingsContract, WhereThereIsNothingToSay) {
  Studio studio;
  test::check_everywhere(test::some_panels<FindingsPanel>, studio.session(), "no run");
  test::check_help(test::some_panels<FindingsPanel>());
}

TEST(FindingsContract, WhatAQuestionAsksForIsKeptBack) {
  Studio studio;
  studio.run("lesson id=coalescing step=3");
  const auto model = told(studio);
  ASSERT_TRUE(model && model->kept_back);
  test::check_everywhere(test::some_panels<FindingsPanel>, studio.session(), "asked");
}

// To nothing beside others: as the other panels.
TEST(FindingsContract, NextToNoWidth) {
  Studio studio;
  studio.run("lesson id=transpose; rung id=naive");
  for (const float width : {4.0F, 20.0F, 34.0F, 60.0F}) {
    Stage stage({width, 300, 1.0F, true, false});
    FindingsPanel panel;
    stage.draw(panel, studio.session());
    EXPECT_GT(stage.vertices(), 0) << width;
  }
}

// Stores of the naive transpose, in line 7 of its source.
TEST(FindingsContract, AClickOnTheWordsGoesToTheLine) {
  Studio studio;
  studio.run("lesson id=transpose; rung id=naive; to-start");
  Stage stage({700, 400, 1.0F, true, false});
  FindingsPanel panel;
  stage.draw(panel, studio.session());
  const view::Cursor& cursor = studio.session().state().cursor;
  for (float y = 34.0F; y < 200.0F && !cursor.selection.line; y += 6.0F)
    click(stage, panel, studio.session(), 60.0F, y);
  EXPECT_EQ(cursor.selection.line, 7U);
  EXPECT_GT(cursor.tick.value, 0U);
}

TEST(FindingsContract, AClickOnTheLessonOpensIt) {
  Studio studio;
  studio.run("lesson id=transpose; rung id=tiled");
  const auto model = told(studio);
  const auto named =
      std::ranges::find_if(model->rows, [](const FindingRow& row) { return !row.lesson.empty(); });
  ASSERT_NE(named, model->rows.end());
  const std::string wanted = named->lesson;
  Stage stage({700, 700, 1.0F, true, false});
  FindingsPanel panel;
  stage.draw(panel, studio.session());
  const auto open = [&] { return studio.session().lesson()->id; };
  for (float y = 34.0F; y < 600.0F && open() == "transpose"; y += 6.0F)
    click(stage, panel, studio.session(), 60.0F, y);
  EXPECT_EQ(open(), wanted);
}

TEST(FindingsContract, KeepsToTheBudget) {
  Studio studio;
  studio.run("lesson id=histogram; record blocks=all; goto fraction=0.5");
  Stage stage({1400, 900, 1.0F, true, false});
  FindingsPanel panel;
  stage.draw(panel, studio.session());
  double frame = 1.0, stepped = 1.0;
  const auto seconds = [&] {
    const auto begin = std::chrono::steady_clock::now();
    stage.frame(panel, studio.session());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  for (int i = 0; i < 50; ++i) frame = std::min(frame, seconds());
  for (int i = 0; i < 10; ++i) {
    studio.run("step-forward count=3");
    stepped = std::min(stepped, seconds());
  }
  std::printf("a frame %.2f ms, after a step %.2f ms\n", frame * 1e3, stepped * 1e3);
  EXPECT_LT(frame, 0.010);
  EXPECT_LT(stepped, 0.010);
}

}  // namespace
}  // namespace lanescope::ui::panels::findings
