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

// By this machine's tools, looked for each time, in a folder that goes again: for who has no
// worker. With neither tool the result has no cubin, and a warning that says what to install.
class LocalAssembler final : public ports::toolchain::Assembler {
 public:
  [[nodiscard]] ports::toolchain::CompileResult assemble(
      const ports::toolchain::CompileRequest& request) override;
};

}  // namespace lanescope::cuda::toolchain
