#pragma once

#include <string>
#include <utility>

#include "ports/toolchain/assembler.hpp"

namespace lanescope::cuda::toolchain {

// By ptxas if there is one, else by nvJitLink. What the assembler refuses is an error, except that
// it is too old for the file's version or target: the model may still run those, so they become
// warnings.
class PtxAssembler final : public ports::toolchain::Assembler {
 public:
  struct Tools {
    std::string ptxas, nvjitlink;  // paths; empty: not there
    std::string scratch_dir;       // exists, and is the caller's alone
  };
  explicit PtxAssembler(Tools tools) : tools_(std::move(tools)) {}
  [[nodiscard]] ports::toolchain::CompileResult assemble(
      const ports::toolchain::CompileRequest& request) override;

 private:
  Tools tools_;
};

}  // namespace lanescope::cuda::toolchain
