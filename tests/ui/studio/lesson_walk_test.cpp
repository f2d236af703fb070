// Every lesson from its first step to its exercise, through its own widgets; and an exercise that
// is failed and solved in the editor.

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "lab/experiment/file.hpp"
#include "tests/ui/studio/drive.hpp"
#include "ui/teaching/clicked_answer.hpp"
#include "ui/teaching/exercise_model.hpp"
#include "ui/teaching/lesson_model.hpp"

namespace lanescope::ui::teaching {
namespace {

constexpr const char* kCheck = "//###lesson/content/###exercise-check";

class LessonWalk : public test::Drive {
 protected:
  // Brings an item of the lesson's text into its middle, as the wheel would, and clicks it there.
  void press(ImGuiTestContext* ctx, const ImGuiTestRef& item) {
    ImGuiWindow* text = ctx->GetWindowByRef(child_of(ctx, "lesson", "###text"));
    ASSERT_NE(text, nullptr) << where();
    ImVec2 middle;
    for (int i = 0; i < 20; ++i) {  // until it has come to rest under the pointer
      const float at = ctx->ItemInfo(item).RectFull.GetCenter().y;
      ImGui::SetScrollY(text, text->Scroll.y + at - text->InnerRect.GetCenter().y);
      ctx->Yield(3);
      middle = ctx->ItemInfo(item).RectFull.GetCenter();
      ctx->MouseMoveToPos(middle);
      ctx->Yield();
      if (ctx->UiContext->HoveredId == ctx->ItemInfo(item).ID) break;
    }
    const ImGuiWindow* under = ctx->UiContext->HoveredWindow;
    const std::string name = under == nullptr ? "nothing" : under->Name;
    EXPECT_EQ(ctx->UiContext->HoveredId, ctx->ItemInfo(item).ID)
        << where() << ": " << name << " at " << middle.y << " of " << text->Pos.y << " + "
        << text->Size.y << ", scrolled " << text->Scroll.y << " of " << text->ScrollMax.y
        << ", active " << ctx->UiContext->ActiveId << ", clip "
        << (under == nullptr ? 0.0F : under->ClipRect.Max.y);
    ctx->MouseClick(0);
    settle(ctx);
  }
  // What was out of sight may turn out to be higher than it was thought to be.
  void scroll_to_end(ImGuiTestContext* ctx) {
    ImGuiWindow* text = ctx->GetWindowByRef(child_of(ctx, "lesson", "###text"));
    ASSERT_NE(text, nullptr) << where();
    for (int i = 0; i < 4; ++i) {
      ImGui::SetScrollY(text, text->ScrollMax.y);
      ctx->Yield(2);
    }
  }
  // In the question's box, or where that is tight below it.
  static ImGuiTestRef reveal_button(ImGuiTestContext* ctx) {
    ImGuiTestRef button = in_child(ctx, "lesson", "###question", "###reveal");
    if (!ctx->ItemExists(button)) button = ImGuiTestRef("//###lesson/content/###reveal");
    return button;
  }
  // The first choice; or the right number, typed; or what is right, selected.
  void predict(ImGuiTestContext* ctx, const lesson::Question& question) {
    if (question.answer_by == lesson::AnswerBy::Choice) {
      press(ctx, in_child(ctx, "lesson", "###question", "###choice-0"));
      EXPECT_EQ(answer().choice, 0) << where() << session().message();
      return;
    }
    const auto right = answer_to(session());
    ASSERT_TRUE(right) << where();
    if (question.answer_by == lesson::AnswerBy::Number) {
      press(ctx, in_child(ctx, "lesson", "###question", "###answer-number"));
      ctx->KeyCharsReplaceEnter(fmt::format("{}", *right).c_str());
    } else {
      answer_by_keys(ctx, question.answer_by, *right);
    }
    settle(ctx);
  }
  // On to what is right, as the keys do, from nothing selected; of an array that the step shows.
  void answer_by_keys(ImGuiTestContext* ctx, lesson::AnswerBy by, double right) {
    EXPECT_TRUE(commands::execute(session(), "select none")) << where();
    for (int presses = 0; presses < 4096; ++presses) {
      const auto given = clicked_answer(session(), by);
      if (given && *given == static_cast<std::uint32_t>(right)) break;
      ASSERT_TRUE(commands::execute(session(), "answer-on")) << where();
    }
    ctx->Yield();
  }
  // Predicts and reveals: exactly one choice must be the run's, and a right number is right.
  void answer_question(ImGuiTestContext* ctx, const lesson::Question& question) {
    scroll_to_end(ctx);
    predict(ctx, question);
    press(ctx, reveal_button(ctx));
    EXPECT_TRUE(answer().revealed) << where();
    const auto model = lesson_model(session());
    ASSERT_TRUE(model && model->question) << where();
    const std::string& verdict = model->question->verdict;
    if (question.answer_by == lesson::AnswerBy::Choice) {
      EXPECT_EQ(std::ranges::count(model->question->choices, true, &ChoiceMark::correct), 1)
          << where() << ": " << verdict;
    } else {
      EXPECT_NE(verdict.find("right"), std::string::npos) << where() << ": " << verdict;
    }
  }
  void look_at_step(ImGuiTestContext* ctx) {
    const lesson::LessonStep* step = session().step();
    ASSERT_NE(step, nullptr) << where();
    EXPECT_FALSE(session().failure()) << where();
    EXPECT_EQ(session().message(), "") << where();
    ASSERT_NE(session().trace(), nullptr) << where();
    EXPECT_TRUE(session().run()->complete) << where();
    EXPECT_EQ(state().experiment.rung, step->rung) << where();
    if (step->question) answer_question(ctx, *step->question);
  }
  void walk(ImGuiTestContext* ctx, const lesson::Lesson& lesson) {
    click(ctx, "//###studio/###lesson-menu");
    ctx->ItemClick(("//$FOCUSED/###" + lesson.id).c_str());
    settle(ctx);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      ASSERT_EQ(state().experiment.lesson, lesson.id);
      ASSERT_EQ(state().experiment.lesson_step, i) << where();
      look_at_step(ctx);
      click(ctx, "//###lesson/content/###lesson-next");
    }
    for (const lesson::Exercise& exercise : lesson.exercises) {
      EXPECT_EQ(session().exercise(), &exercise) << where();
      EXPECT_EQ(session().failure().has_value(), exercise.told_by == lesson::ToldBy::Compiler)
          << where();
      const bool last = &exercise == &lesson.exercises.back();
      click(ctx,
            last ? "//###lesson/content/###lesson-back" : "//###lesson/content/###lesson-next");
    }
    const std::size_t places = lesson.steps.size() + lesson.exercises.size();
    EXPECT_EQ(state().experiment.lesson_step + 2, places) << where();
  }
  [[nodiscard]] std::string where() {
    return state().experiment.lesson + ", step " +
           std::to_string(state().experiment.lesson_step + 1);
  }

