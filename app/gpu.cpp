#include "app/gpu.hpp"

#include <utility>

namespace lanescope::app {

Result<GpuBeside> GpuBeside::open(const RunArguments& arguments, cuda::Compiler& compiler) {
  GpuBeside out(compiler);
  if (!arguments.on_gpu()) return out;
  out.options_ = {arguments.gpu_number.value_or(0), arguments.gpu_l2 == "flushed"};
  out.gpu_.emplace(lab::gpu_options(compiler.toolchain()));
  const cuda::GpuResult<cuda::GpuList> list = out.gpu_->list();
  if (const auto* none = std::get_if<cuda::GpuFailure>(&list))
    return missing("--gpu: " + none->error.message);
  return out;
}

std::optional<lab::GpuReport> GpuBeside::run(const lab::ModelRun& run) {
  if (!gpu_) return std::nullopt;
  return lab::run_on_gpu(run, *gpu_, *compiler_, options_);
}

}  // namespace lanescope::app
