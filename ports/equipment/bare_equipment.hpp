#pragma once

#include <string>
#include <vector>

#include "ports/equipment/equipment.hpp"
#include "ports/images/shipped_listings.hpp"
#include "ports/toolchain/absent_tools.hpp"

namespace lanescope::ports::equipment {

// The least there can be: no GPU, and of compiled kernels those that come with the program.
class BareEquipment final : public Equipment {
 public:
  // Folders of shipped kernels (ShippedCache, ShippedListings), and what a user does to get what
  // this build lacks.
  BareEquipment(std::vector<std::string> images, std::string remedy);
  BareEquipment(const BareEquipment&) = delete;
  BareEquipment& operator=(const BareEquipment&) = delete;

  [[nodiscard]] std::unique_ptr<toolchain::Compiler> compiler() const override;
  [[nodiscard]] const toolchain::Disassembler& disassembler() const override { return listings_; }
  [[nodiscard]] bool has_gpu_driver() const override { return false; }
  [[nodiscard]] std::unique_ptr<device::Gpu> gpu() const override;
  [[nodiscard]] std::vector<toolchain::Tool> tools() const override;

 private:
  std::vector<std::string> images_;
  std::string remedy_;
  toolchain::NoDisassembler disassembler_;
  images::ShippedListings listings_;
};

}  // namespace lanescope::ports::equipment
