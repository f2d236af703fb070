#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "cuda/device/mapped_memory.hpp"
#include "cuda/gl/gl_driver.hpp"

namespace lanescope::cuda::gl {

// The GPU that draws for the current OpenGL context, as the driver counts them. Missing, with the
// remedy, where it is none of NVIDIA's.
[[nodiscard]] Result<device::CuDevice> drawing_device(const GlDriver& driver);

// A texture of the current OpenGL context into which pictures are copied on the GPU, out of memory
// that the GPU's worker has shared. All calls with that context current; the texture outlives this.
class GlPicture {
 public:
  struct Texture {
    unsigned name = 0;  // OpenGL's: two-dimensional, four channels of 8 bits
    std::uint32_t width = 0, height = 0;
  };
  // `device` as the worker counts it; `bytes` as they were asked for there. The driver outlives the
  // picture. Missing, with the remedy, where OpenGL draws on something else than that GPU.
  [[nodiscard]] static Result<std::unique_ptr<GlPicture>> open(
      const GlDriver& driver, device::CuDevice device, const Texture& texture,
      const ports::device::Descriptor& shared, std::uint64_t bytes);
  GlPicture(const GlPicture&) = delete;
  GlPicture& operator=(const GlPicture&) = delete;
  ~GlPicture();

  // Copies the picture that lies `offset` bytes from the memory's beginning, rows without gaps.
  // The memory may be written again as soon as it returns.
  [[nodiscard]] Result<void> copy(std::uint64_t offset);

 private:
  GlPicture(const GlDriver& driver, device::CuDevice device, const Texture& texture)
      : gl_(&driver), device_(device), texture_(texture) {}
  [[nodiscard]] Result<void> enter();
  [[nodiscard]] Result<void> copy_mapped(std::uint64_t offset);

  const GlDriver* gl_;
  device::CuDevice device_;
  Texture texture_;
  device::CuContext context_ = nullptr;
  std::optional<device::MappedMemory> memory_;
  CuGraphics resource_ = nullptr;
};

}  // namespace lanescope::cuda::gl
