#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <imgui.h>

struct ImGuiContext;

namespace lanescope::ui::widgets {

// Pixels that the renderer keeps as a texture. It lives in ImGui's own list of textures, which the
// back end serves: nothing here knows of OpenGL.
class PictureTexture {
 public:
  PictureTexture() = default;
  ~PictureTexture();
  PictureTexture(const PictureTexture&) = delete;
  PictureTexture& operator=(const PictureTexture&) = delete;

  // Rows of `width` pixels, red in the lowest byte. Sends them only when `key` is another one than
  // before. Before the picture is drawn in this frame.
  void set(std::span<const std::uint32_t> rgba, std::uint32_t width, std::uint32_t height,
           std::uint64_t key);
  // As the renderer names it, while it has all that was sent; 0: not yet. Who writes into it there
  // is to have ended before it is set to another size, or to end.
  [[nodiscard]] std::uint64_t name() const;
  // From so many screen pixels a pixel on they stay squares; below, the picture is smoothed.
  static constexpr float kSquares = 3.0F;
  void draw(ImDrawList& list, ImVec2 min, ImVec2 max);

 private:
  void retire();
  void sweep();

  std::unique_ptr<ImTextureData> data_;
  std::vector<std::unique_ptr<ImTextureData>> retired_;  // until the renderer has let them go
  ImGuiContext* context_ = nullptr;
  std::uint64_t key_ = 0;
};

}  // namespace lanescope::ui::widgets
