#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "ui/commands/palette_model.hpp"
#include "ui/studio/parts.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::studio {
namespace {

// Commands that need more are written into the line, to be completed.
void choose(panels::Frame& frame, PaletteView& view, const commands::PaletteEntry& entry) {
  if (entry.needs_more) {
    view.filter = entry.command;
    view.row = 0;
    view.refocus = true;
    return;
  }
  frame.commands.post("palette value=off");
  if (entry.command != "palette") frame.commands.post(entry.command);
}

// The cursor behind what was written there, nothing selected.
int cursor_to_end(ImGuiInputTextCallbackData* data) {
  bool& wanted = *static_cast<bool*>(data->UserData);
  if (!wanted) return 0;
  wanted = false;
  data->CursorPos = data->SelectionStart = data->SelectionEnd = data->BufTextLen;
  return 0;
}

bool draw_entry(const style::Style& style, const commands::PaletteEntry& entry, bool chosen,
                int index) {
  const float height = style.text_size * 2.0F, width = ImGui::GetContentRegionAvail().x;
  const bool clicked =
      ImGui::InvisibleButton(fmt::format("###entry{}", index).c_str(), {width, height});
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (chosen || ImGui::IsItemHovered())
    list.AddRectFilled(min, max, style.pack(style::Role::Accent, 0.22F), style.rounding);
  const float inset = style.padding;
  const float keys =
      entry.keys.empty()
          ? 0.0F
          : widgets::measure(style, widgets::small_mono(style), entry.keys).x + inset;
  if (keys > 0)
    widgets::draw_text_in(list, style, widgets::small_mono(style), {max.x - keys - inset, min.y},
                          {max.x - inset, max.y}, entry.keys, 1.0F);
  const float title = std::min(widgets::measure(style, widgets::plain(style), entry.title).x,
                               width - keys - 2 * inset);
  widgets::draw_text_in(list, style, widgets::plain(style), {min.x + inset, min.y},
                        {min.x + inset + title + 1, max.y}, entry.title, 0.0F);
  const ImVec2 rest{min.x + 2 * inset + title, min.y};
  if (max.x - keys - inset - rest.x > style.text_size * 6) {
    widgets::draw_text_in(list, style, widgets::small_text(style), rest,
                          {max.x - keys - inset, max.y}, entry.detail, 0.0F);
  }
  return clicked;
}

void move_row(int& row, int count) {
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) ++row;
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) --row;
  row = count == 0 ? 0 : std::clamp(row, 0, count - 1);
}

}  // namespace

void draw_palette(panels::Frame& frame, PaletteView& view, bool just_opened) {
  const style::Style& style = frame.style;
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const ImVec2 size{std::min(style.text_size * 44, viewport.WorkSize.x * 0.9F),
                    std::min(style.text_size * 30, viewport.WorkSize.y * 0.8F)};
  ImGui::SetNextWindowPos({viewport.WorkPos.x + viewport.WorkSize.x / 2,
                           viewport.WorkPos.y + viewport.WorkSize.y * 0.1F},
                          ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSize(size);
  if (just_opened) {
    view = {};
    view.filter = frame.session.state().screen.palette_words;
    ImGui::SetNextWindowFocus();
  }
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
  ImGui::Begin("Commands###palette", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar();
  if (just_opened || view.refocus) {
    ImGui::SetKeyboardFocusHere();
    view.to_end = view.refocus;
    view.refocus = false;
  }
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputTextWithHint("###filter", tr("Type a command, a lesson, or words of its text"),
                               &view.filter, ImGuiInputTextFlags_CallbackAlways, cursor_to_end,
                               &view.to_end))
    view.row = 0;
  const std::vector<commands::PaletteEntry> shown =
      commands::palette_entries(frame.session, view.filter);
  move_row(view.row, static_cast<int>(shown.size()));
  ImGui::BeginChild("###list");
  for (int i = 0; i < static_cast<int>(shown.size()); ++i) {
    const commands::PaletteEntry& entry = shown[static_cast<std::size_t>(i)];
    if (draw_entry(style, entry, i == view.row, i)) choose(frame, view, entry);
    if (i == view.row && !ImGui::IsItemVisible()) ImGui::SetScrollHereY();
  }
  if (shown.empty())
    widgets::empty_state(
        style, tr("No command has these letters in this order, and no lesson these words."));
  ImGui::EndChild();
  const bool clicked_beside = ImGui::IsMouseClicked(0) &&
                              !ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) &&
                              !just_opened;
  if (ImGui::IsKeyPressed(ImGuiKey_Enter) && !shown.empty())
    choose(frame, view, shown[static_cast<std::size_t>(view.row)]);
  if (ImGui::IsKeyPressed(ImGuiKey_Escape) || clicked_beside)
    frame.commands.post("palette value=off");
  ImGui::End();
}

}  // namespace lanescope::ui::studio
