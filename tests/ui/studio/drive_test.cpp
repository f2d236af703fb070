// A hand on the mouse and the keyboard: every transport command and every panel through its own
// widgets, found by their stable ids.

#include "tests/ui/studio/drive.hpp"

#include <string>

#include "ui/panels/panel.hpp"
#include "ui/studio/panel_set.hpp"

namespace lanescope::ui::view {
namespace {

using test::Drive;
using test::transport;

TEST_F(Drive, TransportByMouse) {
  drive([this](ImGuiTestContext* ctx) {
    click(ctx, transport("###step-forward").c_str());
    IM_CHECK_EQ(tick(), 1ULL);
    click(ctx, transport("###step-forward").c_str());
    click(ctx, transport("###step-back").c_str());
    IM_CHECK_EQ(tick(), 1ULL);
    click(ctx, transport("###next-phase").c_str());
    const auto phase = tick();
    IM_CHECK_GT(phase, 1ULL);
    click(ctx, transport("###next-phase").c_str());
    click(ctx, transport("###previous-phase").c_str());
    IM_CHECK_EQ(tick(), phase);
    click(ctx, transport("###to-end").c_str());
    IM_CHECK_EQ(tick(), session().trace()->tick_count());
    click(ctx, transport("###to-start").c_str());
    IM_CHECK_EQ(tick(), 0ULL);
    click(ctx, transport("###play-pause").c_str());
    IM_CHECK(state().cursor.playing);
    ctx->SleepNoSkip(1.0F, 1.0F / 60.0F);
    IM_CHECK_GT(tick(), 0ULL);
    click(ctx, transport("###play-pause").c_str());
    IM_CHECK(!state().cursor.playing);
  });
}

TEST_F(Drive, ScrubberUnitAndSpeed) {
  drive([this](ImGuiTestContext* ctx) {
    press_at(ctx, transport("###scrubber").c_str(), 0.5F);
    const double share =
        static_cast<double>(tick()) / static_cast<double>(session().trace()->tick_count());
    IM_CHECK(share > 0.45 && share < 0.55);
    click(ctx, transport("###step-unit").c_str());
    ctx->ItemClick("//$FOCUSED/###phase");
    settle(ctx);
    IM_CHECK(state().pace.step_unit == StepUnit::Phase);
    click(ctx, transport("###speed").c_str());
    ctx->ItemClick("//$FOCUSED/###8");
    settle(ctx);
    IM_CHECK_EQ(state().pace.steps_per_second, 32.0);
  });
}

TEST_F(Drive, TransportByKeys) {
  drive([this](ImGuiTestContext* ctx) {
    const auto press = [&](ImGuiKeyChord key) {
      ctx->KeyPress(key);
      settle(ctx);
    };
    press(ImGuiKey_RightArrow);
    press(ImGuiKey_RightArrow);
    press(ImGuiKey_LeftArrow);
    IM_CHECK_EQ(tick(), 1ULL);
    press(ImGuiKey_PageDown);
    IM_CHECK_GT(tick(), 1ULL);
    press(ImGuiKey_PageUp);
    press(ImGuiKey_End);
    IM_CHECK_EQ(tick(), session().trace()->tick_count());
    press(ImGuiKey_Home);
    IM_CHECK_EQ(tick(), 0ULL);
    press(ImGuiKey_Space);
    IM_CHECK(state().cursor.playing);
    press(ImGuiKey_Space);
    IM_CHECK(!state().cursor.playing);
    press(ImGuiKey_F11);
    IM_CHECK(state().screen.presenter);
    press(ImGuiKey_F11);
    press(ImGuiMod_Ctrl | ImGuiKey_T);
    IM_CHECK(state().appearance.theme == Theme::Light);
  });
}

TEST_F(Drive, CommandPalette) {
  drive([this](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_P);
    settle(ctx);
    IM_CHECK(state().screen.palette_open);
    ctx->KeyChars("theme");
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Enter);
    settle(ctx);
    IM_CHECK(!state().screen.palette_open);
    IM_CHECK(state().appearance.theme == Theme::Light);
    click(ctx, "//###studio/###commands-chip");
    IM_CHECK(state().screen.palette_open);
    ctx->KeyChars("goto tick=5");
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Enter);
    settle(ctx);
    IM_CHECK_EQ(tick(), 5ULL);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_P);
    settle(ctx);
    ctx->KeyPress(ImGuiKey_Escape);
    settle(ctx);
    IM_CHECK(!state().screen.palette_open);
  });
}

TEST_F(Drive, TopBar) {
  drive([this](ImGuiTestContext* ctx) {
    click(ctx, "//###studio/###theme-button");
    IM_CHECK(state().appearance.theme == Theme::Light);
    click(ctx, "//###studio/###depth-button");
    IM_CHECK(state().appearance.depth == Depth::Simple);
    click(ctx, "//###studio/###help-button");
    IM_CHECK_STR_EQ(state().focus.panel.c_str(), "help");
    click(ctx, "//###studio/###rung-menu");
    ctx->ItemClick("//$FOCUSED/###sequential");
    settle(ctx);
    IM_CHECK_STR_EQ(state().experiment.rung.c_str(), "sequential");
    click(ctx, "//###studio/###lesson-menu");
    ctx->ItemClick("//$FOCUSED/###scan");
    settle(ctx);
    IM_CHECK_STR_EQ(state().experiment.lesson.c_str(), "scan");
    // A subject of a later day has a place there, and opens nothing.
    click(ctx, "//###studio/###lesson-menu");
    IM_CHECK((ctx->ItemInfo("//$FOCUSED/###Whole programs").ItemFlags & ImGuiItemFlags_Disabled) !=
             0);
    IM_CHECK((ctx->ItemInfo("//$FOCUSED/###image").ItemFlags & ImGuiItemFlags_Disabled) == 0);
    ctx->MouseMove("//$FOCUSED/###Whole programs");
    ctx->MouseClick(0);
    settle(ctx);
    IM_CHECK_STR_EQ(state().experiment.lesson.c_str(), "scan");
    ctx->PopupCloseAll();
  });
}

