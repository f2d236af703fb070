#include "ui/panels/panel.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {
namespace {

struct HeaderWords {
  std::string subtitle, note, note_command;
};

// Words, or a button of words where a click does something.
void draw_note(Frame& frame, const HeaderWords& words, const ImRect& box) {
  TextLook look = small_text(frame.style);
  if (!words.note_command.empty()) {
    const ImGuiID item = ImGui::GetID(fmt::format("###note-{}", words.note_command).c_str());
    bool hovered = false, held = false;
    if (ImGui::ItemAdd(box, item) && ImGui::ButtonBehavior(box, item, &hovered, &held)) {
      frame.commands.post(words.note_command);
    }
    if (hovered) look.colour = frame.style.ink(Role::Accent);
  }
  draw_text_in(*ImGui::GetWindowDrawList(), frame.style, look, box.Min, box.Max, words.note, 1.0F);
}

// Subtitle behind `from`, note in front of `to`; what has no room is left out, the note last.
void draw_words(Frame& frame, const HeaderWords& words, ImVec2 from, ImVec2 to) {
  const Style& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const TextLook look = small_text(style);
  const float gap = style.padding;
  const float note_width = measure(style, look, words.note).x + 1.0F;
  const bool note_fits = !words.note.empty() && note_width <= to.x - from.x;
  const float note_x = note_fits ? to.x - note_width : to.x;
  if (note_fits) draw_note(frame, words, {{note_x, from.y}, to});
  const float end = note_fits ? note_x - gap : to.x;
  if (end - from.x > style.small_size * 4) {
    draw_text_in(list, style, look, from, {end, to.y}, words.subtitle, 0.0F);
  }
}

// An item at a place of its own: it leaves the window's cursor alone.
bool help_button(const Style& style, const std::string& id, const ImRect& box, bool& hovered) {
  const ImGuiID item = ImGui::GetID(id.c_str());
  if (!ImGui::ItemAdd(box, item)) return false;
  bool held = false;
  const bool pressed = ImGui::ButtonBehavior(box, item, &hovered, &held);
  draw_icon(*ImGui::GetWindowDrawList(), Icon::Help, box.GetCenter(), box.GetHeight() * 0.42F,
            style.pack(hovered ? Role::Text : Role::TextSecondary));
  return pressed;
}

// Into the tab bar of the dock node: it is the header of the panel in front.
void draw_docked_header(Frame& frame, ImGuiDockNode& node, const HeaderWords& words,
                        std::string_view id) {
  if (!ImGui::DockNodeBeginAmendTabBar(&node)) return;
  const Style& style = frame.style;
  const ImRect bar = node.TabBar->BarRect;
  float end_of_tabs = bar.Min.x;
  for (const ImGuiTabItem& tab : node.TabBar->Tabs) {
    end_of_tabs = std::max(end_of_tabs, bar.Min.x + tab.Offset + tab.Width);
  }
  const float side = bar.GetHeight();
  bool hovered = false;
  // More tabs than fit have arrows there.
  const bool room = style.controls && end_of_tabs + side <= bar.Max.x;
  if (room && help_button(style, fmt::format("###help-{}", id),
                          {{bar.Max.x - side, bar.Min.y}, bar.Max}, hovered)) {
    frame.commands.post(fmt::format("help topic={}", id));
  }
  const float end = bar.Max.x - (style.controls ? side : style.gap);
  draw_words(frame, words, {end_of_tabs + style.gap, bar.Min.y}, {end, bar.Max.y});
  ImGui::DockNodeEndAmendTabBar();
  if (hovered) tooltip(style, tr("What this panel shows, and how to read it."));
}

// In a window of its own: a line at the top of the content.
void draw_floating_header(Frame& frame, const HeaderWords& words) {
  if (words.subtitle.empty() && words.note.empty()) return;
  const Style& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 end{at.x + ImGui::GetContentRegionAvail().x, at.y + style.small_size * 1.4F};
  draw_words(frame, words, at, end);
  ImGui::Dummy({end.x - at.x, end.y - at.y});
}

ImGuiDockNode* dock_of(const char* name) {
  const ImGuiWindow* window = ImGui::FindWindowByName(name);
  if (window == nullptr || window->DockNode == nullptr) return nullptr;
  return window->DockNode->IsFloatingNode() ? nullptr : window->DockNode;
}

// Headers are higher than other frames.
void push_header_size(const Style& style) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{style.gap, style.gap});
}

}  // namespace

void Panel::draw(Frame& frame, bool* open) {
  const Style& style = frame.style;
  const std::string name = fmt::format("{}###{}", title(), id());
  const bool docked = dock_of(name.c_str()) != nullptr;
  ImGuiWindowFlags flags = ImGuiWindowFlags_NoCollapse;
  if (docked) flags |= ImGuiWindowFlags_NoBackground;
  push_header_size(style);
  // Tabs take the text colour of their window: grey where another one is in front.
  const ImGuiDockNode* before = dock_of(name.c_str());
  const bool in_front =
      before == nullptr || before->VisibleWindow == ImGui::FindWindowByName(name.c_str());
  ImGui::PushStyleColor(ImGuiCol_Text, style.pack(in_front ? Role::Text : Role::TextSecondary));
  const bool visible = ImGui::Begin(name.c_str(), open, flags);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  HeaderWords words;
  if (visible) {
    words = {subtitle(frame), note(frame), note_command(frame)};
    ImGui::PushID("content");
    if (!docked) draw_floating_header(frame, words);
    draw_content(frame);
    ImGui::PopID();
  }
  ImGui::End();
  ImGuiDockNode* node = dock_of(name.c_str());
  if (!visible || node == nullptr) return;
  push_header_size(style);
  draw_docked_header(frame, *node, words, id());
  ImGui::PopStyleVar();
}

}  // namespace lanescope::ui
