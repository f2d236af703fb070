#include "cuda/device/execution.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "cuda/device/device.hpp"
#include "cuda/device/launch.hpp"
#include "cuda/device/printed.hpp"
#include "cuda/device/textures.hpp"

namespace lanescope::cuda::device {
namespace {

using Clock = std::chrono::steady_clock;

// A sample that lasts so long is timed well enough by events.
constexpr double kLongEnough = 0.2;  // milliseconds
constexpr double kMostPasses = 1000.0;

// Everything of one job on the GPU. The first call that fails is kept; what follows it does
// nothing, so that every step reads plainly.
class Pass {
 public:
  Pass(const Driver& driver, const ports::device::GpuJob& job)
      : cu_(driver), job_(job), textures_(driver) {}
  Pass(const Pass&) = delete;
  Pass& operator=(const Pass&) = delete;
  ~Pass();

  void set_up();
  // Buffers and variables as they are before the first launch.
  void restore();
  void launch_all();
  [[nodiscard]] std::vector<std::vector<std::byte>> read_buffers();
  [[nodiscard]] std::vector<std::vector<std::byte>> read_symbols();
  void flush_l2();
  // Milliseconds of `passes` over all launches, by events.
  [[nodiscard]] double timed(std::uint32_t passes);
  void wait() { check(cu_.cuCtxSynchronize(), "running the kernel"); }
  [[nodiscard]] ports::device::GpuClocks clocks(const Nvml& nvml) const {
    return clocks_of(nvml, cu_, device_);
  }
  [[nodiscard]] const std::optional<ports::device::GpuFailure>& failure() const { return failure_; }
  [[nodiscard]] CuContext context() const { return context_; }

 private:
  struct Symbol {
    CuAddress address = 0;
    std::size_t bytes = 0;
  };
  bool check(CuResult code, const std::string& doing);
  void load_module();
  void add_buffer(const ports::device::GpuBuffer& buffer);
  void add_symbol(const ports::device::GpuSymbol& symbol);
  void add_function(const ports::device::GpuLaunch& launch);
  void launch(std::size_t index);

