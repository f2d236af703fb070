#include "cuda/device/gpu.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "cuda/toolchain/wire.hpp"

namespace lanescope::cuda::device {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Between two looks at `cancel`.
constexpr milliseconds kLook{50};

constexpr std::string_view kWho = "the process that runs kernels on the GPU";

ports::device::GpuFailure lost(const toolchain::WorkerProcess::Death& death) {
  std::string how = fmt::format("ended with status {}", death.status);
  if (death.status == toolchain::kOutOfMemoryStatus)
    how = "found too little memory in this machine; use smaller buffers";
  if (death.talked_nonsense) how = "sent damaged data";
  if (death.signal != 0) {
    const char* name = sigdescr_np(death.signal);
    how = fmt::format("was ended by signal {} ({})", death.signal, name == nullptr ? "?" : name);
  }
  return {missing(fmt::format("{} {}; the next run starts a new one", kWho, how)), false};
}

template <typename T>
ports::device::GpuResult<T> result_of(GpuReply reply) {
  if (auto* value = std::get_if<T>(&reply.what)) return std::move(*value);
  if (auto* failed = std::get_if<ports::device::GpuFailure>(&reply.what)) return std::move(*failed);
  return ports::device::GpuFailure{missing(fmt::format("{} answered something else", kWho)), false};
}

}  // namespace

Gpu::Gpu(Options options) : options_(std::move(options)) {
  if (options_.worker_command.empty()) options_.worker_command = {"/proc/self/exe", "gpu-worker"};
}

ports::device::GpuResult<ports::device::GpuList> Gpu::list(const std::atomic<bool>* cancel) {
  GpuRequest request;
  request.what = GpuRequest::What::List;
  return result_of<ports::device::GpuList>(ask(std::move(request), cancel));
}

ports::device::GpuResult<ports::device::GpuOutput> Gpu::run(const ports::device::GpuJob& job,
                                                            const std::atomic<bool>* cancel) {
  GpuRequest request;
  request.job = job;
  return result_of<ports::device::GpuOutput>(ask(std::move(request), cancel));
}

GpuReply Gpu::ask_cupti(GpuRequest::What what, const ports::device::GpuJob& job,
                        const std::atomic<bool>* cancel) const {
  if (options_.cupti.empty())
    return {ports::device::GpuFailure{
        missing("CUPTI is not installed: pip install nvidia-cuda-cupti==13.0.85, or "
                "the CUDA toolkit"),
        false}};
  Gpu own(options_);
  GpuRequest request;
  request.what = what;
  request.cupti = options_.cupti;
  request.job = job;
  return own.ask(std::move(request), cancel);
}

ports::device::GpuResult<ports::device::GpuCounters> Gpu::count(const ports::device::GpuJob& job,
                                                                const std::atomic<bool>* cancel) {
  return result_of<ports::device::GpuCounters>(ask_cupti(GpuRequest::What::Count, job, cancel));
}

ports::device::GpuResult<ports::device::GpuProfile> Gpu::profile(const ports::device::GpuJob& job,
                                                                 const std::atomic<bool>* cancel) {
  return result_of<ports::device::GpuProfile>(ask_cupti(GpuRequest::What::Profile, job, cancel));
}

ports::device::GpuResult<ports::device::GpuSurvey> Gpu::survey(
    const ports::device::GpuSurveyJob& job, const std::atomic<bool>* cancel) {
  GpuRequest request;
  request.what = GpuRequest::What::Survey;
  request.survey = job;
  return result_of<ports::device::GpuSurvey>(ask(std::move(request), cancel));
}

ports::device::GpuResult<ports::device::LiveFrame> Gpu::show(ports::device::LiveRequest live,
                                                             const std::atomic<bool>* cancel) {
  GpuRequest request;
  request.what = GpuRequest::What::Live;
  request.live = std::move(live);
  return result_of<ports::device::LiveFrame>(ask(std::move(request), cancel));
}

ports::device::Descriptor Gpu::take_descriptor() {
  return worker_ ? worker_->take_descriptor() : ports::device::Descriptor();
}

void Gpu::limit_time(milliseconds most) {
  options_.time_limit = std::min(options_.time_limit, most);
}

GpuReply Gpu::ask(GpuRequest request, const std::atomic<bool>* cancel) {
  if (options_.driver.empty()) {
    return {ports::device::GpuFailure{
        missing("NVIDIA's driver (libcuda.so.1) is not installed; without it kernels "
                "run on the model only"),
        false}};
  }
  if (const auto death = worker_ ? worker_->wait({}).death : std::nullopt) {
    worker_.reset();
    // Of what it was in the middle of, a new one knows nothing.
    if (request.what == GpuRequest::What::Live && !request.live.begin) return {lost(*death)};
  }
  if (!worker_) {
    auto started = toolchain::WorkerProcess::start(options_.worker_command, kWho);
    if (!started) return {ports::device::GpuFailure{started.error(), false}};
    worker_ = std::move(started).value();
  }
  request.driver = options_.driver;
  request.scratch_dir = worker_->scratch_dir();
  ports::images::ByteWriter out;
  write(out, request);
  worker_->send(toolchain::frame(out.data()));
  const auto until = Clock::now() + options_.time_limit;
  while (Clock::now() < until && (cancel == nullptr || !*cancel)) {
    const toolchain::WorkerProcess::Event event = worker_->wait(kLook);
    if (event.death) {
      worker_.reset();
      return {lost(*event.death)};
    }
    if (!event.message) continue;
    ports::images::ByteReader in(*event.message);
    GpuReply reply = read_gpu_reply(in);
    // A fault takes the process's context with it.
    const auto* failed = std::get_if<ports::device::GpuFailure>(&reply.what);
    if (failed != nullptr || !in.at_end()) worker_.reset();
    if (!in.at_end()) return {lost({-1, 0, true, 0})};
    return reply;
  }
  worker_.reset();
  if (cancel != nullptr && *cancel)
    return {ports::device::GpuFailure{bad_input("the run on the GPU was stopped")}};
  return {ports::device::GpuFailure{
      missing(fmt::format("the kernel did not end on the GPU within {:g} s and was stopped",
                          static_cast<double>(options_.time_limit.count()) / 1000.0)),
      true}};
}

}  // namespace lanescope::cuda::device
