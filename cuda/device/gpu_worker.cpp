#include "cuda/device/gpu_worker.hpp"

#include <optional>

#include "cuda/device/device.hpp"
#include "cuda/device/execution.hpp"
#include "cuda/device/gpu_wire.hpp"
#include "cuda/device/live_session.hpp"
#include "cuda/device/survey.hpp"
#include "cuda/toolchain/worker_loop.hpp"

namespace lanescope::cuda::device {
namespace {

template <typename T>
GpuReply reply_of(ports::device::GpuResult<T> result) {
  if (auto* failed = std::get_if<ports::device::GpuFailure>(&result)) return {std::move(*failed)};
  return {std::get<T>(std::move(result))};
}

GpuReply failed(const Error& error) { return {ports::device::GpuFailure{error, false}}; }

class Worker {
 public:
  explicit Worker(const GpuLibraries& libraries) : libraries_(libraries) {}

  GpuReply answer(GpuRequest& request) {
    using What = GpuRequest::What;
    // Counters must watch the driver from its start.
    if (request.what == What::Count)
      if (const Result<void> watching = watch(request.cupti); !watching)
        return failed(watching.error());
    if (!driver_) {
      Result<Driver> loaded = libraries_.driver(request.driver);
      if (!loaded) return failed(loaded.error());
      driver_ = *loaded;
    }
    switch (request.what) {
      case What::List:
        return reply_of(list_devices(*driver_));
      case What::Count:
        return reply_of(count(*driver_, *counting_, request.job));
      case What::Profile:
        return profiled(request);
      case What::Survey:
        return reply_of(survey(*driver_, request.survey, clocks()));
      case What::Live:
        if (!live_) live_.emplace(*driver_);
        return reply_of(live_->frame(std::move(request.live)));
      case What::Run:
        break;
    }
    return reply_of(execute(*driver_, request.job, clocks()));
  }

  // Goes with the reply.
  [[nodiscard]] ports::device::Descriptor take_descriptor() {
    return live_ ? live_->take_descriptor() : ports::device::Descriptor();
  }

 private:
  Result<void> watch(const std::string& path) {
    Result<Cupti> loaded = libraries_.cupti(path);
    if (!loaded) return loaded.error();
    cupti_ = *loaded;
    counting_.emplace(cupti_);
    return counting_->watch();
  }

  GpuReply profiled(const GpuRequest& request) const {
    const Result<RangeProfiler> cupti = libraries_.profiler(request.cupti);
    if (!cupti) return failed(cupti.error());
    RangeProfiling profiling(*cupti);
    return reply_of(profile(*driver_, profiling, request.job));
  }

  // Null: they are not known.
  const Nvml* clocks() {
    if (!nvml_) nvml_ = libraries_.nvml();
    return *nvml_ ? &**nvml_ : nullptr;
  }

  const GpuLibraries& libraries_;
  std::optional<Driver> driver_;
  std::optional<LiveSession> live_;
  std::optional<Result<Nvml>> nvml_;  // once something is to be measured
  Cupti cupti_;
  std::optional<SassCounting> counting_;
};

}  // namespace

int serve_gpu(int socket, const GpuLibraries& libraries) {
  Worker worker(libraries);
  ports::device::Descriptor sent;  // of the reply that is under way
  return toolchain::serve(
      socket, [&](std::span<const std::byte> message, const toolchain::Tidy& tidy) {
        ports::images::ByteReader in(message);
        GpuRequest request = read_gpu_request(in);
        tidy(request.scratch_dir);
        ports::images::ByteWriter out;
        write(out, in.ok() ? worker.answer(request)
                           : failed(bad_input("the GPU's worker got a damaged request")));
        sent = worker.take_descriptor();
        return toolchain::Reply{out.take(), sent.number()};
      });
}

int run_gpu_worker() { return serve_gpu(toolchain::kWorkerSocket, {}); }

}  // namespace lanescope::cuda::device
