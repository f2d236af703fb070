#pragma once

#include <memory>
#include <vector>

#include "lab/run/prepare.hpp"

namespace lanescope::run {

// Everything about a launch's kernel that is known before its arguments are looked at.
struct ResolvedKernel {
  std::shared_ptr<const engine::Program> program;
  const ports::toolchain::KernelImage* image = nullptr;
};

struct BuiltPlan {
  std::shared_ptr<const engine::Plan> plan;
  std::vector<PlannedBuffer> buffers;
};

// Lays out buffers and parameter blocks, checks everything (names, counts, types, limits, memory)
// and fills the buffers last. `kernels` has one entry a launch. Buffers that `previous` has with
// the same fill are shared with it.
[[nodiscard]] Result<BuiltPlan> build_plan(const experiment::Experiment& experiment,
                                           const std::vector<ResolvedKernel>& kernels,
                                           const Prepared* previous);

}  // namespace lanescope::run
