#pragma once

#include <string>

#include <imgui.h>
#include <imgui_internal.h>

#include "ui/panels/panel.hpp"
#include "ui/style/fonts.hpp"
#include "ui/widgets/label_log.hpp"

// Draws panels into an ImGui context without a window or a renderer, and tells what they drew.
namespace lanescope::ui::test {

struct StageOptions {
  float width = 700.0F, height = 400.0F;  // of the panel, in pixels
  float scale = 1.0F;
  bool dark = true;
  bool presenter = false;
};

class Stage {
 public:
  explicit Stage(const StageOptions& options)
      : options_(options), context_(ImGui::CreateContext()) {
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {options.width + 40.0F, options.height + 40.0F};
    // As OpenGL 3.2 has it: more vertices than 16 bits count are drawn in parts.
    io.BackendFlags |=
        ImGuiBackendFlags_RendererHasTextures | ImGuiBackendFlags_RendererHasVtxOffset;
    fonts_ = style::load_fonts(style::find_fonts());
    style_ = style::make_style({options.dark, options.presenter, false, options.scale});
    style::apply_style(style_, fonts_);
    style_.labels = &labels_;
  }
  ~Stage() { ImGui::DestroyContext(context_); }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  // A few frames, until the layout has come to rest; the labels are those of the last.
  void draw(panels::Panel& panel, const session::Session& session) {
    for (int i = 0; i < 4; ++i) frame(panel, session);
  }
  void frame(panels::Panel& panel, const session::Session& session) {
    labels_.clear();
    ImGui::GetIO().DeltaTime = 1.0F / 60.0F;
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({20.0F, 20.0F});
    ImGui::SetNextWindowSize({options_.width, options_.height});
    panels::Frame frame{session, commands_, style_, 0.0};
    panel.draw(frame, nullptr);
    name_ = std::string(panel.title()) + "###" + std::string(panel.id());
    ImGui::Render();
    serve_textures();
  }
  void point_at(float x, float y) { ImGui::GetIO().AddMousePosEvent(20.0F + x, 20.0F + y); }
  void press(bool down) { ImGui::GetIO().AddMouseButtonEvent(0, down); }
  void wheel(float by) { ImGui::GetIO().AddMouseWheelEvent(0.0F, by); }

  [[nodiscard]] const widgets::LabelLog& labels() const { return labels_; }
  [[nodiscard]] commands::CommandQueue& commands() { return commands_; }
  [[nodiscard]] int vertices() const { return ImGui::GetDrawData()->TotalVtxCount; }
  // How far the content can be scrolled down.
  [[nodiscard]] float scroll() const {
    const ImGuiWindow* window = ImGui::FindWindowByName(name_.c_str());
    return window == nullptr ? 0.0F : window->ScrollMax.y;
  }
  // How far the content sticks out to the right.
  [[nodiscard]] float overhang() const {
    const ImGuiWindow* window = ImGui::FindWindowByName(name_.c_str());
    return window == nullptr ? 0.0F : window->ScrollMax.x;
  }

 private:
  static void serve_textures() {
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
      if (texture->Status == ImTextureStatus_WantDestroy) {
        texture->SetTexID(ImTextureID_Invalid);
        texture->SetStatus(ImTextureStatus_Destroyed);
      } else if (texture->Status != ImTextureStatus_OK) {
        texture->SetTexID(1);
        texture->SetStatus(ImTextureStatus_OK);
      }
    }
  }

  StageOptions options_;
  ImGuiContext* context_;
  style::Fonts fonts_;
  style::Style style_;
  widgets::LabelLog labels_;
  commands::CommandQueue commands_;
  std::string name_;
};

}  // namespace lanescope::ui::test
