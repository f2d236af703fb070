#pragma once

#include "cuda/archive.hpp"
#include "cuda/gpu/gpu_types.hpp"

// What the application and its GPU worker say to each other.
namespace lanescope::cuda {

struct GpuRequest {
  std::string driver;       // path of libcuda
  std::string scratch_dir;  // the worker's own
  bool list_only = false;   // the GPUs, no job
  GpuJob job;
};
struct GpuReply {
  std::variant<GpuList, GpuOutput, GpuFailure> what;
};

void write(ByteWriter& out, const GpuRequest& request);
[[nodiscard]] GpuRequest read_gpu_request(ByteReader& in);
void write(ByteWriter& out, const GpuReply& reply);
[[nodiscard]] GpuReply read_gpu_reply(ByteReader& in);

}  // namespace lanescope::cuda
