#include "lab/hardware/gpu_survey.hpp"

#include <utility>

#include <fmt/format.h>

#include "cuda/device/survey_kernels.hpp"

namespace lanescope::lab {
namespace {

// In 10^9 a second. A time of 0 is shorter than events can tell, and gives no rate.
Spread rates(double work, const std::vector<double>& milliseconds) {
  constexpr double kPerSecond = 1e3, kGiga = 1e9;
  std::vector<double> all;
  for (const double time : milliseconds)
    if (time > 0.0) all.push_back(work / time * kPerSecond / kGiga);
  return spread(std::move(all));
}

cuda::CompileRequest request_for(const std::string& arch) {
  cuda::CompileRequest request;
  request.source = cuda::kSurveyKernels;
  request.file_name = "lanescope_survey.cu";
  request.arch = arch;
  request.kernels = {cuda::kSurveyCopy, cuda::kSurveyFmaF32, cuda::kSurveyFmaF64,
                     cuda::kSurveyEmpty};
  return request;
}

}  // namespace

Survey rates_of(const cuda::GpuSurvey& survey) {
  Survey out;
  for (const cuda::GpuSurvey::Transfer& one : survey.transfers)
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

SurveyReport survey_gpu(cuda::Gpu& gpu, cuda::Compiler& compiler, std::uint32_t number,
                        const std::atomic<bool>* cancel) {
  cuda::GpuResult<cuda::GpuList> list = gpu.list(cancel);
  if (auto* failed = std::get_if<cuda::GpuFailure>(&list)) return std::move(*failed);
  const auto& devices = std::get<cuda::GpuList>(list).devices;
  if (number >= devices.size())
    return cuda::GpuFailure{bad_input(fmt::format("there is no GPU number {}", number))};
  cuda::CompileResult compiled = compiler.compile(request_for(devices[number].arch()));
  if (!compiled) return cuda::GpuFailure{compiled.error()};
  cuda::GpuResult<cuda::GpuSurvey> measured =
      gpu.survey({static_cast<int>(number), compiled->cubin}, cancel);
  if (auto* failed = std::get_if<cuda::GpuFailure>(&measured)) return std::move(*failed);
  return rates_of(std::get<cuda::GpuSurvey>(measured));
}

}  // namespace lanescope::lab
