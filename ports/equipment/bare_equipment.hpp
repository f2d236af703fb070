#pragma once

#include <string>
#include <vector>

#include "ports/equipment/equipment.hpp"
#include "ports/toolchain/absent_tools.hpp"

namespace lanescope::ports::equipment {

// The least there can be: no GPU, and of compiled kernels those that come with the program.
class BareEquipment final : public Equipment {
 public:
  // Folders of shipped kernels (ShippedCache), and what a user does to get what this build lacks.
  BareEquipment(std::vector<std::string> images, std::string remedy);

  [[nodiscard]] std::unique_ptr<toolchain::Compiler> compiler() const override;
  [[nodiscard]] const toolchain::Disassembler& disassembler() const override {
    return disassembler_;
  }
  [[nodiscard]] bool has_gpu_driver() const override { return false; }
  [[nodiscard]] std::unique_ptr<device::Gpu> gpu() const override;
  [[nodiscard]] std::vector<toolchain::Tool> tools() const override;

 private:
  std::vector<std::string> images_;
  std::string remedy_;
  toolchain::NoDisassembler disassembler_;
};

}  // namespace lanescope::ports::equipment
