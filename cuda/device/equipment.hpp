#pragma once

#include <optional>

#include "cuda/device/gpu.hpp"
#include "cuda/toolchain/compiler.hpp"
#include "cuda/toolchain/nvdisasm.hpp"
#include "cuda/toolchain/port_names.hpp"
#include "ports/equipment/equipment.hpp"

namespace lanescope::cuda {

// NVIDIA's tools and driver, as they are found on this machine.
class Equipment final : public ports::Equipment {
 public:
  struct Options {
    Compiler::Options compiler;
    std::optional<Gpu::Options> gpu;  // empty: of the driver that is found
  };
  explicit Equipment(Options options);

  [[nodiscard]] std::unique_ptr<ports::Compiler> compiler() const override;
  [[nodiscard]] const Disassembler& disassembler() const override { return nvdisasm_; }
  [[nodiscard]] bool has_gpu_driver() const override;
  [[nodiscard]] std::unique_ptr<ports::Gpu> gpu() const override;
  [[nodiscard]] std::vector<Tool> tools() const override;

 private:
  Options options_;
  Nvdisasm nvdisasm_;
};

}  // namespace lanescope::cuda
