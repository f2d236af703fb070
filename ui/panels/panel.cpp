#include "ui/panels/panel.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "ui/widgets/buttons.hpp"
#include "ui/widgets/scroll_edges.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels {

struct Panel::HeaderWords {
  std::string subtitle, note, brief_note, note_command;
};

namespace {

// Words, or a button of words where a click does something.
void draw_note(Frame& frame, const std::string& note, const std::string& command,
               const ImRect& box) {
  widgets::TextLook look = widgets::small_text(frame.style);
  if (!command.empty()) {
    const ImGuiID item = ImGui::GetID(fmt::format("###note-{}", command).c_str());
    bool hovered = false, held = false;
    if (ImGui::ItemAdd(box, item) && ImGui::ButtonBehavior(box, item, &hovered, &held)) {
      frame.commands.post(command);
    }
    if (hovered) look.colour = frame.style.ink(style::Role::Accent);
  }
  widgets::draw_text_in(*ImGui::GetWindowDrawList(), frame.style, look, box.Min, box.Max, note,
                        1.0F);
}

// As many of the parts between " · " as fit, since a word cut in two says little; of the first one
// what fits.
std::string fitting_parts(const style::Style& style, const widgets::TextLook& look,
                          std::string words, float width) {
  constexpr std::string_view kBetween = " · ";
  while (widgets::measure(style, look, words).x > width) {
    const std::size_t last = words.rfind(kBetween);
    if (last == std::string::npos) break;
    words.resize(last);
  }
  return words;
}

// Subtitle behind `from`, note in front of `to`; what has no room is left out, the note last.
struct Words {
  const std::string &subtitle, &note, &brief_note, &note_command;
};
void draw_words(Frame& frame, const Words& words, ImVec2 from, ImVec2 to) {
  const style::Style& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const widgets::TextLook look = widgets::small_text(style);
  const float gap = style.padding;
  const auto width_of = [&](const std::string& note) {
    return widgets::measure(style, look, note).x + 1.0F;
  };
  const float beside = words.subtitle.empty() ? 0.0F : width_of(words.subtitle) + gap;
  const bool whole = words.brief_note.empty() || width_of(words.note) + beside <= to.x - from.x;
  const std::string& note = whole ? words.note : words.brief_note;
  const float note_width = width_of(note);
  const bool note_fits = !note.empty() && note_width <= to.x - from.x;
  const float note_x = note_fits ? to.x - note_width : to.x;
  if (note_fits) draw_note(frame, note, words.note_command, {{note_x, from.y}, to});
  const float end = note_fits ? note_x - gap : to.x;
  if (end - from.x > style.small_size * 4) {
    widgets::draw_text_in(list, style, look, from, {end, to.y},
                          fitting_parts(style, look, words.subtitle, end - from.x), 0.0F);
  }
}

// Where more tabs stand than fit, those that an end of the bar cuts are left out: the arrows lead
// to them.
void cover_cut_tabs(const style::Style& style, const ImGuiTabBar& bar) {
  const float left = bar.BarRect.Min.x, right = bar.BarRect.Max.x;
  if (bar.WidthAllTabs <= right - left) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const ImGuiTabItem& tab : bar.Tabs) {
    const float from = left + tab.Offset - bar.ScrollingAnim, to = from + tab.Width;
    const bool cut = (from < left - 1.0F && to > left) || (from < right && to > right + 1.0F);
    if (!cut || tab.ID == bar.SelectedTabId) continue;
    list.AddRectFilled({std::max(from, left), bar.BarRect.Min.y},
                       {std::min(to, right), bar.BarRect.Max.y}, style.pack(style::Role::Header));
  }
}

// An item at a place of its own: it leaves the window's cursor alone.
bool help_button(const style::Style& style, const std::string& id, const ImRect& box,
                 bool& hovered) {
  const ImGuiID item = ImGui::GetID(id.c_str());
  if (!ImGui::ItemAdd(box, item)) return false;
  bool held = false;
  const bool pressed = ImGui::ButtonBehavior(box, item, &hovered, &held);
  widgets::draw_icon(*ImGui::GetWindowDrawList(), widgets::Icon::Help, box.GetCenter(),
                     box.GetHeight() * 0.42F,
                     style.pack(hovered ? style::Role::Text : style::Role::TextSecondary));
  return pressed;
}

ImGuiDockNode* dock_of(const char* name) {
  const ImGuiWindow* window = ImGui::FindWindowByName(name);
  if (window == nullptr || window->DockNode == nullptr) return nullptr;
  return window->DockNode->IsFloatingNode() ? nullptr : window->DockNode;
}

// Headers are higher than other frames.
void push_header_size(const style::Style& style) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{style.gap, style.gap});
}

// Items at a place of their own: the window's cursor and its extent stay.
class CursorGuard {
 public:
  explicit CursorGuard(ImVec2 at) : window_(*ImGui::GetCurrentWindow()) {
    const ImGuiWindowTempData& dc = window_.DC;
    before_ = {dc.CursorPos,    dc.CursorPosPrevLine, dc.CursorMaxPos, dc.IdealMaxPos,
               dc.CurrLineSize, dc.PrevLineSize,      dc.IsSameLine};
    ImGui::SetCursorScreenPos(at);
  }
  ~CursorGuard() {
    ImGuiWindowTempData& dc = window_.DC;
    dc.CursorPos = before_.cursor;
    dc.CursorPosPrevLine = before_.previous;
    dc.CursorMaxPos = before_.extent;
    dc.IdealMaxPos = before_.ideal;
    dc.CurrLineSize = before_.line;
    dc.PrevLineSize = before_.last_line;
    dc.IsSameLine = before_.same_line;
  }
  CursorGuard(const CursorGuard&) = delete;
  CursorGuard& operator=(const CursorGuard&) = delete;

