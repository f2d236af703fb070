#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cuda/toolchain/backend.hpp"
#include "cuda/toolchain/nvrtc.hpp"
#include "cuda/toolchain/wire.hpp"
#include "ports/toolchain/compile_types.hpp"

namespace lanescope::cuda::toolchain {

// Compiles within this process: the worker's side of Compiler. Keeps NVRTC loaded between jobs.
class InProcessCompiler {
 public:
  [[nodiscard]] ports::toolchain::CompileResult run(const Job& job);

 private:
  [[nodiscard]] Result<void> load_nvrtc(const Job& job);
  [[nodiscard]] ports::toolchain::CompileResult compile_source(const Job& job);
  [[nodiscard]] BackendOutput compile_with_nvrtc(const Job& job,
                                                 const std::vector<std::string>& expressions,
                                                 bool precompiled_headers);
  [[nodiscard]] bool wants_precompiled_headers(const Job& job);

  std::optional<Nvrtc> nvrtc_;
  bool included_large_headers_ = false;
};

}  // namespace lanescope::cuda::toolchain
