#pragma once

#include <imgui.h>

namespace lanescope::ui::gl {

// An ImGui context that is current while the guard lives; the one before is current again after.
class ImGuiContextGuard {
 public:
  ImGuiContextGuard() : before_(ImGui::GetCurrentContext()), own_(ImGui::CreateContext()) {
    ImGui::SetCurrentContext(own_);
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().LogFilename = nullptr;
  }
  ~ImGuiContextGuard() {
    ImGui::DestroyContext(own_);
    ImGui::SetCurrentContext(before_);
  }
  ImGuiContextGuard(const ImGuiContextGuard&) = delete;
  ImGuiContextGuard& operator=(const ImGuiContextGuard&) = delete;

 private:
  ImGuiContext* before_;
  ImGuiContext* own_;
};

}  // namespace lanescope::ui::gl
