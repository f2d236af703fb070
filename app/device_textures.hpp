#pragma once

#include <memory>

#include "ui/background/device_texture.hpp"

namespace lanescope::app {

// Live pictures from the GPU's memory; null: this program was built without.
[[nodiscard]] std::unique_ptr<ui::background::DeviceTextures> device_textures();

}  // namespace lanescope::app
