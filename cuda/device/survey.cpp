#include "cuda/device/survey.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cuda/device/device.hpp"
#include "ports/device/survey_kernels.hpp"

namespace lanescope::cuda::device {
namespace {

using Clock = std::chrono::steady_clock;
using Memory = ports::device::GpuSurvey::Memory;

constexpr std::uint64_t kKiB = 1024, kMiB = 1024 * kKiB;
constexpr std::array<std::uint64_t, 4> kTransfers{64 * kKiB, kMiB, 16 * kMiB, 64 * kMiB};
constexpr std::uint64_t kCopy = 256 * kMiB;  // more than any L2 holds
constexpr std::uint64_t kShare = 16;         // of the GPU's memory, for a buffer
// Of one figure: so many samples, but no further one after the time, once the least are there.
constexpr std::size_t kSamples = 11, kLeastSamples = 3;
constexpr double kMostMilliseconds = 200.0;
constexpr std::uint32_t kThreads = 256;         // of a block
constexpr std::uint32_t kLaunches = 64;         // that do nothing, of a sample
constexpr std::uint32_t kRounds = 2'048;        // of f32; about 1 ms on a large GPU
constexpr std::uint32_t kRoundsOfDoubles = 64;  // some GPUs are 64 times slower at these

// CUDA Driver API: CU_MEMHOSTALLOC_DEVICEMAP, CU_MEM_ATTACH_GLOBAL.
constexpr unsigned kDeviceMap = 2, kAttachGlobal = 1;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// Everything of one survey on the GPU. The first call that fails is kept; what follows it does
// nothing.
class Bench {
 public:
  Bench(const Driver& driver, const ports::device::GpuSurveyJob& job,
        const ports::device::GpuDevice& device)
      : cu_(driver), job_(job), facts_(device) {}
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;
  ~Bench();

  void open();
  void transfers(ports::device::GpuSurvey& out);
  void copy_peak(ports::device::GpuSurvey& out);
  [[nodiscard]] ports::device::GpuSurvey::Peak fma_peak(const char* kernel, std::uint32_t rounds);
  [[nodiscard]] ports::device::GpuSurvey::Peak empty_launches();
  [[nodiscard]] ports::device::GpuClocks clocks(const Nvml& nvml) const {
    return clocks_of(nvml, cu_, device_);
  }
  [[nodiscard]] const std::optional<ports::device::GpuFailure>& failure() const { return failure_; }

 private:
  bool check(CuResult code, const std::string& doing);
  [[nodiscard]] CuAddress take(std::uint64_t bytes);
  void free_all();
  [[nodiscard]] CuFunction function(const char* name);
  [[nodiscard]] std::uint32_t blocks() const;
  void launch(CuFunction function, void* parameters, std::size_t size);
  void copy(CuAddress to, CuAddress from, std::uint64_t bytes);
  void host_buffers(std::uint64_t bytes);
  void transfer(Memory memory, bool to_gpu, std::uint64_t bytes);
  void before_transfer(Memory memory, bool to_gpu, std::uint64_t bytes);
  [[nodiscard]] double time_transfer(Memory memory, bool to_gpu, std::uint64_t bytes);
  [[nodiscard]] bool has(Memory memory) const;
  void wait() { check(cu_.cuCtxSynchronize(), "measuring the GPU"); }
  template <typename Work>
  [[nodiscard]] double timed(Work work);
  template <typename Before, typename Once>
  [[nodiscard]] std::vector<double> samples(Before before, Once once);

