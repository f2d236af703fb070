#include "lab/hardware/gpu_survey.hpp"

#include <utility>

#include <fmt/format.h>

#include "ports/device/survey_kernels.hpp"

namespace lanescope::hardware {
namespace {

// In 10^9 a second. A time of 0 is shorter than events can tell, and gives no rate.
Spread rates(double work, const std::vector<double>& milliseconds) {
  constexpr double kPerSecond = 1e3, kGiga = 1e9;
  std::vector<double> all;
  for (const double time : milliseconds)
    if (time > 0.0) all.push_back(work / time * kPerSecond / kGiga);
  return spread(std::move(all));
}

ports::toolchain::CompileRequest request_for(const std::string& arch) {
  ports::toolchain::CompileRequest request;
  request.source = ports::device::kSurveyKernels;
  request.file_name = "lanescope_survey.cu";
  request.arch = arch;
  request.kernels = {ports::device::kSurveyCopy, ports::device::kSurveyFmaF32,
                     ports::device::kSurveyFmaF64, ports::device::kSurveyEmpty};
  return request;
}

}  // namespace

Survey rates_of(const ports::device::GpuSurvey& survey) {
  Survey out;
  for (const ports::device::GpuSurvey::Transfer& one : survey.transfers)
    out.transfers.push_back({one.memory, one.to_gpu, one.bytes,
                             rates(static_cast<double>(one.bytes), one.milliseconds)});
  out.copy_bytes = survey.copy_bytes;
  out.copy = rates(survey.copy.work, survey.copy.milliseconds);
  out.f32 = rates(survey.f32.work, survey.f32.milliseconds);
  out.f64 = rates(survey.f64.work, survey.f64.milliseconds);
  std::vector<double> launches;
  for (const double time : survey.launch.milliseconds)
    launches.push_back(time / survey.launch.work);
  out.launch = spread(std::move(launches));
  out.clocks = survey.clocks;
  return out;
}

SurveyReport survey_gpu(ports::device::Gpu& gpu, ports::toolchain::Compiler& compiler,
                        std::uint32_t number, const std::atomic<bool>* cancel) {
  ports::device::GpuResult<ports::device::GpuList> list = gpu.list(cancel);
  if (auto* failed = std::get_if<ports::device::GpuFailure>(&list)) return std::move(*failed);
  const auto& devices = std::get<ports::device::GpuList>(list).devices;
  if (number >= devices.size())
    return ports::device::GpuFailure{bad_input(fmt::format("there is no GPU number {}", number))};
  ports::toolchain::CompileResult compiled = compiler.compile(request_for(devices[number].arch()));
  if (!compiled) return ports::device::GpuFailure{compiled.error()};
  ports::device::GpuResult<ports::device::GpuSurvey> measured =
      gpu.survey({static_cast<int>(number), compiled->cubin}, cancel);
  if (auto* failed = std::get_if<ports::device::GpuFailure>(&measured)) return std::move(*failed);
  return rates_of(std::get<ports::device::GpuSurvey>(measured));
}

}  // namespace lanescope::hardware
