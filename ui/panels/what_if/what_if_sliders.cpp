#include "ui/panels/what_if/what_if_sliders.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/timing/simulate.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::what_if {
namespace {

constexpr std::uint32_t kWarpSize = 32;
constexpr std::int64_t kKib = 1024;

std::string number_text(double number) {
  return view::with_commas(static_cast<std::uint64_t>(std::llround(std::max(number, 0.0))));
}

// From a tenth of what is resident, which is the least factor, to twice as much.
WhatIfSlider warps_slider(const timing::LaunchShape& shape, std::uint32_t most_warps,
                          double factor) {
  WhatIfSlider slider{"warps", tr("Warps on the SM"), {}, {}};
  slider.rule =
      tr("As many as registers, shared memory and the SM let in, where the grid has them. "
         "Beyond that it is a machine that there is not.");
  const std::uint32_t blocks = std::max(shape.resident_blocks, 1U);
  const auto threads = static_cast<std::uint32_t>(shape.block.count());
  const std::uint32_t each = (threads + kWarpSize - 1) / kWarpSize;
  double nearest = 1e9;
  for (std::uint32_t b = (blocks + 9) / 10; b <= 2 * blocks; ++b) {
    const double other = static_cast<double>(b) / blocks;
    const double off = std::abs(other - factor);
    if (off < nearest) slider.at = slider.stops.size();
    nearest = std::min(nearest, off);
    if (b == blocks) slider.as_is = slider.stops.size();
    slider.stops.push_back({fmt::format("{:.6g}", other), say("{} of {}", b * each, most_warps)});
  }
  return slider;
}

WhatIfSlider latency_slider(const timing::MachineDescription& machine, double factor) {
  WhatIfSlider slider{"latency", tr("Memory latency"), {}, {}};
  slider.rule =
      say("From an SM to DRAM and back, as it is in {} cycles at least. L1 and L2 "
          "change by as much.",
          machine.l2_cycles + machine.dram_cycles);
  double nearest = 1e9;
  for (const double other : {0.1, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0}) {
    const double off = std::abs(other - factor);
    if (off < nearest) slider.at = slider.stops.size();
    nearest = std::min(nearest, off);
    if (other == 1.0) slider.as_is = slider.stops.size();
    slider.stops.push_back(
        {fmt::format("{}", other),
         say("{} cycles", number_text(other * (machine.l2_cycles + machine.dram_cycles)))});
  }
  return slider;
}

WhatIfSlider l1_slider(const timing::MachineDescription& machine, const timing::LaunchShape& shape,
                       std::int64_t bytes) {
  WhatIfSlider slider{"l1", tr("L1"), {}, {}};
  const std::int64_t own = timing::l1_size(machine, shape) / kKib;
  slider.rule = say("As it is, {} KB: what the shared memory of its blocks leaves.", own);
  std::vector<std::int64_t> sizes{8, 16, 32, 64, 96, 128, 192, 256, 512, own};
  std::ranges::sort(sizes);
  const auto same = std::ranges::unique(sizes);
  sizes.erase(same.begin(), same.end());
  const std::int64_t wanted = bytes == 0 ? own : bytes / kKib;
  for (const std::int64_t kib : sizes) {
    const std::size_t index = slider.stops.size();
    if (kib == own) slider.as_is = index;
    if (kib <= wanted) slider.at = index;
    slider.stops.push_back({std::to_string(kib == own ? 0 : kib), say("{} KB", kib)});
  }
  return slider;
}

}  // namespace

double WhatIfSlider::share() const {
  if (stops.size() < 2) return 0.0;
  return static_cast<double>(at) / static_cast<double>(stops.size() - 1);
}

const WhatIfSlider::Stop& WhatIfSlider::stop_at(double share) const {
  const double last = static_cast<double>(stops.size() - 1);
  return stops[static_cast<std::size_t>(std::llround(std::clamp(share, 0.0, 1.0) * last))];
}

std::vector<WhatIfSlider> what_if_sliders(const run::RecordedWork& work, std::size_t launch,
                                          std::uint32_t most_warps,
                                          const timing::Changes& changes) {
  if (work.launches.empty()) return {};
  const timing::LaunchShape& shape =
      work.launches[std::min(launch, work.launches.size() - 1)].shape;
  return {warps_slider(shape, most_warps, changes.resident_blocks),
          latency_slider(work.machine, changes.latency),
          l1_slider(work.machine, shape, changes.l1_bytes)};
}

}  // namespace lanescope::ui::panels::what_if
