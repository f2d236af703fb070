#include "lab/hardware/hardware_counters.hpp"

#include <algorithm>

namespace lanescope::hardware {
namespace {

using ports::device::GpuInstruction;
using Metric = HardwareCounter::Metric;

struct NamedMetric {
  std::string_view name;
  Metric member;
};
constexpr NamedMetric kMetrics[] = {
#define LANESCOPE_METRIC(member, metric) {metric, &GpuInstruction::member},
#include "ports/device/sass_metrics.inc"
#undef LANESCOPE_METRIC
};

// "a + b"
std::vector<Metric> metrics_of(std::string_view names) {
  constexpr std::string_view kBetween = " + ";
  std::vector<Metric> found;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(kBetween), names.size());
    const auto* const at = std::ranges::find(kMetrics, names.substr(0, end), &NamedMetric::name);
    if (at != std::end(kMetrics)) found.push_back(at->member);
    names.remove_prefix(std::min(end + kBetween.size(), names.size()));
  }
  return found;
}

std::uint64_t sum(const std::vector<Metric>& metrics, const GpuInstruction& instruction) {
  std::uint64_t all = 0;
  for (const Metric metric : metrics) all += instruction.*metric;
  return all;
}

std::vector<HardwareCounter> made() {
  std::vector<HardwareCounter> all;
  const auto add = [&all](const events::CounterInfo& counter, std::string_view requests) {
    if (*counter.cupti != '\0')
      all.push_back({&counter, metrics_of(counter.cupti), metrics_of(requests)});
  };
  for (const events::CounterInfo& counter : events::counter_table())
    if (!counter.is_of_memory()) add(counter, "");
  for (const auto group : events::counter_groups())
    for (const events::CounterInfo& counter : group) add(counter, group.front().cupti);
  return all;
}

}  // namespace

std::uint64_t HardwareCounter::gpu(const GpuInstruction& instruction) const {
  if (!requests.empty() && sum(requests, instruction) == 0) return 0;
  return sum(metrics, instruction);
}

std::span<const HardwareCounter> hardware_counters() {
  static const std::vector<HardwareCounter> kCounters = made();
  return kCounters;
}

const HardwareCounter* find_hardware_counter(std::string_view id) {
  const auto found = std::ranges::find(hardware_counters(), id, &HardwareCounter::id);
  return found == hardware_counters().end() ? nullptr : &*found;
}

std::uint64_t bytes_of_lane(const GpuInstruction& i) {
  if (i.wide_128 > 0) return 16;
  if (i.wide_64 > 0) return 8;
  if (i.wide_32 > 0) return 4;
  return i.wide_16 > 0 ? 2 : 1;
}

}  // namespace lanescope::hardware
