// Jumps, breakpoints, bookmarks, files and undo by mouse and key.

#include <string>

#include "lab/experiment/file.hpp"
#include "tests/ui/studio/drive.hpp"

namespace lanescope::ui::commands {
namespace {

using test::Drive;
using test::transport;

class TimeTravel : public Drive {};

TEST_F(TimeTravel, JumpMenuAndKeys) {
  drive([this](ImGuiTestContext* ctx) {
    click(ctx, transport("###jump").c_str());
    ctx->ItemClick("//$FOCUSED/###next-divergence");
    settle(ctx);
    const auto first = tick();
    IM_CHECK_GT(first, 0ULL);
    ctx->KeyPress(ImGuiKey_D);
    settle(ctx);
    IM_CHECK_GT(tick(), first);
    ctx->KeyPress(ImGuiMod_Shift | ImGuiKey_D);
    settle(ctx);
    IM_CHECK_EQ(tick(), first);
    ctx->KeyPress(ImGuiKey_B);
    settle(ctx);
    IM_CHECK_NE(tick(), first);
  });
}

TEST_F(TimeTravel, BreakpointsInTheGutter) {
  drive([this](ImGuiTestContext* ctx) {
    IM_CHECK(static_cast<bool>(execute(session(), "goto line=11")));
    settle(ctx);
    const auto before = tick();
    const ImGuiTestRef line = in_child(ctx, "source", "###cuda", "###line-11");
    const auto point_in_gutter = [&] {
      const ImGuiTestItemInfo info = ctx->ItemInfo(line);
      ctx->MouseMoveToPos({info.RectFull.Min.x + 4.0F, info.RectFull.GetCenter().y});
    };
    point_in_gutter();
    ctx->MouseClick(0);
    settle(ctx);
    IM_CHECK_EQ(state().marks.breakpoints.size(), std::size_t{1});
    IM_CHECK_EQ(state().marks.breakpoints.front().line, 11U);
    ctx->KeyPress(ImGuiKey_F5);
    settle(ctx);
    const auto first = tick();
    IM_CHECK_GT(first, before);
    ctx->KeyPress(ImGuiKey_F5);
    settle(ctx);
    IM_CHECK_GT(tick(), first);
    ctx->KeyPress(ImGuiMod_Shift | ImGuiKey_F5);
    settle(ctx);
    IM_CHECK_EQ(tick(), first);
    // The condition, in the menu of the right button.
    ctx->MouseMoveToPos(ctx->ItemInfo(line).RectFull.GetCenter());
    ctx->MouseClick(1);
    ctx->Yield(2);
    ctx->ItemInput("//$FOCUSED/###condition");
    ctx->KeyCharsReplaceEnter("thread == 32");
    settle(ctx);
    IM_CHECK_STR_EQ(state().marks.breakpoints.front().condition.c_str(), "thread == 32");
    point_in_gutter();
    ctx->MouseClick(0);
    settle(ctx);
    IM_CHECK(state().marks.breakpoints.empty());
  });
}

TEST_F(TimeTravel, BookmarksOnTheScrubber) {
  drive([this](ImGuiTestContext* ctx) {
    IM_CHECK(static_cast<bool>(execute(session(), "goto tick=30")));
    settle(ctx);
    ctx->KeyPress(ImGuiKey_M);
    settle(ctx);
    IM_CHECK_EQ(state().marks.bookmarks.size(), std::size_t{1});
    ctx->KeyPress(ImGuiKey_Home);
    ctx->KeyPress(ImGuiKey_N);
    settle(ctx);
    IM_CHECK_EQ(tick(), 30ULL);
    IM_CHECK(static_cast<bool>(execute(session(), "goto tick=60")));
    ctx->MouseMove(transport("###scrubber").c_str());
    ctx->MouseClick(1);
    ctx->Yield(2);
    ctx->ItemInput("//$FOCUSED/###note");
    ctx->KeyCharsReplaceEnter("here it parts");
    settle(ctx);
    IM_CHECK_EQ(state().marks.bookmarks.size(), std::size_t{2});
    IM_CHECK_STR_EQ(state().marks.bookmarks.back().note.c_str(), "here it parts");
  });
}

TEST_F(TimeTravel, WhoWroteThisFromACell) {
  drive([this](ImGuiTestContext* ctx) {
    IM_CHECK(static_cast<bool>(
        execute(session(), "to-end; show-array name=s; phase-view value=off; panel id=arrays")));
    settle(ctx);
    const ImGuiTestItemInfo cells = ctx->ItemInfo("//###arrays/content/###cells");
    ctx->MouseMoveToPos({cells.RectFull.Min.x + 6.0F, cells.RectFull.Min.y + 6.0F});
    ctx->MouseClick(1);
    settle(ctx);
    IM_CHECK(state().cursor.selection.element.has_value());
    const auto end = tick();
    ctx->ItemClick("//$FOCUSED/###previous-write");
    settle(ctx);
    IM_CHECK_LT(tick(), end);
    const auto step = session().shown_step();
    IM_CHECK(session().program()->text_at(step->pc).starts_with("st.shared"));
  });
}

TEST_F(TimeTravel, FilesUndoAndTheMenu) {
  const std::string file = ::testing::TempDir() + "drive.lanescope";
  drive([this, &file](ImGuiTestContext* ctx) {
    // The bookmark parts the slider's change from the block size that was set before.
    IM_CHECK(static_cast<bool>(execute(session(), "bookmark; save file=" + file)));
    const auto block = state().experiment.values.at("block");
    press_at(ctx, "//###experiment/content/###block", 0.985F);
    IM_CHECK_NE(state().experiment.values.at("block"), block);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    settle(ctx);
    IM_CHECK_EQ(state().experiment.values.at("block"), block);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z);
    settle(ctx);
    IM_CHECK_NE(state().experiment.values.at("block"), block);
    click(ctx, "//###studio/###file-menu");
    ctx->ItemClick("//$FOCUSED/###copy-command");
    settle(ctx);
    IM_CHECK(std::string(ImGui::GetClipboardText()).starts_with("lanescope run reduction/"));
    IM_CHECK(static_cast<bool>(execute(session(), "open file=" + file)));
    settle(ctx);
    IM_CHECK_EQ(state().experiment.values.at("block"), block);
  });
}

TEST_F(TimeTravel, WhatACrashLeftIsOffered) {
  const std::string file = ::testing::TempDir() + "left.lanescope";
  drive([this, &file](ImGuiTestContext* ctx) {
    IM_CHECK(static_cast<bool>(execute(session(), "save file=" + file + "; lesson id=scan")));
    settle(ctx);
    session::UserFiles files;
    files.recovery = file;
    session().take_up(files);
    ctx->Yield(2);
    click(ctx, "//###studio/###recover");
    IM_CHECK_STR_EQ(state().experiment.lesson.c_str(), "reduction");
    IM_CHECK(state().files.recovery.empty());
    IM_CHECK(!static_cast<bool>(experiment::read_text(file)));
  });
}

TEST_F(TimeTravel, PanelsThatAreNotThereAreRefused) {
  drive([this](ImGuiTestContext* ctx) {
    settle(ctx);
    IM_CHECK(!static_cast<bool>(execute(session(), "panel id=nothing")));
    IM_CHECK(session().message().find("timeline") != std::string::npos);
    IM_CHECK(static_cast<bool>(execute(session(), "panel id=timeline")));
  });
}

}  // namespace
}  // namespace lanescope::ui::commands
