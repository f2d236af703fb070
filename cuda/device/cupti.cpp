#include "cuda/device/cupti.hpp"

#include <utility>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>

namespace lanescope::cuda::device {
namespace {

struct Metric {
  const char* name;
  std::uint64_t ports::device::GpuInstruction::*member;
};
constexpr Metric kMetrics[] = {
#define LANESCOPE_METRIC(member, name) {name, &ports::device::GpuInstruction::member},
#include "ports/device/sass_metrics.inc"
#undef LANESCOPE_METRIC
};

// As CUPTI's headers lay them out.
static_assert(sizeof(CuptiRecord) == 48 && sizeof(CuptiMetricChoice) == 16);

constexpr int kModules = 3;  // CUPTI_CB_DOMAIN_RESOURCE

void ignore(void* /*data*/, int /*domain*/, std::uint32_t /*id*/, const void* /*what*/) {}

}  // namespace

Result<Cupti> load_cupti(const std::string& path) {
  const Result<void*> library = open_cupti(path);
  if (!library) return library.error();
  Cupti cupti;
#define LANESCOPE_CUPTI(name, parameters)                                      \
  cupti.name = reinterpret_cast<decltype(cupti.name)>(dlsym(*library, #name)); \
  if (cupti.name == nullptr)                                                   \
    return missing(fmt::format("{} has no {}; install CUPTI of CUDA 13.0 or newer", path, #name));
#include "cuda/device/cupti_functions.inc"
#undef LANESCOPE_CUPTI
  return cupti;
}

Error SassCounting::error(CuptiResult code, const std::string& doing) const {
  return cupti_error(cupti_.cuptiGetResultString, code, doing);
}

Result<void> SassCounting::watch() {
  const char* doing = "attaching the counters";
  void* subscriber = nullptr;
  if (const CuptiResult code = cupti_.cuptiSubscribe(&subscriber, ignore, nullptr); code != 0)
    return error(code, doing);
  if (const CuptiResult code = cupti_.cuptiEnableDomain(1, subscriber, kModules); code != 0)
    return error(code, doing);
  return {};
}

Result<void> SassCounting::choose_metrics(int device) {
  const char* doing = "choosing the counters";
  auto chip = sized(&CuptiChipName::name);
  chip.device = static_cast<std::size_t>(device);
  if (const CuptiResult code = cupti_.cuptiDeviceGetChipName(&chip); code != 0)
    return error(code, doing);
  std::vector<CuptiMetricChoice> choices;
  for (const Metric& metric : kMetrics) {
    auto query = sized(&CuptiMetricQuery::metric);
    query.chip = chip.name;
    query.name = metric.name;
    if (const CuptiResult code = cupti_.cuptiSassMetricsGetProperties(&query); code != 0)
      return error(code, fmt::format("{} ({})", doing, metric.name));
    members_.emplace(query.metric.id, metric.member);
    choices.push_back({query.metric.id, 0});
  }
  auto set_up = sized(&CuptiSetUp::device);
  set_up.count = choices.size();
  set_up.choices = choices.data();
  set_up.device = static_cast<std::uint32_t>(device);
  if (const CuptiResult code = cupti_.cuptiSassMetricsSetConfig(&set_up); code != 0)
    return error(code, doing);
  return {};
}

Result<void> SassCounting::begin(int device, CuContext context) {
  context_ = context;
  auto start = sized(&CuptiBlock::reserved);
  if (const CuptiResult code = cupti_.cuptiProfilerInitialize(&start); code != 0)
    return error(code, "starting the counters");
  if (Result<void> chosen = choose_metrics(device); !chosen) return chosen;
  auto enable = sized(&CuptiEnable::lazily);
  enable.context = context;
  if (const CuptiResult code = cupti_.cuptiSassMetricsEnable(&enable); code != 0)
    return error(code, "switching the counters on");
  return {};
}

Result<ports::device::GpuCounters> SassCounting::end() {
  const char* doing = "reading the counters";
  auto extent = sized(&CuptiExtent::instances);
  extent.context = context_;
  if (const CuptiResult code = cupti_.cuptiSassMetricsGetDataProperties(&extent); code != 0)
    return error(code, doing);
  if (extent.records == 0 || extent.instances == 0)
    return missing("the counters have counted nothing on this GPU");
  std::vector<CuptiValue> values(extent.records * extent.instances);
  std::vector<CuptiRecord> records(extent.records);
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i].size = sizeof(CuptiRecord);
    records[i].values = &values[i * extent.instances];
  }
  auto flush = sized(&CuptiFlush::instances);  // as CUPTI's header has it, without `data`
  flush.context = context_;
  flush.records = extent.records;
  flush.instances = extent.instances;
  flush.data = records.data();
  if (const CuptiResult code = cupti_.cuptiSassMetricsFlushData(&flush); code != 0)
    return error(code, doing);

  // A record holds one metric of one instruction.
  std::map<std::pair<std::string, std::uint32_t>, ports::device::GpuInstruction> found;
  for (const CuptiRecord& record : records) {
    ports::device::GpuInstruction& at = found[{record.function_name, record.address}];
    for (std::size_t i = 0; i < extent.instances; ++i)
      if (const auto member = members_.find(record.values[i].metric); member != members_.end())
        at.*(member->second) += record.values[i].value;
  }
  ports::device::GpuCounters counters;
  for (const auto& [place, counted] : found) {
    if (counters.functions.empty() || counters.functions.back() != place.first)
      counters.functions.push_back(place.first);
    ports::device::GpuInstruction& at = counters.instructions.emplace_back(counted);
    at.function = static_cast<std::uint32_t>(counters.functions.size() - 1);
    at.address = place.second;
  }
  auto disable = sized(&CuptiDisable::dropped);
  disable.context = context_;
  if (const CuptiResult code = cupti_.cuptiSassMetricsDisable(&disable); code != 0)
    return error(code, "switching the counters off");
  return counters;
}

}  // namespace lanescope::cuda::device