  const Driver& cu_;
  const ports::device::GpuJob& job_;
  std::optional<ports::device::GpuFailure> failure_;
  CuDevice device_ = 0;
  CuContext context_ = nullptr;
  CuModule module_ = nullptr;
  std::vector<CuAddress> buffers_;
  Textures textures_;
  std::vector<Symbol> symbols_;
  std::vector<CuFunction> functions_;  // by launch
  CuAddress scratch_ = 0;              // as large as the L2 cache
  std::size_t scratch_bytes_ = 0;
  CuEvent begin_ = nullptr, end_ = nullptr;
};

bool Pass::check(CuResult code, const std::string& doing) {
  if (code == 0 || failure_) return !failure_;
  failure_ = ports::device::GpuFailure{driver_error(cu_, code, doing), is_kernel_fault(code)};
  return false;
}

Pass::~Pass() {
  // After a fault these fail too, and the process ends soon.
  if (begin_ != nullptr) cu_.cuEventDestroy(begin_);
  if (end_ != nullptr) cu_.cuEventDestroy(end_);
  textures_.drop();
  for (const CuAddress buffer : buffers_) {
    if (buffer != 0) cu_.cuMemFree(buffer);
  }
  if (scratch_ != 0) cu_.cuMemFree(scratch_);
  if (module_ != nullptr) cu_.cuModuleUnload(module_);
  if (context_ != nullptr) cu_.cuDevicePrimaryCtxRelease(device_);
}

void Pass::set_up() {
  const std::string opening = "opening the GPU";
  if (!check(cu_.cuDeviceGet(&device_, job_.device), opening) ||
      !check(cu_.cuDevicePrimaryCtxRetain(&context_, device_), opening) ||
      !check(cu_.cuCtxSetCurrent(context_), opening) ||
      !check(cu_.cuEventCreate(&begin_, 0), opening) ||
      !check(cu_.cuEventCreate(&end_, 0), opening))
    return;
  for (const ports::device::GpuBuffer& buffer : job_.buffers) add_buffer(buffer);
  if (!failure_) check(textures_.make(job_.textures), "making the textures");
}

void Pass::load_module() {
  if (failure_) return;
  if (module_ != nullptr) {
    const CuModule used = std::exchange(module_, nullptr);
    if (!check(cu_.cuModuleUnload(used), "unloading the machine code")) return;
  }
  if (!check(cu_.cuModuleLoadData(&module_, job_.cubin.data()), "loading the machine code")) return;
  symbols_.clear();
  functions_.clear();
  for (const ports::device::GpuSymbol& symbol : job_.symbols) add_symbol(symbol);
  for (const ports::device::GpuLaunch& launch : job_.launches) add_function(launch);
}

void Pass::add_buffer(const ports::device::GpuBuffer& buffer) {
  if (failure_) return;
  buffers_.push_back(0);
  check(cu_.cuMemAlloc(&buffers_.back(), buffer.bytes),
        fmt::format("taking {} bytes of the GPU's memory", buffer.bytes));
}

void Pass::add_symbol(const ports::device::GpuSymbol& symbol) {
  if (failure_) return;
  Symbol found;
  const std::string doing = fmt::format("finding the variable {}", symbol.name);
  if (!check(cu_.cuModuleGetGlobal(&found.address, &found.bytes, module_, symbol.name.c_str()),
             doing))
    return;
  found.bytes = std::min(found.bytes, symbol.initial.size());
  symbols_.push_back(found);
}

void Pass::add_function(const ports::device::GpuLaunch& launch) {
  if (failure_) return;
  failure_ = find_kernel(cu_, module_, launch, functions_.emplace_back());
}

void Pass::restore() {
  if (module_ == nullptr || job_.fresh_module) load_module();
  for (std::size_t i = 0; i < job_.buffers.size() && !failure_; ++i) {
    const ports::device::GpuBuffer& buffer = job_.buffers[i];
    if (buffer.initial.empty()) {
      check(cu_.cuMemsetD8(buffers_[i], 0, buffer.bytes), "clearing a buffer");
    } else {
      check(cu_.cuMemcpyHtoD(buffers_[i], buffer.initial.data(), buffer.initial.size()),
            "copying an input to the GPU");
    }
  }
  if (!failure_) check(textures_.fill(buffers_), "copying an input into an array");
  for (std::size_t i = 0; i < symbols_.size() && !failure_; ++i) {
    check(cu_.cuMemcpyHtoD(symbols_[i].address, job_.symbols[i].initial.data(), symbols_[i].bytes),
          "setting a variable on the GPU");
  }
}

void Pass::launch(std::size_t index) {
  const ports::device::GpuLaunch& launch = job_.launches[index];
  check(launch_kernel(cu_, functions_[index], launch, buffers_, textures_.objects()),
        fmt::format("launching {}", launch.kernel));
}

void Pass::launch_all() {
  for (std::size_t i = 0; i < job_.launches.size() && !failure_; ++i) launch(i);
}

std::vector<std::vector<std::byte>> Pass::read_buffers() {
  std::vector<std::vector<std::byte>> all;
  for (std::size_t i = 0; i < job_.buffers.size() && !failure_; ++i) {
    all.emplace_back(job_.buffers[i].bytes);
    check(cu_.cuMemcpyDtoH(all.back().data(), buffers_[i], all.back().size()),
          "copying a result from the GPU");
  }
  return all;
}

std::vector<std::vector<std::byte>> Pass::read_symbols() {
  std::vector<std::vector<std::byte>> all;
  for (std::size_t i = 0; i < symbols_.size() && !failure_; ++i) {
    all.emplace_back(symbols_[i].bytes);
    check(cu_.cuMemcpyDtoH(all.back().data(), symbols_[i].address, symbols_[i].bytes),
          "copying a variable from the GPU");
  }
  return all;
}

// Writing as many other bytes as L2 holds, twice over, leaves nothing of the buffers in it.
void Pass::flush_l2() {
  if (failure_) return;
  if (scratch_ == 0) {
    int bytes = 0;
    constexpr int kL2Bytes = 38;  // CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE
    if (!check(cu_.cuDeviceGetAttribute(&bytes, kL2Bytes, device_), "asking for the L2 cache"))
      return;
    scratch_bytes_ = std::max<std::size_t>(static_cast<std::size_t>(bytes) * 2, 1U << 20U);
    if (!check(cu_.cuMemAlloc(&scratch_, scratch_bytes_), "taking memory to flush the L2 cache"))
      return;
  }
  check(cu_.cuMemsetD8(scratch_, 0, scratch_bytes_), "flushing the L2 cache");
}

double Pass::timed(std::uint32_t passes) {
  const std::string doing = "timing the kernel";
  if (!check(cu_.cuEventRecord(begin_, nullptr), doing)) return 0.0;
  for (std::uint32_t i = 0; i < passes && !failure_; ++i) launch_all();
  float milliseconds = 0.0F;
  if (check(cu_.cuEventRecord(end_, nullptr), doing) &&
      check(cu_.cuEventSynchronize(end_), "running the kernel"))
    check(cu_.cuEventElapsedTime(&milliseconds, begin_, end_), doing);
  return static_cast<double>(milliseconds);
}

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// The host's time for one pass, from the first launch until its end is known, less the GPU's.
double launch_time(Pass& pass, double gpu_milliseconds) {
  std::vector<double> all;
  for (int i = 0; i < 5 && !pass.failure(); ++i) {
    pass.restore();
    pass.wait();
    const Clock::time_point start = Clock::now();
    pass.launch_all();
    pass.wait();
    all.push_back(milliseconds_since(start));
  }
  if (pass.failure()) return 0.0;
  std::ranges::sort(all);
  return std::max(all[all.size() / 2] - gpu_milliseconds, 0.0);
}

ports::device::GpuTimes measure(Pass& pass, const ports::device::GpuJob& job, const Nvml* nvml) {
  ports::device::GpuTimes times;
  pass.restore();
  const double once = pass.timed(1);
  if (job.repeats && !job.flush_l2 && once > 0.0 && once < kLongEnough)
    times.passes_per_sample =
        static_cast<std::uint32_t>(std::clamp(std::ceil(kLongEnough / once), 1.0, kMostPasses));
  times.l2 = job.flush_l2 ? ports::device::GpuTimes::L2::Flushed
                          : (job.repeats ? ports::device::GpuTimes::L2::Warm
                                         : ports::device::GpuTimes::L2::Copied);
  const Clock::time_point start = Clock::now();
  for (std::uint32_t i = 0; i < job.samples && !pass.failure(); ++i) {
    if (i > 2 && milliseconds_since(start) > job.sample_seconds * 1e3) break;
    if (!job.repeats) pass.restore();
    if (job.flush_l2) pass.flush_l2();
    times.milliseconds.push_back(pass.timed(times.passes_per_sample) /
                                 static_cast<double>(times.passes_per_sample));
  }
  if (!pass.failure()) {
    if (nvml != nullptr) times.clocks = pass.clocks(*nvml);
    std::vector<double> sorted = times.milliseconds;
    std::ranges::sort(sorted);
    times.launch_milliseconds = launch_time(pass, sorted[sorted.size() / 2]);
  }
  return times;
}

ports::device::GpuFailure not_counted(const Error& error) { return {error, false}; }

// Nothing is under way when it returns: counters are switched on between runs.
std::optional<ports::device::GpuFailure> prepare(Pass& pass) {
  pass.set_up();
  pass.restore();
  pass.wait();
  return pass.failure();
}
std::optional<ports::device::GpuFailure> run(Pass& pass) {
  pass.launch_all();
  pass.wait();
  return pass.failure();
}

}  // namespace

ports::device::GpuResult<ports::device::GpuCounters> count(const Driver& driver,
                                                           SassCounting& counting,
                                                           const ports::device::GpuJob& job) {
  if (std::optional<ports::device::GpuFailure> wrong = check_job(job)) return *std::move(wrong);
  Pass pass(driver, job);
  if (std::optional<ports::device::GpuFailure> failed = prepare(pass)) return *std::move(failed);
  if (const Result<void> begun = counting.begin(job.device, pass.context()); !begun)
    return not_counted(begun.error());
  if (std::optional<ports::device::GpuFailure> failed = run(pass)) return *std::move(failed);
  Result<ports::device::GpuCounters> counters = counting.end();
  if (!counters) return not_counted(counters.error());
  return std::move(counters).value();
}

ports::device::GpuResult<ports::device::GpuProfile> profile(const Driver& driver,
                                                            RangeProfiling& profiling,
                                                            const ports::device::GpuJob& job) {
  if (std::optional<ports::device::GpuFailure> wrong = check_job(job)) return *std::move(wrong);
  Pass pass(driver, job);
  if (std::optional<ports::device::GpuFailure> failed = prepare(pass)) return *std::move(failed);
  if (const Result<void> begun = profiling.begin(job.device, pass.context()); !begun)
    return not_counted(begun.error());
  for (bool was_last = false; !was_last;) {
    // Each begins alike, with the inputs in DRAM.
    pass.restore();
    pass.flush_l2();
    pass.wait();
    if (pass.failure()) return *pass.failure();
    if (const Result<void> begun = profiling.begin_pass(); !begun)
      return not_counted(begun.error());
    if (std::optional<ports::device::GpuFailure> failed = run(pass)) return *std::move(failed);
    const Result<bool> ended = profiling.end_pass();
    if (!ended) return not_counted(ended.error());
    was_last = *ended;
  }
  const Result<ports::device::GpuProfile> found = profiling.end();
  if (!found) return not_counted(found.error());
  return *found;
}

ports::device::GpuResult<ports::device::GpuOutput> execute(const Driver& driver,
                                                           const ports::device::GpuJob& job,
                                                           const Nvml* nvml) {
  if (std::optional<ports::device::GpuFailure> wrong = check_job(job)) return *std::move(wrong);
  ports::device::GpuResult<ports::device::GpuList> list = list_devices(driver);
  if (auto* failed = std::get_if<ports::device::GpuFailure>(&list)) return std::move(*failed);
  ports::device::GpuList& found = std::get<ports::device::GpuList>(list);
  if (job.device < 0 || static_cast<std::size_t>(job.device) >= found.devices.size())
    return ports::device::GpuFailure{
        bad_input(fmt::format("this machine has no GPU number {}", job.device))};
  ports::device::GpuOutput output;
  output.device = found.devices[static_cast<std::size_t>(job.device)];
  output.driver_version = found.driver_version;
  Pass pass(driver, job);
  pass.set_up();
  pass.restore();
  {
    Printed printed;
    pass.launch_all();
    pass.wait();
    output.printed = printed.take();
  }
  output.buffers = pass.read_buffers();
  output.symbols = pass.read_symbols();
  if (job.samples > 0 && !pass.failure()) output.times = measure(pass, job, nvml);
  if (pass.failure()) return *pass.failure();
  return output;
}

}  // namespace lanescope::cuda::device
