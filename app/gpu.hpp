#pragma once

#include <optional>

#include "app/options.hpp"
#include "lab/gpu_run.hpp"

namespace lanescope::app {

// The GPU beside the model, for commands that take --gpu.
class GpuBeside {
 public:
  // Without --gpu: one that runs nothing. An Error where a GPU is asked for and there is none.
  static Result<GpuBeside> open(const RunArguments& arguments, cuda::Compiler& compiler);

  // Nullopt without --gpu.
  [[nodiscard]] std::optional<lab::GpuReport> run(const lab::ModelRun& run);

 private:
  explicit GpuBeside(cuda::Compiler& compiler) : compiler_(&compiler) {}

  cuda::Compiler* compiler_;
  std::optional<cuda::Gpu> gpu_;
  lab::GpuOptions options_;
};

}  // namespace lanescope::app
