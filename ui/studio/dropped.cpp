#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/studio/parts.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::studio {

void draw_dropped(panels::Frame& frame) {
  const auto& dropped = frame.session.state().files.dropped;
  if (!dropped) return;
  const style::Style& style = frame.style;
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const float width = std::min(style.text_size * 22, viewport.WorkSize.x * 0.9F);
  ImGui::SetNextWindowPos({viewport.WorkPos.x + viewport.WorkSize.x / 2,
                           viewport.WorkPos.y + viewport.WorkSize.y * 0.2F},
                          ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, viewport.WorkSize.y * 0.7F});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
  ImGui::Begin("Input###dropped", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoDocking |
                   ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar();
  if (ImGui::IsWindowAppearing()) ImGui::SetWindowFocus();
  widgets::paragraph(style, say("Which argument shall {} be?",
                                std::filesystem::path(dropped->file).filename().string()));
  const float room = ImGui::GetContentRegionAvail().x;
  for (const std::string& name : dropped->fits) {
    if (widgets::text_button(style, fmt::format("###fits-{}", name).c_str(), name, room)) {
      frame.commands.post(fmt::format("drop path={} argument={}", session::quote(dropped->file),
                                      session::quote(name)));
    }
  }
  if (widgets::text_button(style, "###drop-nothing", tr("None"), room, widgets::Emphasis::Quiet) ||
      ImGui::IsKeyPressed(ImGuiKey_Escape))
    frame.commands.post("drop-nothing");
  ImGui::End();
}

}  // namespace lanescope::ui::studio
