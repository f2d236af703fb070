#include "lab/hardware/gpu_survey.hpp"

#include <utility>

#include <fmt/format.h>

#include "ports/device/survey_kernels.hpp"

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

ports::CompileRequest request_for(const std::string& arch) {
  ports::CompileRequest request;
  request.source = ports::kSurveyKernels;
  request.file_name = "lanescope_survey.cu";
  request.arch = arch;
  request.kernels = {ports::kSurveyCopy, ports::kSurveyFmaF32, ports::kSurveyFmaF64,
                     ports::kSurveyEmpty};
  return request;
}

}  // namespace

Survey rates_of(const ports::GpuSurvey& survey) {
  Survey out;
  for (const ports::GpuSurvey::Transfer& one : survey.transfers)
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

SurveyReport survey_gpu(ports::Gpu& gpu, ports::Compiler& compiler, std::uint32_t number,
                        const std::atomic<bool>* cancel) {
  ports::GpuResult<ports::GpuList> list = gpu.list(cancel);
  if (auto* failed = std::get_if<ports::GpuFailure>(&list)) return std::move(*failed);
  const auto& devices = std::get<ports::GpuList>(list).devices;
  if (number >= devices.size())
    return ports::GpuFailure{bad_input(fmt::format("there is no GPU number {}", number))};
  ports::CompileResult compiled = compiler.compile(request_for(devices[number].arch()));
  if (!compiled) return ports::GpuFailure{compiled.error()};
  ports::GpuResult<ports::GpuSurvey> measured =
      gpu.survey({static_cast<int>(number), compiled->cubin}, cancel);
  if (auto* failed = std::get_if<ports::GpuFailure>(&measured)) return std::move(*failed);
  return rates_of(std::get<ports::GpuSurvey>(measured));
}

}  // namespace lanescope::lab