  const Driver& cu_;
  const ports::device::GpuSurveyJob& job_;
  const ports::device::GpuDevice& facts_;
  std::optional<ports::device::GpuFailure> failure_;
  CuDevice device_ = 0;
  CuContext context_ = nullptr;
  CuModule module_ = nullptr;
  CuEvent begin_ = nullptr, end_ = nullptr;
  std::vector<CuAddress> taken_;
  CuFunction copier_ = nullptr;
  std::vector<std::byte> pageable_;
  void* pinned_ = nullptr;
  CuAddress mapped_ = 0, managed_ = 0, on_gpu_ = 0;  // mapped: where the GPU sees what is pinned
};

bool Bench::check(CuResult code, const std::string& doing) {
  if (code == 0 || failure_) return !failure_;
  failure_ = ports::device::GpuFailure{driver_error(cu_, code, doing), false};
  return false;
}

Bench::~Bench() {
  free_all();
  if (begin_ != nullptr) cu_.cuEventDestroy(begin_);
  if (end_ != nullptr) cu_.cuEventDestroy(end_);
  if (module_ != nullptr) cu_.cuModuleUnload(module_);
  if (context_ != nullptr) cu_.cuDevicePrimaryCtxRelease(device_);
}

void Bench::open() {
  const std::string opening = "opening the GPU";
  if (!check(cu_.cuDeviceGet(&device_, job_.device), opening) ||
      !check(cu_.cuDevicePrimaryCtxRetain(&context_, device_), opening) ||
      !check(cu_.cuCtxSetCurrent(context_), opening) ||
      !check(cu_.cuEventCreate(&begin_, 0), opening) ||
      !check(cu_.cuEventCreate(&end_, 0), opening))
    return;
  check(cu_.cuModuleLoadData(&module_, job_.cubin.data()), "loading the machine code");
  copier_ = function(ports::device::kSurveyCopy);
}

CuAddress Bench::take(std::uint64_t bytes) {
  CuAddress address = 0;
  if (!failure_ && check(cu_.cuMemAlloc(&address, bytes),
                         fmt::format("taking {} bytes of the GPU's memory", bytes)))
    taken_.push_back(address);
  return address;
}

void Bench::free_all() {
  for (const CuAddress address : taken_) cu_.cuMemFree(address);
  taken_.clear();
  if (pinned_ != nullptr) cu_.cuMemFreeHost(std::exchange(pinned_, nullptr));
}

CuFunction Bench::function(const char* name) {
  CuFunction found = nullptr;
  if (!failure_)
    check(cu_.cuModuleGetFunction(&found, module_, name), fmt::format("finding {}", name));
  return found;
}

// As many as the GPU holds at a time.
std::uint32_t Bench::blocks() const {
  const auto of_sm = static_cast<std::uint32_t>(std::max(facts_.threads_per_sm, 0)) / kThreads;
  return std::max(of_sm, 1U) * static_cast<std::uint32_t>(std::max(facts_.sms, 1));
}

void Bench::launch(CuFunction function, void* parameters, std::size_t size) {
  if (failure_) return;
  // CUDA Driver API, cuLaunchKernelEx: all parameters in one block, by address and size.
  constexpr std::uintptr_t kBlock = 1, kBlockSize = 2;
  // NOLINTBEGIN(performance-no-int-to-ptr): the marks are small numbers
  void* extra[] = {reinterpret_cast<void*>(kBlock), parameters, reinterpret_cast<void*>(kBlockSize),
                   &size, nullptr};
  // NOLINTEND(performance-no-int-to-ptr)
  CuLaunchConfig config;
  config.grid[0] = blocks();
  config.block[0] = kThreads;
  check(cu_.cuLaunchKernelEx(&config, function, nullptr, extra), "measuring the GPU");
}

void Bench::copy(CuAddress to, CuAddress from, std::uint64_t bytes) {
  constexpr std::uint64_t kWidth = 16;  // bytes of a uint4
  std::array<std::uint64_t, 3> parameters{to, from, bytes / kWidth};
  launch(copier_, parameters.data(), sizeof parameters);
}

// Milliseconds by events.
template <typename Work>
double Bench::timed(Work work) {
  const std::string doing = "timing the GPU";
  if (failure_ || !check(cu_.cuEventRecord(begin_, nullptr), doing)) return 0.0;
  work();
  float milliseconds = 0.0F;
  if (!failure_ && check(cu_.cuEventRecord(end_, nullptr), doing) &&
      check(cu_.cuEventSynchronize(end_), doing))
    check(cu_.cuEventElapsedTime(&milliseconds, begin_, end_), doing);
  return static_cast<double>(milliseconds);
}

// The first time warms up and does not count.
template <typename Before, typename Once>
std::vector<double> Bench::samples(Before before, Once once) {
  std::vector<double> all;
  const Clock::time_point start = Clock::now();
  for (std::size_t i = 0; i <= kSamples && !failure_; ++i) {
    if (i > kLeastSamples && milliseconds_since(start) > kMostMilliseconds) break;
    before();
    const double time = once();
    if (i > 0) all.push_back(time);
  }
  return all;
}

bool Bench::has(Memory memory) const {
  if (memory == Memory::Mapped) return facts_.maps_host_memory != 0;
  return memory != Memory::Managed || facts_.managed_memory != 0;
}

// All of them are written once, so that their pages are there.
void Bench::host_buffers(std::uint64_t bytes) {
  pageable_.assign(bytes, std::byte{1});
  on_gpu_ = take(bytes);
  const std::string pinning = fmt::format("pinning {} bytes of the host's memory", bytes);
  if (failure_ || !check(cu_.cuMemHostAlloc(&pinned_, bytes, kDeviceMap), pinning)) return;
  std::memset(pinned_, 1, bytes);
  if (has(Memory::Mapped) &&
      !check(cu_.cuMemHostGetDevicePointer(&mapped_, pinned_, 0), "mapping the host's memory"))
    return;
  if (!has(Memory::Managed)) return;
  if (check(cu_.cuMemAllocManaged(&managed_, bytes, kAttachGlobal),
            fmt::format("taking {} bytes of managed memory", bytes)))
    taken_.push_back(managed_);
}

void* on_host(CuAddress managed) {
  return reinterpret_cast<void*>(
      managed);  // NOLINT(performance-no-int-to-ptr): one address for both
}

// Managed pages lie where they were touched last: on the side that they are to come from.
void Bench::before_transfer(Memory memory, bool to_gpu, std::uint64_t bytes) {
  if (memory != Memory::Managed || failure_) return;
  if (to_gpu)
    std::memset(on_host(managed_), 2, bytes);
  else
    copy(managed_, on_gpu_, bytes);
  if (!failure_) wait();
}

double Bench::time_transfer(Memory memory, bool to_gpu, std::uint64_t bytes) {
  if (memory == Memory::Managed && !to_gpu) {
    const Clock::time_point start = Clock::now();
    std::memcpy(pageable_.data(), on_host(managed_), bytes);
    return milliseconds_since(start);
  }
  if (memory == Memory::Mapped || memory == Memory::Managed) {
    const CuAddress host = memory == Memory::Mapped ? mapped_ : managed_;
    return timed([&] { to_gpu ? copy(on_gpu_, host, bytes) : copy(host, on_gpu_, bytes); });
  }
  void* host = memory == Memory::Pinned ? pinned_ : pageable_.data();
  return timed([&] {
    check(to_gpu ? cu_.cuMemcpyHtoD(on_gpu_, host, bytes) : cu_.cuMemcpyDtoH(host, on_gpu_, bytes),
          "copying between the host and the GPU");
  });
}

void Bench::transfers(ports::device::GpuSurvey& out) {
  if (failure_) return;
  std::vector<std::uint64_t> sizes;
  for (const std::uint64_t bytes : kTransfers)
    if (bytes <= facts_.memory_bytes / kShare) sizes.push_back(bytes);
  if (sizes.empty()) return;
  host_buffers(sizes.back());
  for (const Memory memory : {Memory::Pageable, Memory::Pinned, Memory::Mapped, Memory::Managed}) {
    if (!has(memory)) continue;
    for (const bool to_gpu : {true, false}) {
      for (const std::uint64_t bytes : sizes) {
        if (failure_) return;
        out.transfers.push_back({memory, to_gpu, bytes,
                                 samples([&] { before_transfer(memory, to_gpu, bytes); },
                                         [&] { return time_transfer(memory, to_gpu, bytes); })});
      }
    }
  }
  free_all();
}

void Bench::copy_peak(ports::device::GpuSurvey& out) {
  if (failure_) return;
  out.copy_bytes = std::min(kCopy, facts_.memory_bytes / kShare / kKiB * kKiB);
  if (out.copy_bytes == 0) return;
  const CuAddress from = take(out.copy_bytes), to = take(out.copy_bytes);
  if (!failure_) check(cu_.cuMemsetD8(from, 1, out.copy_bytes), "clearing a buffer");
  out.copy.work = 2.0 * static_cast<double>(out.copy_bytes);
  out.copy.milliseconds =
      samples([] {}, [&] { return timed([&] { copy(to, from, out.copy_bytes); }); });
  free_all();
}

ports::device::GpuSurvey::Peak Bench::fma_peak(const char* kernel, std::uint32_t rounds) {
  constexpr double kOperations = 2.0;  // of a fused multiply-add
  ports::device::GpuSurvey::Peak peak;
  CuFunction found = function(kernel);
  struct {
    CuAddress out;
    std::uint32_t rounds;
  } parameters{take(sizeof(double)), rounds};
  constexpr std::size_t kSize = sizeof(CuAddress) + sizeof(std::uint32_t);
  peak.milliseconds =
      samples([] {}, [&] { return timed([&] { launch(found, &parameters, kSize); }); });
  peak.work = kOperations * ports::device::kSurveyFmaInRound * rounds * kThreads * blocks();
  free_all();
  return peak;
}

// As a lesson's kernel is timed: some launches between two events, since one is too short for them.
ports::device::GpuSurvey::Peak Bench::empty_launches() {
  ports::device::GpuSurvey::Peak peak;
  CuFunction found = function(ports::device::kSurveyEmpty);
  CuAddress nothing = 0;
  peak.milliseconds = samples([] {},
                              [&] {
                                return timed([&] {
                                  for (std::uint32_t i = 0; i < kLaunches; ++i)
                                    launch(found, &nothing, sizeof nothing);
                                });
                              });
  peak.work = kLaunches;
  return peak;
}

}  // namespace

ports::device::GpuResult<ports::device::GpuSurvey> survey(const Driver& driver,
                                                          const ports::device::GpuSurveyJob& job,
                                                          const Nvml* nvml) {
  ports::device::GpuResult<ports::device::GpuList> list = list_devices(driver);
  if (auto* failed = std::get_if<ports::device::GpuFailure>(&list)) return std::move(*failed);
  const ports::device::GpuList& found = std::get<ports::device::GpuList>(list);
  if (job.device < 0 || static_cast<std::size_t>(job.device) >= found.devices.size())
    return ports::device::GpuFailure{
        bad_input(fmt::format("this machine has no GPU number {}", job.device))};
  ports::device::GpuSurvey out;
  out.device = found.devices[static_cast<std::size_t>(job.device)];
  out.driver_version = found.driver_version;
  Bench bench(driver, job, out.device);
  bench.open();
  bench.transfers(out);
  bench.copy_peak(out);
  out.launch = bench.empty_launches();
  out.f64 = bench.fma_peak(ports::device::kSurveyFmaF64, kRoundsOfDoubles);
  out.f32 = bench.fma_peak(ports::device::kSurveyFmaF32, kRounds);
  if (nvml != nullptr && !bench.failure()) out.clocks = bench.clocks(*nvml);
  if (bench.failure()) return *bench.failure();
  return out;
}

}  // namespace lanescope::cuda::device
