#pragma once

#include <optional>

#include "cuda/toolchain/port_names.hpp"
#include "ports/device/gpu_types.hpp"
#include "ports/device/live_types.hpp"
#include "ports/device/profile_types.hpp"
#include "ports/device/survey_types.hpp"
#include "ports/images/archive.hpp"

// What the application and its GPU worker say to each other.
namespace lanescope::cuda {

struct GpuRequest {
  std::string driver;       // path of libcuda
  std::string scratch_dir;  // the worker's own
  enum class What : std::uint8_t { List, Run, Count, Profile, Survey, Live } what = What::Run;
  std::string cupti;  // path of CUPTI, for Count and Profile
  GpuJob job;         // for Run, Count and Profile
  GpuSurveyJob survey;
  LiveRequest live;
};
struct GpuReply {
  std::variant<GpuList, GpuOutput, GpuCounters, GpuSurvey, LiveFrame, GpuProfile, GpuFailure> what;
};

void write(ByteWriter& out, const GpuRequest& request);
[[nodiscard]] GpuRequest read_gpu_request(ByteReader& in);
void write(ByteWriter& out, const GpuReply& reply);
[[nodiscard]] GpuReply read_gpu_reply(ByteReader& in);

}  // namespace lanescope::cuda
