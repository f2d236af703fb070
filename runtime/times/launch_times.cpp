// What a program's launches take on a GPU. Loaded in front of NVIDIA's libcudart (LD_PRELOAD), it
// puts an event before and behind each launch, and writes at the program's end what lay between, a
// line each: the launch's number, in the order of their issue, and milliseconds. A launch that is
// captured into a graph is none: it runs when the graph does. Where CUPTI is, what the GPU did is
// written behind that.

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include "runtime/times/activities.hpp"

namespace {

// CUPTI tells only what comes after it.
const bool kHasActivities =
    lanescope::runtime::times::begin_activities(std::getenv("LANESCOPE_CUPTI"));

// The function that the program would have called.
template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
#define LANESCOPE_NEXT(function) next<decltype(function)>(#function)

struct Timed {
  cudaEvent_t begin = nullptr, end = nullptr;  // null: not timed
};

class LaunchTimes {
 public:
  static LaunchTimes& of_the_program() {
    static LaunchTimes times;
    return times;
  }

  template <typename Launch>
  cudaError_t around(cudaStream_t stream, const Launch& launch) {
    const std::lock_guard lock(mutex_);
    // After libcudart's own, so that it comes before it at the end.
    if (!std::exchange(writes_at_end_, true)) std::atexit([] { of_the_program().write(); });
    if (is_captured(stream)) return launch();
    Timed timed;
    if (create_(&timed.begin) == cudaSuccess && create_(&timed.end) == cudaSuccess)
      (void)record_(timed.begin, stream);
    const cudaError_t result = launch_as(launches_.size(), launch);
    if (timed.end != nullptr) (void)record_(timed.end, stream);
    // What was refused is none.
    if (result == cudaSuccess) launches_.push_back(timed);
    return result;
  }

 private:
  template <typename Launch>
  static cudaError_t launch_as(std::size_t number, const Launch& launch) {
    const lanescope::runtime::times::IssuesLaunch issues(number);
    return launch();
  }

  bool is_captured(cudaStream_t stream) const {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    return captures_(stream, &status) != cudaSuccess || status != cudaStreamCaptureStatusNone;
  }

  void write() {
    const char* path = std::getenv("LANESCOPE_LAUNCH_TIMES");
    std::FILE* file = path == nullptr ? nullptr : std::fopen(path, "w");
    if (file == nullptr) return;
    (void)LANESCOPE_NEXT(cudaDeviceSynchronize)();
    for (std::size_t i = 0; i < launches_.size(); ++i) {
      float milliseconds = 0.0F;
      if (launches_[i].end != nullptr &&
          elapsed_(&milliseconds, launches_[i].begin, launches_[i].end) == cudaSuccess)
        (void)std::fprintf(file, "launch %zu %.9g\n", i, static_cast<double>(milliseconds));
    }
    if (kHasActivities) lanescope::runtime::times::write_activities(file);
    (void)std::fclose(file);
  }

  cudaError_t (*create_)(cudaEvent_t*) = next<cudaError_t(cudaEvent_t*)>("cudaEventCreate");
  cudaError_t (*record_)(cudaEvent_t, cudaStream_t) = LANESCOPE_NEXT(cudaEventRecord);
  cudaError_t (*elapsed_)(float*, cudaEvent_t, cudaEvent_t) =
      next<cudaError_t(float*, cudaEvent_t, cudaEvent_t)>("cudaEventElapsedTime");
  cudaError_t (*captures_)(cudaStream_t,
                           cudaStreamCaptureStatus*) = LANESCOPE_NEXT(cudaStreamIsCapturing);

  std::mutex mutex_;
  std::vector<Timed> launches_;
  bool writes_at_end_ = false;
};

}  // namespace

#define LANESCOPE_ENTRY extern "C" __attribute__((visibility("default")))
// A launch's function, its parameters, what it is called with, and its stream.
#define LANESCOPE_TIMED(function, parameters, arguments, stream)                             \
  LANESCOPE_ENTRY cudaError_t function parameters {                                          \
    static auto* const s_launch = next<cudaError_t parameters>(#function);                   \
    return LaunchTimes::of_the_program().around(stream, [&] { return s_launch arguments; }); \
  }

#define LANESCOPE_LAUNCH(function, kernel)                                                        \
  LANESCOPE_TIMED(                                                                                \
      function,                                                                                   \
      (kernel what, dim3 grid, dim3 block, void** arguments, size_t shared, cudaStream_t stream), \
      (what, grid, block, arguments, shared, stream), stream)

LANESCOPE_LAUNCH(cudaLaunchKernel, const void*)
LANESCOPE_LAUNCH(cudaLaunchKernel_ptsz, const void*)
LANESCOPE_LAUNCH(__cudaLaunchKernel, cudaKernel_t)
LANESCOPE_LAUNCH(__cudaLaunchKernel_ptsz, cudaKernel_t)
LANESCOPE_LAUNCH(cudaLaunchCooperativeKernel, const void*)
LANESCOPE_LAUNCH(cudaLaunchCooperativeKernel_ptsz, const void*)
LANESCOPE_TIMED(cudaLaunchKernelExC,
                (const cudaLaunchConfig_t* how, const void* what, void** arguments),
                (how, what, arguments), how->stream)
LANESCOPE_TIMED(cudaLaunchKernelExC_ptsz,
                (const cudaLaunchConfig_t* how, const void* what, void** arguments),
                (how, what, arguments), how->stream)
