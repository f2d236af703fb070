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

// A second is usual, on a computer that has nothing else to do; nothing that a kernel could do
// takes longer than this for good reasons.
inline constexpr double kDisassemblySeconds = 20.0;

// Runs `nvdisasm` (a path) on a cubin in a process of its own, limited in time and memory. It
// waits: never call it where a frame is drawn.
[[nodiscard]] Result<std::vector<ports::toolchain::SassFunction>> disassemble(
    const std::string& nvdisasm, std::span<const std::byte> cubin,
    double seconds = kDisassemblySeconds);

// The nvdisasm of this machine, looked for each time: it may have come since.
class Nvdisasm final : public ports::toolchain::Disassembler {
 public:
  explicit Nvdisasm(ToolchainSearch search, double seconds = kDisassemblySeconds)
      : search_(std::move(search)), seconds_(seconds) {}
  [[nodiscard]] Result<std::vector<ports::toolchain::SassFunction>> disassemble(
      std::span<const std::byte> cubin) const override;

 private:
  ToolchainSearch search_;
  double seconds_;  // at most
};

}  // namespace lanescope::cuda::toolchain
