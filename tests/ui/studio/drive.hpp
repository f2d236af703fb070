#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <imgui_internal.h>
#include <imgui_te_context.h>
#include <imgui_te_engine.h>

#include "tests/ui/studio/screen.hpp"

// A hand on the mouse and the keyboard of the whole studio: widgets are found by their stable ids.
namespace lanescope::ui::test {

class Drive : public ::testing::Test {
 protected:
  Drive() : screen_(1600, 900) {
    engine_ = ImGuiTestEngine_CreateContext();
    ImGuiTestEngineIO& io = ImGuiTestEngine_GetIO(engine_);
    io.ConfigRunSpeed = ImGuiTestRunSpeed_Fast;
    io.ConfigVerboseLevel = ImGuiTestVerboseLevel_Error;
    io.ConfigLogToTTY = true;
    io.ConfigSavedSettings = false;
    io.ConfigNoThrottle = true;
    // A frame counts as 1/60 s, also one that waits for a run; a walk through all lessons has many.
    io.ConfigWatchdogWarning = io.ConfigWatchdogKillTest = static_cast<float>(kMostFrames) / 60.0F;
    ImGuiTestEngine_Start(engine_, ImGui::GetCurrentContext());
    screen_.model().run(
        "lesson id=reduction; rung id=interleaved-modulo; set block=64; set n=64; to-start");
  }
  ~Drive() override {
    ImGuiTestEngine_Stop(engine_);
    screen_.end();
    ImGuiTestEngine_DestroyContext(engine_);
  }

  // Runs `hand` between the frames of the studio.
  void drive(std::function<void(ImGuiTestContext*)> hand) {
    ImGuiTest* test = ImGuiTestEngine_RegisterTest(
        engine_, "studio", ::testing::UnitTest::GetInstance()->current_test_info()->name());
    test->TestFunc = std::move(hand);
    ImGuiTestEngine_QueueTest(engine_, test);
    for (int i = 0; i < kMostFrames && !ImGuiTestEngine_IsTestQueueEmpty(engine_); ++i) {
      screen_.frame();
      ImGuiTestEngine_PostSwap(engine_);
    }
    EXPECT_TRUE(ImGuiTestEngine_IsTestQueueEmpty(engine_)) << "it never came to an end";
    EXPECT_EQ(test->Output.Status, ImGuiTestStatus_Success);
  }
  // Until what was asked for is on screen.
  void settle(ImGuiTestContext* ctx) {
    ctx->Yield(2);
    for (int i = 0; i < 2000 && (session().busy() || session().has_queued()); ++i) ctx->Yield();
    ctx->Yield(2);
  }
  // Presses at a share of an item's width.
  void press_at(ImGuiTestContext* ctx, const char* item, float share) {
    const ImGuiTestItemInfo info = ctx->ItemInfo(item);
    const ImVec2 at{info.RectFull.Min.x + info.RectFull.GetWidth() * share,
                    info.RectFull.GetCenter().y};
    ctx->MouseMoveToPos(at);
    ctx->MouseClick(0);
    settle(ctx);
  }
  // A child window of a panel, by the beginning of its own name.
  static ImGuiID child_of(ImGuiTestContext* ctx, const std::string& panel,
                          const std::string& child) {
    for (const ImGuiWindow* window : ctx->UiContext->Windows) {
      const std::string name = window->Name;
      const std::size_t last = name.rfind('/');
      if (!window->Active || last == std::string::npos) continue;
      if (name.find("###" + panel + "/") == std::string::npos) continue;
      if (name.compare(last + 1, child.size(), child) == 0) return window->ID;
    }
    IM_ERRORF("no child %s in %s", child.c_str(), panel.c_str());
    return 0;
  }
  static ImGuiTestRef in_child(ImGuiTestContext* ctx, const std::string& panel,
                               const std::string& child, const char* item) {
    return ImGuiTestRef(ImHashStr(item, 0, child_of(ctx, panel, child)));
  }
  // A button in the header of a docked panel.
  static ImGuiTestRef in_header(ImGuiTestContext* ctx, const std::string& panel, const char* item) {
    for (const ImGuiWindow* window : ctx->UiContext->Windows) {
      if (window->DockNode == nullptr || !std::string_view(window->Name).ends_with("###" + panel))
        continue;
      return ImGuiTestRef(ImHashStr(item, 0, window->DockNode->ID));
    }
    IM_ERRORF("no docked %s", panel.c_str());
    return {};
  }
  // Into the open editor's text, which lies below the pencil.
  void click_editor(ImGuiTestContext* ctx) {
    const ImGuiTestItemInfo pencil = ctx->ItemInfo(in_header(ctx, "source", "###edit"));
    ctx->MouseMoveToPos({pencil.RectFull.Min.x - 300.0F, pencil.RectFull.Max.y + 30.0F});
    ctx->MouseClick(0);
    ctx->Yield(2);
  }
  void click(ImGuiTestContext* ctx, const ImGuiTestRef& item) {
    ctx->ItemClick(item);
    settle(ctx);
  }
  [[nodiscard]] view::Answer answer() {
    const auto found = state().progress.answers.find(session().step()->id);
    return found == state().progress.answers.end() ? view::Answer{} : found->second;
  }
  [[nodiscard]] session::Session& session() { return screen_.session(); }
  [[nodiscard]] const view::State& state() { return screen_.session().state(); }
  [[nodiscard]] std::uint64_t tick() { return state().cursor.tick.value; }

  static constexpr int kMostFrames = 60'000;
  Screen screen_;
  ImGuiTestEngine* engine_ = nullptr;
};

inline std::string transport(const char* id) { return std::string("//###studio/transport/") + id; }

}  // namespace lanescope::ui::test
