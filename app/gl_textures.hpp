#pragma once

#include <optional>
#include <string>

#include "cuda/gl/gl_driver.hpp"
#include "ui/background/device_texture.hpp"

namespace lanescope::app {

// OpenGL's textures as CUDA writes them. NVIDIA's driver is loaded for the first of them.
class GlTextures final : public ui::background::DeviceTextures {
 public:
  // Path of libcuda; empty: there is none.
  explicit GlTextures(std::string driver) : path_(std::move(driver)) {}
  [[nodiscard]] int device() override;
  [[nodiscard]] Result<std::unique_ptr<ui::background::DeviceTexture>> open(
      std::uint64_t texture, const experiment::PictureShape& shape,
      const hardware::LiveMemory& memory) override;

 private:
  [[nodiscard]] Result<void> load();

  std::string path_;
  std::optional<cuda::gl::GlDriver> driver_;
  std::optional<int> device_;  // once it was asked for
};

}  // namespace lanescope::app