  ExerciseModel model() { return exercise_model(session()).value_or(ExerciseModel{}); }
  void click_in_text(ImGuiTestContext* ctx, const char* item) {
    press(ctx, in_child(ctx, "lesson", "###text", item));
  }
  // Into the editor, over all that is there.
  void paste(ImGuiTestContext* ctx, const std::string& text) {
    click_editor(ctx);
    ImGui::SetClipboardText(text.c_str());
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_V);
    ctx->Yield(2);
  }
};

TEST_F(LessonWalk, EveryLessonFromItsFirstStepToItsExercise) {
  drive([this](ImGuiTestContext* ctx) {
    for (const lesson::Lesson& lesson : session().lessons()) walk(ctx, lesson);
  });
}

TEST_F(LessonWalk, TheExerciseFailsAsGivenAndIsSolvedInTheEditor) {
  screen_.model().run("lesson id=transpose step=5");
  const auto solution = experiment::read_text(session().lesson()->exercises.front().solution.file);
  ASSERT_TRUE(solution);
  drive([&](ImGuiTestContext* ctx) {
    settle(ctx);
    click(ctx, "//###lesson/content/###lesson-next");
    IM_CHECK(session().exercise() != nullptr);
    click_in_text(ctx, "###exercise-reset");
    IM_CHECK(state().tools.editing);
    click(ctx, kCheck);
    IM_CHECK(!model().passed);
    IM_CHECK_STR_EQ(model().verdict.c_str(), "Not yet: every run is right, but a goal is missed.");
    IM_CHECK(model().goals.front().holds == false);
    paste(ctx, *solution);
    click(ctx, kCheck);  // at once: the click finds the text as it is
    IM_CHECK_STR_EQ(state().experiment.edited_source().c_str(), solution->c_str());
    IM_CHECK(model().passed);
    IM_CHECK(state().progress.exercises.at("transpose").solved);
    click_in_text(ctx, "###trial-1");
    IM_CHECK_EQ(state().experiment.values.at("n"), 32);
    // A text that does not compile is told from the keyboard, too; what was there comes back.
    paste(ctx, "no CUDA");
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Enter);
    settle(ctx);
    IM_CHECK(!model().passed);
    IM_CHECK(model().verdict.starts_with("It does not compile: "));
    click_in_text(ctx, "###exercise-reset");
    IM_CHECK(state().experiment.edited_source().empty());
    click_in_text(ctx, "###exercise-take-back");
    IM_CHECK(state().experiment.edited_source().starts_with("no CUDA"));
  });
}

// The first click only asks; a text of one's own is there again afterwards.
TEST_F(LessonWalk, TheSolutionIsShownAfterAQuestion) {
  screen_.model().run("lesson id=vector-add; exercise-open");
  drive([&](ImGuiTestContext* ctx) {
    settle(ctx);
    click_in_text(ctx, "###exercise-solution");
    IM_CHECK(model().asked && !model().shows_solution);
    click_in_text(ctx, "###exercise-not-yet");
    IM_CHECK(!model().asked);
    click_in_text(ctx, "###exercise-solution");
    click_in_text(ctx, "###exercise-solution");
    IM_CHECK(model().shows_solution);
    IM_CHECK_STR_EQ(session().source_name().c_str(), "exercise_solution.cu");
    click_in_text(ctx, "###exercise-open");
    IM_CHECK(!model().shows_solution);
    IM_CHECK_STR_EQ(session().source_name().c_str(), "exercise.cu");
  });
}

}  // namespace
}  // namespace lanescope::ui::teaching
