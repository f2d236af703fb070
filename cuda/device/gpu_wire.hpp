#pragma once

#include <optional>

#include "ports/device/gpu_types.hpp"
#include "ports/device/live_types.hpp"
#include "ports/device/profile_types.hpp"
#include "ports/device/survey_types.hpp"
#include "ports/images/archive.hpp"

// What the application and its GPU worker say to each other.
namespace lanescope::cuda::device {

struct GpuRequest {
  std::string driver;       // path of libcuda
  std::string scratch_dir;  // the worker's own
  enum class What : std::uint8_t { List, Run, Count, Profile, Survey, Live } what = What::Run;
  std::string cupti;          // path of CUPTI, for Count and Profile
  ports::device::GpuJob job;  // for Run, Count and Profile
  ports::device::GpuSurveyJob survey;
  ports::device::LiveRequest live;
};
struct GpuReply {
  std::variant<ports::device::GpuList, ports::device::GpuOutput, ports::device::GpuCounters,
               ports::device::GpuSurvey, ports::device::LiveFrame, ports::device::GpuProfile,
               ports::device::GpuFailure>
      what;
};

void write(ports::images::ByteWriter& out, const GpuRequest& request);
[[nodiscard]] GpuRequest read_gpu_request(ports::images::ByteReader& in);
void write(ports::images::ByteWriter& out, const GpuReply& reply);
[[nodiscard]] GpuReply read_gpu_reply(ports::images::ByteReader& in);

}  // namespace lanescope::cuda::device
