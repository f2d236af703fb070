#include <filesystem>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/studio/parts.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::studio {
namespace {

// A row of the command table as a menu's entry.
void entry(panels::Frame& frame, const char* name, const char* title = nullptr,
           const char* command = nullptr) {
  const commands::CommandRow& row = *commands::find_command(name);
  const std::string words = title == nullptr ? row.shown_title() : title;
  const std::string keys(command == nullptr ? row.shortcut : "");
  const char* const posted = command == nullptr ? name : command;
  if (ImGui::MenuItem(fmt::format("{}###{}", words, posted).c_str(), keys.c_str(), false,
                      row.enabled(frame.session)))
    frame.commands.post(posted);
  if (ImGui::IsItemHovered()) widgets::tooltip(frame.style, row.shown_help());
}

void recent_menu(panels::Frame& frame) {
  const auto& recent = frame.session.state().files.recent;
  if (!ImGui::BeginMenu(fmt::format("{}###recent", tr("Recent")).c_str(), !recent.empty())) return;
  for (const std::string& file : recent) {
    const std::string name = std::filesystem::path(file).filename().string();
    if (ImGui::MenuItem(fmt::format("{}###{}", name, file).c_str()))
      frame.commands.post(fmt::format("open file={}", session::quote(file)));
    if (ImGui::IsItemHovered()) widgets::tooltip(frame.style, file);
  }
  ImGui::EndMenu();
}

}  // namespace

void file_menu(panels::Frame& frame) {
  if (!ImGui::BeginPopup("###files")) return;
  entry(frame, "open", tr("Open a session or run…"));
  recent_menu(frame);
  entry(frame, "save");
  entry(frame, "save", tr("Save as…"), "save as");
  ImGui::Separator();
  entry(frame, "undo");
  entry(frame, "redo");
  ImGui::Separator();
  entry(frame, "copy-command");
  entry(frame, "copy-program");
  entry(frame, "save-run", tr("Save the run…"));
  entry(frame, "export-gif", tr("Animation of the next steps…"));
  entry(frame, "export-picture", tr("Phase view as a picture…"));
  ImGui::Separator();
  entry(frame, "presenter");
  entry(frame, "projector");
  entry(frame, "pen");
  entry(frame, "tour");
  entry(frame, "quit");
  ImGui::EndPopup();
}

void draw_offer(panels::Frame& frame, std::string_view words, const OfferAnswer& accept,
                const OfferAnswer& decline) {
  const style::Style& style = frame.style;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = style.text_size * 2.4F;
  const float edge = style.gap * 1.25F;
  const ImVec2 min{origin.x + edge, origin.y}, max{origin.x + width - edge, origin.y + height};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, max, style.pack(style::Role::Accent, 0.12F), style.rounding);
  list.AddRect(min, max, style.outline(style::Role::Accent), style.rounding);
  const ImVec2 yes = widgets::text_button_size(style, accept.words);
  const ImVec2 no = widgets::text_button_size(style, decline.words);
  const float right = max.x - style.gap, top = (min.y + max.y - yes.y) / 2;
  ImGui::SetCursorScreenPos({right - no.x, top});
  if (widgets::text_button(style, decline.id, decline.words, no.x, widgets::Emphasis::Quiet))
    frame.commands.post(decline.command);
  ImGui::SetCursorScreenPos({right - no.x - style.gap - yes.x, top});
  if (widgets::text_button(style, accept.id, accept.words, yes.x, widgets::Emphasis::Primary))
    frame.commands.post(accept.command);
  widgets::draw_text_in(list, style, widgets::plain(style), {min.x + style.padding, min.y},
                        {right - no.x - yes.x - style.gap * 3, max.y}, words, 0.0F);
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy({width, height + style.gap});
}

void draw_recovery(panels::Frame& frame) {
  draw_offer(frame, tr("Lanescope ended unexpectedly. What was open then has been kept."),
             {"###recover", tr("Recover"), "recover"},
             {"###discard-recovery", tr("Discard"), "discard-recovery"});
}

}  // namespace lanescope::ui::studio
