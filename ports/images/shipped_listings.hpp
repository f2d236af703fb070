#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "ports/toolchain/disassembler.hpp"

namespace lanescope::ports::images {

// Machine code that was disassembled when a package was made: a file for each cubin, found by the
// cubin's bytes. Every other cubin goes to a disassembler.
class ShippedListings final : public toolchain::Disassembler {
 public:
  // `otherwise` outlives this.
  ShippedListings(std::vector<std::string> folders, const toolchain::Disassembler& otherwise)
      : folders_(std::move(folders)), otherwise_(&otherwise) {}

  [[nodiscard]] Result<std::vector<toolchain::SassFunction>> disassemble(
      std::span<const std::byte> cubin) const override;

  [[nodiscard]] static Result<void> store(const std::string& folder,
                                          std::span<const std::byte> cubin,
                                          const std::vector<toolchain::SassFunction>& listing);
  [[nodiscard]] static bool holds(const std::string& folder, std::span<const std::byte> cubin);

 private:
  std::vector<std::string> folders_;
  const toolchain::Disassembler* otherwise_;
};

}  // namespace lanescope::ports::images
