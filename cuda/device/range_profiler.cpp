#include "cuda/device/range_profiler.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

namespace lanescope::cuda::device {
namespace {

struct Metric {
  const char* name;
  double ports::device::GpuProfile::*member;
};
constexpr Metric kMetrics[] = {
#define LANESCOPE_PROFILED(member, name) {name, &ports::device::GpuProfile::member},
#include "ports/device/profile_metrics.inc"
#undef LANESCOPE_PROFILED
};

// As CUPTI's headers lay them out.
static_assert(sizeof(RangeChip) == 48 && sizeof(RangeDataSize) == 64 && sizeof(RangeSetUp) == 96);

constexpr CuptiResult kUnknownMetric = 17;

RangeObject of(void* object) {
  auto block = sized(&RangeObject::object);
  block.object = object;
  return block;
}

}  // namespace

// Calls and gives the error back.
#define LANESCOPE_CALL(function, block, doing)                       \
  if (const CuptiResult code = cupti_.function(&(block)); code != 0) \
  return cupti_error(cupti_.cuptiGetResultString, code, doing)

Result<RangeProfiler> load_range_profiler(const std::string& path) {
  const Result<void*> library = open_cupti(path);
  if (!library) return library.error();
  RangeProfiler cupti;
#define LANESCOPE_CUPTI(name, parameters)                                      \
  cupti.name = reinterpret_cast<decltype(cupti.name)>(dlsym(*library, #name)); \
  if (cupti.name == nullptr)                                                   \
    return missing(fmt::format("{} has no {}; install CUPTI of CUDA 13.0 or newer", path, #name));
#include "cuda/device/range_profiler_functions.inc"
#undef LANESCOPE_CUPTI
  return cupti;
}

Result<void> RangeProfiling::choose_metrics(int device) {
  auto chip = sized(&CuptiChipName::name);
  chip.device = static_cast<std::size_t>(device);
  LANESCOPE_CALL(cuptiDeviceGetChipName, chip, "asking for the GPU's chip");
  auto host = sized(&RangeChip::object);
  host.chip = chip.name;
  LANESCOPE_CALL(
      cuptiProfilerHostInitialize, host,
      fmt::format("choosing counters of the chip {}, which a newer CUPTI may know", chip.name));
  host_ = host.object;
  for (const Metric& metric : kMetrics) {
    auto one = sized(&RangeMetrics::count);
    one.object = host_;
    const char* name = metric.name;
    one.names = &name;
    one.count = 1;
    const CuptiResult code = cupti_.cuptiProfilerHostConfigAddMetrics(&one);
    if (code == kUnknownMetric) continue;
    if (code != 0)
      return cupti_error(cupti_.cuptiGetResultString, code,
                         fmt::format("choosing the counter {}", metric.name));
    names_.push_back(metric.name);
    members_.push_back(metric.member);
  }
  if (names_.empty())
    return missing(fmt::format("the chip {} has none of the counters", chip.name));
  return {};
}

Result<void> RangeProfiling::set_up() {
  const char* doing = "setting the counters up";
  auto size = sized(&RangeImage::bytes);
  size.object = host_;
  LANESCOPE_CALL(cuptiProfilerHostGetConfigImageSize, size, doing);
  config_.resize(size.bytes);
  auto config = sized(&RangeImage::image);
  config.object = host_;
  config.bytes = config_.size();
  config.image = config_.data();
  LANESCOPE_CALL(cuptiProfilerHostGetConfigImage, config, doing);

  auto data_size = sized(&RangeDataSize::bytes);
  data_size.object = profiler_;
  data_size.names = names_.data();
  data_size.count = names_.size();
  LANESCOPE_CALL(cuptiRangeProfilerGetCounterDataSize, data_size, doing);
  data_.resize(data_size.bytes);
  auto data = sized(&RangeImage::image);
  data.object = profiler_;
  data.bytes = data_.size();
  data.image = data_.data();
  LANESCOPE_CALL(cuptiRangeProfilerCounterDataImageInitialize, data, doing);

  auto all = sized(&RangeSetUp::level);
  all.object = profiler_;
  all.config_bytes = config_.size();
  all.config = config_.data();
  all.data_bytes = data_.size();
  all.data = data_.data();
  LANESCOPE_CALL(cuptiRangeProfilerSetConfig, all, doing);
  return {};
}

Result<void> RangeProfiling::begin(int device, CuContext context) {
  auto start = sized(&CuptiBlock::reserved);
  LANESCOPE_CALL(cuptiProfilerInitialize, start, "starting the counters");
  auto enable = sized(&RangeEnable::object);
  enable.context = context;
  LANESCOPE_CALL(cuptiRangeProfilerEnable, enable, "switching the GPU's counters on");
  profiler_ = enable.object;
  if (Result<void> chosen = choose_metrics(device); !chosen) return chosen;
  return set_up();
}

Result<void> RangeProfiling::begin_pass() {
  RangeObject start = of(profiler_);
  LANESCOPE_CALL(cuptiRangeProfilerStart, start, "starting the GPU's counters");
  auto push = sized(&RangePush::name);
  push.object = profiler_;
  push.name = "job";
  LANESCOPE_CALL(cuptiRangeProfilerPushRange, push, "starting the GPU's counters");
  ++passes_;
  return {};
}

Result<bool> RangeProfiling::end_pass() {
  RangeObject pop = of(profiler_);
  LANESCOPE_CALL(cuptiRangeProfilerPopRange, pop, "stopping the GPU's counters");
  auto stop = sized(&RangeStop::was_last);
  stop.object = profiler_;
  LANESCOPE_CALL(cuptiRangeProfilerStop, stop, "stopping the GPU's counters");
  return stop.was_last != 0;
}

Result<ports::device::GpuProfile> RangeProfiling::end() {
  const char* doing = "reading the GPU's counters";
  auto decode = sized(&RangeDecode::dropped);
  decode.object = profiler_;
  LANESCOPE_CALL(cuptiRangeProfilerDecodeData, decode, doing);
  if (decode.dropped != 0) return missing("the GPU's counters have dropped what they counted");
  std::vector<double> found(names_.size());
  auto values = sized(&RangeValues::values);
  values.object = host_;
  values.data = data_.data();
  values.bytes = data_.size();
  values.names = names_.data();
  values.count = names_.size();
  values.values = found.data();
  LANESCOPE_CALL(cuptiProfilerHostEvaluateToGpuValues, values, doing);
  ports::device::GpuProfile profile;
  for (std::size_t i = 0; i < found.size(); ++i) profile.*members_[i] = found[i];
  profile.passes = passes_;
  RangeObject profiler = of(profiler_);
  LANESCOPE_CALL(cuptiRangeProfilerDisable, profiler, "switching the GPU's counters off");
  RangeObject host = of(host_);
  LANESCOPE_CALL(cuptiProfilerHostDeinitialize, host, "switching the GPU's counters off");
  return profile;
}

}  // namespace lanescope::cuda::device
