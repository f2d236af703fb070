#pragma once

#include "ports/toolchain/assembler.hpp"
#include "ports/toolchain/disassembler.hpp"

namespace lanescope::ports::toolchain {

// Gives the kernels of a PTX file by their names, which is enough to run them on the model; a note
// says that nobody knows their registers, and why.
class NoAssembler final : public Assembler {
 public:
  explicit NoAssembler(std::string why) : why_(std::move(why)) {}
  [[nodiscard]] CompileResult assemble(const CompileRequest& request) override;

 private:
  std::string why_;  // "neither ptxas nor nvJitLink is installed"
};

class NoDisassembler final : public Disassembler {
 public:
  explicit NoDisassembler(std::string why) : why_(std::move(why)) {}
  [[nodiscard]] Result<std::vector<SassFunction>> disassemble(
      std::span<const std::byte> cubin) const override;

 private:
  std::string why_;  // with the remedy
};

}  // namespace lanescope::ports::toolchain
