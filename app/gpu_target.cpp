#include "app/gpu_target.hpp"

#include <utility>

#include <fmt/format.h>

#include "app/equipment.hpp"

namespace lanescope::app {

Result<GpuTarget> GpuTarget::open(const RunArguments& arguments,
                                  ports::toolchain::Compiler& compiler, std::string_view who) {
  GpuTarget out(compiler);
  if (!arguments.on_gpu()) return out;
  out.options_ = {arguments.gpu_number.value_or(0), arguments.gpu_l2 == "flushed"};
  out.gpu_ = equipment().gpu();
  ports::device::GpuResult<ports::device::GpuList> list = out.gpu_->list();
  if (const auto* none = std::get_if<ports::device::GpuFailure>(&list))
    return missing(fmt::format("{}: {}", who, none->error.message));
  out.list_ = std::get<ports::device::GpuList>(std::move(list));
  return out;
}

std::optional<hardware::GpuReport> GpuTarget::run(const run::ModelRun& run, Count count) {
  if (!gpu_) return std::nullopt;
  hardware::GpuOptions options = options_;
  options.count = count != Count::None;
  options.profile = count == Count::All;
  return hardware::run_on_gpu(run, *gpu_, *compiler_, options);
}

hardware::SurveyReport GpuTarget::survey() {
  if (!gpu_) return ports::device::GpuFailure{bad_input("no GPU was asked for")};
  return hardware::survey_gpu(*gpu_, *compiler_, options_.number);
}

Result<ports::device::GpuDevice> GpuTarget::device() const {
  if (list_.devices.empty()) return missing("no NVIDIA GPU is there");
  if (options_.number < list_.devices.size()) return list_.devices[options_.number];
  return bad_input(
      fmt::format("--gpu-number {}: there is no such GPU; `doctor` counts them", options_.number));
}

}  // namespace lanescope::app
