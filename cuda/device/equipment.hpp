#pragma once

#include <optional>

#include "cuda/device/gpu.hpp"
#include "cuda/toolchain/compiler.hpp"
#include "cuda/toolchain/nvdisasm.hpp"
#include "ports/equipment/equipment.hpp"
#include "ports/images/shipped_listings.hpp"

namespace lanescope::cuda::device {

// NVIDIA's tools and driver, as they are found on this machine.
class Equipment final : public ports::equipment::Equipment {
 public:
  struct Options {
    toolchain::Compiler::Options compiler;
    std::optional<Gpu::Options> gpu;  // empty: of the driver that is found
  };
  explicit Equipment(Options options);
  Equipment(const Equipment&) = delete;
  Equipment& operator=(const Equipment&) = delete;

  [[nodiscard]] std::unique_ptr<ports::toolchain::Compiler> compiler() const override;
  [[nodiscard]] const ports::toolchain::Disassembler& disassembler() const override {
    return listings_;
  }
  [[nodiscard]] bool has_gpu_driver() const override;
  [[nodiscard]] std::unique_ptr<ports::device::Gpu> gpu() const override;
  [[nodiscard]] std::vector<ports::toolchain::Tool> tools() const override;

 private:
  Options options_;
  toolchain::Nvdisasm nvdisasm_;
  ports::images::ShippedListings listings_;
};

}  // namespace lanescope::cuda::device
