// Which panels are drawn, and which of those that share a place stand in front.

#include <algorithm>
#include <ranges>
#include <string>
#include <vector>

#include <imgui.h>
#include <imgui_internal.h>

#include "ui/session/command.hpp"
#include "ui/studio/studio.hpp"

namespace lanescope::ui::studio {
namespace {

// In front of the tabs beside it. Focus would do so for one panel of a frame only.
void bring_tab(const std::string& id) {
  const ImGuiWindow* window = ImGui::FindWindowByName(("###" + id).c_str());
  if (window != nullptr && window->DockNode != nullptr && window->DockNode->TabBar != nullptr)
    window->DockNode->TabBar->NextSelectedTabId = window->TabId;
}

// The panels that the step of the lesson names, of two that share a place the one that has it
// first: what its commands name, the last first, then what it is about.
std::vector<std::string> panels_named_by(const lesson::LessonStep& step) {
  std::vector<std::string> named = step.panels;
  for (const std::string& text : step.commands) {
    const auto commands = session::parse_script(text);
    if (!commands) continue;
    for (const session::Command& command : *commands)
      if (const auto id = command.arguments.find("id");
          command.name == "panel" && id != command.arguments.end())
        named.insert(named.begin(), id->second);
  }
  return named;
}

}  // namespace

// In a fresh layout the first tab of each place is in front; then what was asked for.
void Studio::bring_first_tabs() {
  if (frames_since_arranged_ != 2) return;
  for (const std::string& id : first_tabs_) ImGui::SetWindowFocus(("###" + id).c_str());
  if (focus_seen_ > 0 || session_.state().focus.times > 0) focus_seen_ = ~std::uint64_t{0};
  if (step_seen_ > 0 || session_.state().focus.steps > 0) step_seen_ = ~std::uint64_t{0};
}

// In an exercise its text and its kernel.
const std::vector<std::string>& Studio::panels_of_place() {
  static const std::vector<std::string> kNone, kOfExercise{"lesson", "source"};
  if (session_.exercise() != nullptr) return kOfExercise;
  const lesson::LessonStep* const step = session_.step();
  if (step == nullptr) return kNone;
  if (step != named_by_) {
    named_by_ = step;
    named_ = panels_named_by(*step);
  }
  return named_;
}

// A kernel that does not compile yet has nothing to show but its text.
bool Studio::is_wanted(const panels::Panel& panel) {
  static const std::vector<std::string> kWithoutARun{"lesson", "experiment", "source",
                                                     "notes",  "help",       "device"};
  const auto& asked = panels_of_place();
  if (panel.id() == session_.state().focus.panel ||
      std::ranges::find(asked, panel.id()) != asked.end())
    return true;
  const lesson::Exercise* exercise = session_.exercise();
  if (exercise != nullptr && exercise->told_by == lesson::ToldBy::Compiler && !session_.run())
    return std::ranges::find(kWithoutARun, panel.id()) != kWithoutARun.end();
  return panel.suits(session_);
}

// `panel id=…`, and with a new step of a lesson the panels that it names.
void Studio::bring_to_front() {
  const view::Focus& focus = session_.state().focus;
  if (frames_since_arranged_ < 2) return;
  if (focus.steps != step_seen_) frames_to_bring_ = 3;
  if (focus.times != focus_seen_) ImGui::SetWindowFocus(("###" + focus.panel).c_str());
  step_seen_ = focus.steps;
  focus_seen_ = focus.times;
  if (frames_to_bring_ == 0) return;
  --frames_to_bring_;
  for (const std::string& id : std::views::reverse(panels_of_place())) bring_tab(id);
  bring_tab(focus.panel);
}

}  // namespace lanescope::ui::studio
