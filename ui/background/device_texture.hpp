#pragma once

#include <cstdint>
#include <memory>

#include "lab/hardware/live_picture.hpp"

// The renderer's way to take pictures out of the GPU's memory. Who owns the window provides it;
// nothing here knows of OpenGL or CUDA.
namespace lanescope::ui::background {

// A texture of the renderer's into which pictures are copied on the GPU.
class DeviceTexture {
 public:
  DeviceTexture() = default;
  DeviceTexture(const DeviceTexture&) = delete;
  DeviceTexture& operator=(const DeviceTexture&) = delete;
  virtual ~DeviceTexture() = default;
  // The picture that lies `offset` bytes from the memory's beginning; done when it returns.
  [[nodiscard]] virtual Result<void> copy(std::uint64_t offset) = 0;
};

class DeviceTextures {
 public:
  DeviceTextures() = default;
  DeviceTextures(const DeviceTextures&) = delete;
  DeviceTextures& operator=(const DeviceTextures&) = delete;
  virtual ~DeviceTextures() = default;
  // The GPU that draws, as the driver counts them; the first where that is not known. The
  // renderer's context is current.
  [[nodiscard]] virtual int device() { return 0; }
  // `texture`: as the renderer names it, 4 bytes a pixel, of the picture's size. It outlives what
  // is returned; both belong to the renderer's context, which is current.
  [[nodiscard]] virtual Result<std::unique_ptr<DeviceTexture>> open(
      std::uint64_t texture, const experiment::PictureShape& shape,
      const hardware::LiveMemory& memory) = 0;
};

}  // namespace lanescope::ui::background