TEST_F(Drive, ExperimentPanel) {
  drive([this](ImGuiTestContext* ctx) {
    click(ctx, in_child(ctx, "experiment", "###ladder", "###rung-sequential"));
    IM_CHECK_STR_EQ(state().experiment.rung.c_str(), "sequential");
    press_at(ctx, "//###experiment/content/###block", 0.985F);
    const std::int64_t largest = state().experiment.values.at("block");
    IM_CHECK_GT(largest, 64LL);
    IM_CHECK_EQ(static_cast<std::int64_t>(session().run()->plan().launches.front().block.x),
                largest);
    click(ctx, "//###experiment/content/###policy");
    ctx->ItemClick("//$FOCUSED/###ipdom");
    settle(ctx);
    IM_CHECK(session().run()->plan().options.policy == engine::Policy::Ipdom);
    screen_.model().run("set input=iota");
    click(ctx, "//###experiment/content/###input");
    ctx->ItemClick("//$FOCUSED/###none");
    settle(ctx);
    IM_CHECK(state().experiment.input.empty());
  });
}

TEST_F(Drive, LessonPanel) {
  drive([this](ImGuiTestContext* ctx) {
    IM_CHECK(static_cast<bool>(
        commands::execute(session(), "lesson id=reduction step=2; panel id=lesson")));
    settle(ctx);
    ctx->ScrollToBottom(child_of(ctx, "lesson", "###text"));
    settle(ctx);
    click(ctx, in_child(ctx, "lesson", "###question", "###choice-1"));
    IM_CHECK_EQ(answer().choice, 1);
    click(ctx, in_child(ctx, "lesson", "###question", "###reveal"));
    IM_CHECK(answer().revealed);
    click(ctx, "//###lesson/content/###lesson-next");
    IM_CHECK_EQ(state().experiment.lesson_step, 2U);
    click(ctx, "//###lesson/content/###lesson-back");
    IM_CHECK_EQ(state().experiment.lesson_step, 1U);
  });
}

TEST_F(Drive, SourcePanel) {
  drive([this](ImGuiTestContext* ctx) {
    settle(ctx);
    click(ctx, in_child(ctx, "source", "###cuda", "###line-3"));
    IM_CHECK_EQ(state().cursor.selection.line.value_or(0), 3U);
    const ImGuiTestRef pencil = in_header(ctx, "source", "###edit");
    const ImGuiTestItemInfo lines = ctx->ItemInfo(in_child(ctx, "source", "###cuda", "###line-1"));
    IM_CHECK_LE(ctx->ItemInfo(pencil).RectFull.Max.y, lines.RectFull.Min.y);  // over no code
    click(ctx, pencil);
    click_editor(ctx);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Home);
    ctx->KeyChars("// mine ");
    ctx->SleepNoSkip(1.0F, 1.0F / 60.0F);
    settle(ctx);
    IM_CHECK(state().experiment.edited_source().starts_with("// mine "));
    IM_CHECK(!session().failure());
    IM_CHECK_EQ(tick(), 0ULL);  // keys typed into the editor are no commands
    click(ctx, in_header(ctx, "source", "###edit"));
    click(ctx, "//###experiment/content/###revert");
    IM_CHECK(state().experiment.edited_source().empty());
  });
}

TEST_F(Drive, HelpPanelAndEveryHelpButton) {
  drive([this](ImGuiTestContext* ctx) {
    for (const char* id : {"experiment", "source", "warps", "arrays", "shared-memory",
                           "global-memory", "counters", "timeline"}) {
      IM_CHECK(static_cast<bool>(commands::execute(session(), std::string("help topic=") + id)));
      settle(ctx);
      IM_CHECK_STR_EQ(state().tools.help_topic.c_str(), id);
    }
    ctx->ItemInput("//###help/content/###filter");
    ctx->KeyCharsReplace("wavefront");
    settle(ctx);
    IM_CHECK_EQ(tick(), 0ULL);
  });
}

// Each panel in front once, at several moments, with the pointer moved over it: tooltips and hover
// states are drawn too.
TEST_F(Drive, EveryPanelUnderThePointer) {
  drive([this](ImGuiTestContext* ctx) {
    for (const char* script : {"to-start", "goto phase=2; step-forward count=9", "to-end"}) {
      screen_.model().run(script);
      for (const auto& panel : studio::make_panels()) {
        if (panel->id() == "image") continue;  // of this rung there is none
        const std::string id(panel->id());
        screen_.model().run("panel id=" + id);
        ctx->Yield(3);
        const std::string path = "//###" + id;
        const ImGuiWindow* window = ctx->GetWindowByRef(path.c_str());
        IM_CHECK(window != nullptr);
        for (int i = 1; i < 6; ++i) {
          const float share = static_cast<float>(i) / 6.0F;
          ctx->MouseMoveToPos(
              {window->Pos.x + window->Size.x * share, window->Pos.y + window->Size.y * share});
          ctx->Yield();
        }
      }
    }
  });
}

}  // namespace
}  // namespace lanescope::ui::view
