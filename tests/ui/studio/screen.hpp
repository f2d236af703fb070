#pragma once

#include <memory>
#include <string>

#include <imgui.h>

#include "tests/ui/model/studio.hpp"
#include "ui/studio/studio.hpp"
#include "ui/widgets/label_log.hpp"

namespace lanescope::ui::test {

// The whole studio in an ImGui context of its own, without a window or a renderer. Frames are a
// sixtieth of a second long.
class Screen {
 public:
  using Audience = studio::Studio::Audience;

  // `max_steps`: where runs of lessons are stopped; 0: as usual.
  Screen(float width, float height, Audience audience = Audience::User, std::uint64_t max_steps = 0)
      : model_(max_steps), context_(ImGui::CreateContext()) {
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {width, height};
    // As OpenGL 3.2 has it: more vertices than 16 bits count are drawn in parts.
    io.BackendFlags |=
        ImGuiBackendFlags_RendererHasTextures | ImGuiBackendFlags_RendererHasVtxOffset;
    studio_ = std::make_unique<studio::Studio>(model_.session(), audience);
    studio_->log_labels(&labels_);
  }
  ~Screen() {
    studio_.reset();
    if (context_ != nullptr) ImGui::DestroyContext(context_);
  }
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  void frame() {
    labels_.clear();
    ImGui::GetIO().DeltaTime = 1.0F / 60.0F;
    studio_->begin(1.0 / 60.0);
    ImGui::NewFrame();
    studio_->draw();
    ImGui::Render();
    studio_->end();
    serve_textures();
  }
  void frames(int count) {
    for (int i = 0; i < count; ++i) frame();
  }
  [[nodiscard]] session::Session& session() { return model_.session(); }
  [[nodiscard]] Studio& model() { return model_; }
  [[nodiscard]] studio::Studio& studio() { return *studio_; }
  [[nodiscard]] const widgets::LabelLog& labels() const { return labels_; }
  // For an owner who has to end the context between two other things.
  void end() {
    studio_.reset();
    ImGui::DestroyContext(context_);
    context_ = nullptr;
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

  Studio model_;
  ImGuiContext* context_;
  widgets::LabelLog labels_;
  std::unique_ptr<studio::Studio> studio_;
};

}  // namespace lanescope::ui::test