 private:
  struct CursorState {
    ImVec2 cursor, previous, extent, ideal, line, last_line;
    bool same_line = false;
  };
  ImGuiWindow& window_;
  CursorState before_;
};

}  // namespace

// Into the tab bar of the dock node: it is the header of the panel in front.
void Panel::draw_docked_header(Frame& frame, ImGuiDockNode& node, const HeaderWords& words) {
  if (!ImGui::DockNodeBeginAmendTabBar(&node)) return;
  const style::Style& style = frame.style;
  const ImRect bar = node.TabBar->BarRect;
  float end_of_tabs = bar.Min.x;
  for (const ImGuiTabItem& tab : node.TabBar->Tabs) {
    end_of_tabs = std::max(end_of_tabs, bar.Min.x + tab.Offset + tab.Width);
  }
  const float side = bar.GetHeight();
  bool hovered = false;
  // More tabs than fit have arrows there.
  const bool room = style.controls && end_of_tabs + side <= bar.Max.x;
  if (room && help_button(style, fmt::format("###help-{}", id()),
                          {{bar.Max.x - side, bar.Min.y}, bar.Max}, hovered)) {
    frame.commands.post(fmt::format("help topic={}", id()));
  }
  float end = bar.Max.x - (style.controls ? side : style.gap);
  const float tools = tools_width(frame);
  if (tools > 0.0F && end - tools >= end_of_tabs) {
    end -= tools;
    const CursorGuard aside(
        {end, bar.Min.y + (bar.GetHeight() - widgets::text_button_size(style, "x").y) / 2});
    draw_tools(frame);
    end -= style.gap;
  }
  draw_words(frame, {words.subtitle, words.note, words.brief_note, words.note_command},
             {end_of_tabs + style.gap, bar.Min.y}, {end, bar.Max.y});
  show_tab(*node.TabBar);
  cover_cut_tabs(style, *node.TabBar);
  ImGui::DockNodeEndAmendTabBar();
  if (hovered) widgets::tooltip(style, tr("What this panel shows, and how to read it."));
}

// The tab of the panel that has come to the front is scrolled to, when its place is known.
void Panel::show_tab(ImGuiTabBar& bar) {
  if (frames_to_tab_ == 0) return;
  --frames_to_tab_;
  const float room = bar.BarRect.GetWidth(), last = bar.WidthAllTabs - room;
  const ImGuiTabItem* const tab = ImGui::TabBarFindTabByID(&bar, bar.SelectedTabId);
  if (tab == nullptr || last <= 0.0F) return;
  // From the beginning of a tab, so that none is cut at the left.
  const float wanted = std::clamp(tab->Offset - (room - tab->Width) / 2, 0.0F, last);
  float target = wanted;
  for (const ImGuiTabItem& other : bar.Tabs)
    if (other.Offset >= wanted && other.Offset <= tab->Offset) {
      target = other.Offset;
      break;
    }
  bar.ScrollingTarget = std::min(target, last);
  bar.ScrollingAnim = bar.ScrollingTarget;
}

// In a window of its own: a line at the top of the content.
void Panel::draw_floating_header(Frame& frame, const HeaderWords& words) {
  const style::Style& style = frame.style;
  const float tools = tools_width(frame);
  if (words.subtitle.empty() && words.note.empty() && tools <= 0.0F) return;
  const float height =
      tools > 0.0F ? widgets::text_button_size(style, "x").y : style.small_size * 1.4F;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 end{at.x + ImGui::GetContentRegionAvail().x, at.y + height};
  if (tools > 0.0F) {
    const CursorGuard aside({end.x - tools, at.y});
    draw_tools(frame);
  }
  draw_words(frame, {words.subtitle, words.note, words.brief_note, words.note_command}, at,
             {end.x - tools, end.y});
  ImGui::Dummy({end.x - at.x, end.y - at.y});
}

void Panel::draw(Frame& frame, bool* open) {
  const style::Style& style = frame.style;
  const std::string name = fmt::format("{}###{}", title(), id());
  const bool docked = dock_of(name.c_str()) != nullptr;
  // A tab that comes with a lesson leaves the one in front there.
  ImGuiWindowFlags flags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoFocusOnAppearing;
  if (docked) flags |= ImGuiWindowFlags_NoBackground;
  push_header_size(style);
  // Tabs take the text colour of their window: grey where another one is in front.
  const ImGuiDockNode* before = dock_of(name.c_str());
  const bool in_front =
      before == nullptr || before->VisibleWindow == ImGui::FindWindowByName(name.c_str());
  ImGui::PushStyleColor(ImGuiCol_Text,
                        style.pack(in_front ? style::Role::Text : style::Role::TextSecondary));
  const bool visible = ImGui::Begin(name.c_str(), open, flags);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  HeaderWords words;
  if (visible) {
    words = {subtitle(frame), note(frame), brief_note(frame), note_command(frame)};
    ImGui::PushID("content");
    if (!docked) draw_floating_header(frame, words);
    draw_content(frame);
    widgets::draw_scroll_shadows(style);
    ImGui::PopID();
  }
  ImGui::End();
  if (!visible) frames_to_tab_ = 3;
  ImGuiDockNode* node = dock_of(name.c_str());
  if (!visible || node == nullptr) return;
  push_header_size(style);
  draw_docked_header(frame, *node, words);
  ImGui::PopStyleVar();
}

}  // namespace lanescope::ui::panels
