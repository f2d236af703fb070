#include "ui/widgets/cell_menu.hpp"

#include <initializer_list>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets {
namespace {

// Rows of the command table, by their names.
void entries(const style::Style& style, commands::CommandQueue& commands,
             std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const commands::CommandRow& row = *commands::find_command(name);
    if (ImGui::MenuItem(fmt::format("{}###{}", row.shown_title(), row.name).c_str(),
                        std::string(row.shortcut).c_str()))
      commands.post(name);
    if (ImGui::IsItemHovered()) tooltip(style, row.shown_help());
  }
}

bool asked_for_menu() { return ImGui::IsItemHovered() && ImGui::IsMouseReleased(1); }

}  // namespace

void element_menu(const style::Style& style, commands::CommandQueue& commands,
                  const std::optional<view::ElementRef>& under) {
  if (under && asked_for_menu()) {
    commands.post(
        fmt::format("select array={} index={}", session::quote(under->array), under->index));
    ImGui::OpenPopup("###element-menu");
  }
  if (!ImGui::BeginPopup("###element-menu")) return;
  entries(style, commands, {"previous-write", "next-write", "previous-touch", "next-touch"});
  ImGui::EndPopup();
}

void register_menu(const style::Style& style, commands::CommandQueue& commands,
                   const std::string& name, std::optional<std::uint32_t> lane) {
  if (lane && asked_for_menu()) {
    commands.post(fmt::format("show-register name={}", name));
    commands.post(fmt::format("select lane={}", *lane));
    ImGui::OpenPopup("###register-menu");
  }
  if (!ImGui::BeginPopup("###register-menu")) return;
  entries(style, commands, {"who-wrote-register"});
  ImGui::EndPopup();
}

}  // namespace lanescope::ui::widgets
