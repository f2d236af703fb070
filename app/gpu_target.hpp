#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "app/options.hpp"
#include "lab/hardware/gpu_run.hpp"
#include "lab/hardware/gpu_survey.hpp"

namespace lanescope::app {

// The GPU beside the model, for commands that take --gpu.
class GpuTarget {
 public:
  // Without --gpu: one that runs nothing. An Error where a GPU is asked for and there is none; it
  // begins with `who` wants one.
  static Result<GpuTarget> open(const RunArguments& arguments, ports::toolchain::Compiler& compiler,
                                std::string_view who = "--gpu");

  // Nullopt without --gpu. Hardware counters: none, those by code in the kernel, or the GPU's own
  // too.
  enum class Count : std::uint8_t { None, InTheKernel, All };
  [[nodiscard]] std::optional<hardware::GpuReport> run(const run::ModelRun& run, Count count);

  // What the GPU itself reaches; a failure without --gpu.
  [[nodiscard]] hardware::SurveyReport survey();

  // The one that is run on; an Error where the driver has none of that number.
  [[nodiscard]] Result<ports::device::GpuDevice> device() const;
  [[nodiscard]] int driver_version() const { return list_.driver_version; }

 private:
  explicit GpuTarget(ports::toolchain::Compiler& compiler) : compiler_(&compiler) {}

  ports::toolchain::Compiler* compiler_;
  std::unique_ptr<ports::device::Gpu> gpu_;
  ports::device::GpuList list_;
  hardware::GpuOptions options_;
};

}  // namespace lanescope::app
