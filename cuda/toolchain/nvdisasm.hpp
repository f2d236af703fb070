#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuda/toolchain/toolchain.hpp"
#include "ports/toolchain/disassembler.hpp"

// NVIDIA's disassembler run on a cubin, and what it prints taken apart.
namespace lanescope::cuda::toolchain {

// What `nvdisasm -c -gi` printed. Lines that are not understood are left out.
[[nodiscard]] std::vector<ports::toolchain::SassFunction> parse_sass(std::string_view text);

// Runs `nvdisasm` (a path) on a cubin in a process of its own, limited in time and memory. It
// waits: never call it where a frame is drawn.
[[nodiscard]] Result<std::vector<ports::toolchain::SassFunction>> disassemble(
    const std::string& nvdisasm, std::span<const std::byte> cubin);

// The nvdisasm of this machine, looked for each time: it may have come since.
class Nvdisasm final : public ports::toolchain::Disassembler {
 public:
  explicit Nvdisasm(ToolchainSearch search) : search_(std::move(search)) {}
  [[nodiscard]] Result<std::vector<ports::toolchain::SassFunction>> disassemble(
      std::span<const std::byte> cubin) const override;

 private:
  ToolchainSearch search_;
};

}  // namespace lanescope::cuda::toolchain
