// What a step of a lesson is about stands in front of the tabs beside it, and no tab stands there
// for what the run has not.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "tests/ui/studio/screen.hpp"
#include "ui/session/command.hpp"

namespace lanescope::ui::test {
namespace {

const ImGuiWindow* window_of(const std::string& panel) {
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (std::string_view(window->Name).ends_with("###" + panel)) return window;
  return nullptr;
}
const ImGuiDockNode* place_of(const std::string& panel) {
  const ImGuiWindow* const window = window_of(panel);
  return window == nullptr ? nullptr : window->DockNode;
}
bool in_front(const std::string& panel) {
  return studio::Studio::place_of_panel(panel).has_value();
}

// The panels in the order in which they come to the front of a place that they share: what a
// command names last, then the first named.
std::vector<std::string> named(const lesson::LessonStep& step) {
  std::vector<std::string> all = step.panels;
  for (const std::string& text : step.commands) {
    const auto commands = session::parse_script(text);
    if (!commands) continue;
    for (const session::Command& command : *commands)
      for (const auto& [key, value] : command.arguments)
        if (command.name == "panel" && key == "id") all.insert(all.begin(), value);
  }
  return all;
}

TEST(StepPanels, AreInFront) {
  Screen screen(1280, 720);
  std::string shared;
  for (const lesson::Lesson& lesson : screen.session().lessons()) {
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      screen.model().run(fmt::format("lesson id={} step={}", lesson.id, i + 1));
      screen.frames(6);
      const std::string where = fmt::format("{}, step {}", lesson.id, i + 1);
      std::vector<const ImGuiDockNode*> taken;
      for (const std::string& panel : named(lesson.steps[i])) {
        const ImGuiDockNode* const place = place_of(panel);
        ASSERT_NE(place, nullptr) << where << ": " << panel;
        if (std::ranges::find(taken, place) == taken.end()) {
          EXPECT_TRUE(in_front(panel)) << where << ": " << panel;
          taken.push_back(place);
        } else if (!in_front(panel)) {
          shared += fmt::format("{}: {} is behind another panel of the step\n", where, panel);
        }
      }
    }
  }
  RecordProperty("shared", shared);
}

// As far as it was before: a step that is left and entered anew brings its panels again.
TEST(StepPanels, ComeAgainWithTheStep) {
  Screen screen(1280, 720);
  screen.model().run("lesson id=registers step=3");
  screen.frames(6);
  EXPECT_TRUE(in_front("registers"));
  screen.model().run("panel id=warps");
  screen.frames(6);
  EXPECT_TRUE(in_front("warps") && !in_front("registers"));
  screen.model().run("lesson-next; lesson-back");
  screen.frames(6);
  EXPECT_TRUE(in_front("registers"));
}

bool is_there(const std::string& panel) {
  const ImGuiWindow* const window = window_of(panel);
  return window != nullptr && window->Active;
}

TEST(StepPanels, NoTabWithoutContent) {
  Screen screen(1280, 720);
  screen.model().run("lesson id=bfs step=1");
  screen.frames(6);
  EXPECT_FALSE(is_there("image"));
  EXPECT_FALSE(is_there("shared-memory"));
  EXPECT_TRUE(is_there("global-memory"));
  screen.model().run("panel id=image");
  screen.frames(6);
  EXPECT_TRUE(is_there("image")) << "asked for";
  screen.model().run("lesson id=image step=3");
  screen.frames(6);
  EXPECT_TRUE(is_there("image"));
  // Its array has rows and columns, but no step looks at it as a picture.
  screen.model().run("lesson id=work-and-steps step=5");
  screen.frames(6);
  EXPECT_FALSE(is_there("image"));
  screen.model().run("lesson id=reduction step=3");
  screen.frames(6);
  EXPECT_TRUE(is_there("shared-memory"));
}

// What the compiler has to be asked about first has no run: seven panels would say so.
TEST(StepPanels, AKernelThatDoesNotCompileHasItsTextAlone) {
  Screen screen(1280, 720);
  bool any = false;
  for (const lesson::Lesson& lesson : screen.session().lessons())
    for (std::size_t i = 0; i < lesson.exercises.size(); ++i) {
      if (lesson.exercises[i].told_by != lesson::ToldBy::Compiler) continue;
      any = true;
      const auto open = session::parse_command(
          fmt::format("lesson id={} step={}", lesson.id, lesson.steps.size() + i + 1));
      ASSERT_TRUE(open && commands::execute(screen.session(), *open));
      screen.session().settle();
      screen.frames(6);
      if (screen.session().run()) continue;
      for (const char* panel : {"source", "lesson", "experiment"})
        EXPECT_TRUE(is_there(panel)) << lesson.exercises[i].id << ": " << panel;
      for (const char* panel : {"warps", "registers", "arrays", "timeline", "counters", "hazards"})
        EXPECT_FALSE(is_there(panel)) << lesson.exercises[i].id << ": " << panel;
      const auto source = studio::Studio::place_of_panel("source");
      ASSERT_TRUE(source);
      EXPECT_GT(source->width, 900.0F) << "it has the room of the others";
      const auto back = session::parse_command(fmt::format("lesson id={} step=1", lesson.id));
      ASSERT_TRUE(back && commands::execute(screen.session(), *back));
      screen.session().settle();
      screen.frames(6);
      EXPECT_TRUE(is_there("warps")) << "again, with a run";
    }
  EXPECT_TRUE(any);
}

bool in_view(const Screen& screen, std::string_view text) {
  return std::ranges::any_of(screen.labels().labels(), [&](const widgets::Label& label) {
    return label.in_view && label.text == text;
  });
}

// Values flow from array to array there, but the step asks for the phases of one.
TEST(StepPanels, PhasesThatAStepAsksForStandBeforeTheFlow) {
  Screen screen(1920, 1080);
  screen.model().run("lesson id=barriers step=2");
  screen.frames(6);
  EXPECT_TRUE(in_view(screen, "phase view of s"));
  EXPECT_TRUE(in_view(screen, "read")) << "the row below the barrier, in which nobody writes";
}

}  // namespace
}  // namespace lanescope::ui::test
