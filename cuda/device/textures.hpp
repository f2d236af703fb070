#pragma once

#include <span>
#include <string>
#include <vector>

#include "cuda/device/driver.hpp"
#include "ports/device/gpu_types.hpp"

namespace lanescope::cuda::device {

// The arrays and texture objects of a job, which they are let go with.
class Textures {
 public:
  // The driver outlives it.
  explicit Textures(const Driver& driver) : cu_(driver) {}
  Textures(const Textures&) = delete;
  Textures& operator=(const Textures&) = delete;
  ~Textures() { drop(); }

  // An array for each, and the object that reads it.
  [[nodiscard]] CuResult make(const std::vector<ports::device::GpuTexture>& textures);
  // Copies into each array what its buffer holds.
  [[nodiscard]] CuResult fill(std::span<const CuAddress> buffers) const;
  void drop();
  [[nodiscard]] std::span<const CuTexture> objects() const { return objects_; }

 private:
  const Driver& cu_;
  std::vector<ports::device::GpuTexture> textures_;
  std::vector<CuArray> arrays_;
  std::vector<CuTexture> objects_;
};

}  // namespace lanescope::cuda::device
