// The pen, the tour, the words of the glossary and the notes by mouse and keyboard, through the
// studio's own widgets.

#include <algorithm>
#include <string>
#include <vector>

#include "tests/ui/studio/drive.hpp"
#include "ui/studio/parts.hpp"
#include "ui/teaching/notes.hpp"
#include "ui/teaching/tour.hpp"

namespace lanescope::ui::test {
namespace {

using test::Drive;

class PresentDrive : public Drive {
 protected:
  static ImRect rect_of(const char* panel) {
    const auto place = studio::Studio::place_of_panel(panel);
    return place ? ImRect(place->x, place->y, place->x + place->width, place->y + place->height)
                 : ImRect();
  }
};

TEST_F(PresentDrive, APenLineHangsOnItsPanel) {
  drive([this](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiKey_P);
    settle(ctx);
    IM_CHECK(state().classroom.pen.on);
    const ImRect box = rect_of("warps");
    const auto at = [&](float x, float y) {
      return ImVec2(box.Min.x + box.GetWidth() * x, box.Min.y + box.GetHeight() * y);
    };
    ctx->MouseMoveToPos(at(0.25F, 0.5F));
    ctx->MouseDown(0);
    ctx->MouseMoveToPos(at(0.75F, 0.5F));
    ctx->MouseUp(0);
    settle(ctx);
    IM_CHECK_EQ(state().classroom.pen.strokes.size(), 1U);
    const view::PenStroke& stroke = state().classroom.pen.strokes[0];
    IM_CHECK_STR_EQ(stroke.panel.c_str(), "warps");
    IM_CHECK(std::abs(stroke.points.front().x - 0.25F) < 0.01F);
    IM_CHECK(std::abs(stroke.points.back().x - 0.75F) < 0.01F);
    IM_CHECK(std::abs(stroke.points.back().y - 0.5F) < 0.01F);
    IM_CHECK(!state().cursor.selection.lane);  // the panel below was not clicked
    // The bars above still work, and so do the tools.
    click(ctx, test::transport("###step-forward").c_str());
    IM_CHECK_EQ(tick(), 1ULL);
    click(ctx, "//###pen-tools/###pen-load");
    IM_CHECK(state().classroom.pen.colour == style::Role::Load);
    click(ctx, "//###pen-tools/###pen-undo");
    IM_CHECK(state().classroom.pen.strokes.empty());
    IM_CHECK(static_cast<bool>(commands::execute(session(), "pen-stroke points=\"0.5,0.5\"")));
    ctx->KeyPress(ImGuiKey_Delete);
    settle(ctx);
    IM_CHECK(state().classroom.pen.strokes.empty());
    click(ctx, "//###pen-tools/###pen-keep");
    IM_CHECK(state().classroom.pen.keep);
    ctx->KeyPress(ImGuiKey_Escape);
    settle(ctx);
    IM_CHECK(!state().classroom.pen.on);
  });
}

TEST_F(PresentDrive, TheTourByButtonsAndByKeys) {
  drive([this](ImGuiTestContext* ctx) {
    session::UserFiles files;
    files.tour_offered = true;
    session().take_up(files);
    ctx->Yield(2);
    click(ctx, "//###studio/###tour-start");
    IM_CHECK(state().tour.stop.value_or(9) == 0);
    IM_CHECK(!state().tour.offered);
    for (std::size_t i = 1; i < teaching::tour().size(); ++i) {
      if (i % 2 == 1)
        click(ctx, "//###tour/###tour-next");
      else
        ctx->KeyPress(ImGuiKey_Enter);
      settle(ctx);
      IM_CHECK_EQ(static_cast<std::size_t>(state().tour.stop.value_or(99)), i);
      const std::string panel(teaching::tour()[i].panel);
      if (!panel.empty()) IM_CHECK(studio::Studio::place_of_panel(panel).has_value());
    }
    click(ctx, "//###tour/###tour-back");
    IM_CHECK_EQ(static_cast<std::size_t>(*state().tour.stop), teaching::tour().size() - 2);
    ctx->KeyPress(ImGuiMod_Shift | ImGuiKey_Enter);
    settle(ctx);
    IM_CHECK_EQ(static_cast<std::size_t>(*state().tour.stop), teaching::tour().size() - 3);
    click(ctx, "//###tour/###tour-end");
    IM_CHECK(!state().tour.stop);
    ctx->KeyPress(ImGuiMod_Shift | ImGuiKey_F1);
    settle(ctx);
    IM_CHECK(state().tour.stop.has_value());
    ctx->KeyPress(ImGuiKey_Escape);
    settle(ctx);
    IM_CHECK(!state().tour.stop);
    screen_.model().run("help");
    ctx->Yield(4);
    click(ctx, "//###help/content/###tour");
    IM_CHECK(state().tour.stop.has_value());
  });
}

// "sector" in the lesson's text: its meaning at the pointer, its entry in Help by a click.
TEST_F(PresentDrive, ATermOfTheLessonLeadsToHelp) {
  drive([this](ImGuiTestContext* ctx) {
    IM_CHECK(static_cast<bool>(
        commands::execute(session(), "lesson id=reduction step=3; panel id=lesson")));
    settle(ctx);
    const ImGuiTestRef warps = in_child(ctx, "lesson", "###text", "###term-warp");
    ctx->MouseMove(warps);
    ctx->Yield(3);
    const auto& windows = ctx->UiContext->Windows;
    IM_CHECK(std::any_of(windows.begin(), windows.end(), [](const ImGuiWindow* window) {
      return (window->Flags & ImGuiWindowFlags_Tooltip) != 0 && window->Active && !window->Hidden;
    }));
    click(ctx, warps);
    IM_CHECK_STR_EQ(state().tools.help_topic.c_str(), "warp");
    IM_CHECK_STR_EQ(state().focus.panel.c_str(), "help");
  });
}

TEST_F(PresentDrive, ASentenceUnderAPictureIsLinkedToo) {
  drive([this](ImGuiTestContext* ctx) {
    screen_.model().run("rung id=interleaved-stride; set block=256; goto phase=4 launch=0");
    screen_.model().step_to("ld.shared");
    settle(ctx);
    // "8 wavefronts, 1 would do: …"
    click(ctx, "//###shared-memory/**/###term-wavefront");
    IM_CHECK_STR_EQ(state().tools.help_topic.c_str(), "wavefront");
  });
}

TEST_F(PresentDrive, NotesAreWrittenInTheirPanel) {
  drive([this](ImGuiTestContext* ctx) {
    screen_.model().run("lesson id=reduction step=2; panel id=notes");
    settle(ctx);
    const std::string key = teaching::note_key(session());
    std::string field = "###words-" + key;
    std::replace(field.begin(), field.end(), '/', '-');
    ctx->ItemInput(("//###notes/content/" + field).c_str());
    ctx->KeyChars("count aloud");
    click(ctx, test::transport("###step-forward").c_str());
    IM_CHECK_STR_EQ(session().state().progress.notes.at(key).c_str(), "count aloud");
    click(ctx, "//###notes/content/###projector");
    IM_CHECK(state().classroom.projector.on);
    click(ctx, "//###notes/content/###larger");
    IM_CHECK_GT(state().classroom.projector.scale, 1.0);
  });
}

TEST_F(PresentDrive, TheClassSeesWhereThePointerIs) {
  drive([this](ImGuiTestContext* ctx) {
    click(ctx, "//###studio/###projector-button");
    IM_CHECK(state().classroom.projector.on);
    const ImRect box = rect_of("warps");
    ctx->MouseMoveToPos(box.GetCenter());
    ctx->Yield(2);
    IM_CHECK_STR_EQ(state().classroom.projector.pointed_panel.c_str(), "warps");
    IM_CHECK(std::abs(state().classroom.projector.pointer.x - 0.5F) < 0.01F);
  });
}

TEST_F(PresentDrive, AQuestionIsAnsweredByKeys) {
  drive([this](ImGuiTestContext* ctx) {
    screen_.model().run("lesson id=reduction step=3");
    settle(ctx);
    ctx->KeyPress(ImGuiKey_2);
    settle(ctx);
    IM_CHECK_EQ(answer().choice, 1);
    ctx->KeyPress(ImGuiKey_3);
    settle(ctx);
    IM_CHECK_EQ(answer().choice, 2);
    ctx->KeyPress(ImGuiKey_R);
    settle(ctx);
    IM_CHECK(answer().revealed);
  });
}

// A command that needs more is completed in the palette's line, with the keyboard alone.
TEST_F(PresentDrive, ThePaletteCompletesACommand) {
  drive([this](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_P);
    settle(ctx);
    ctx->KeyChars("Scale");
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Enter);
    settle(ctx);
    IM_CHECK(state().screen.palette_open);
    ctx->KeyChars("value=1.5");
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Enter);
    settle(ctx);
    IM_CHECK(!state().screen.palette_open);
    IM_CHECK_EQ(state().screen.scale, 1.5);
  });
}

// Every key of the table does what its row does: found by pressing it, not by reading the table.
TEST_F(PresentDrive, HelpListsEveryKey) {
  screen_.model().run("panel id=help");
  screen_.frames(4);
  std::vector<std::string> words;
  for (const widgets::Label& label : screen_.labels().labels()) words.push_back(label.text);
  for (const commands::CommandRow& row : commands::command_table()) {
    if (row.shortcut.empty()) continue;
    EXPECT_NE(std::find(words.begin(), words.end(), row.shortcut), words.end()) << row.name;
    EXPECT_TRUE(studio::is_known_key(row.shortcut)) << row.name << ": " << row.shortcut;
  }
}

}  // namespace
}  // namespace lanescope::ui::test
