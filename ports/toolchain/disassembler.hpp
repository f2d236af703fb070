#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ports/toolchain/sass.hpp"
#include "sim/base/result.hpp"

namespace lanescope::ports::toolchain {

// Reads machine code. Of all threads.
class Disassembler {
 public:
  virtual ~Disassembler() = default;
  // It waits, about a second: never call it where a frame is drawn. Missing, with the remedy, where
  // there is none.
  [[nodiscard]] virtual Result<std::vector<SassFunction>> disassemble(
      std::span<const std::byte> cubin) const = 0;
};

}  // namespace lanescope::ports::toolchain
