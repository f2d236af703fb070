#include "ui/view/relative_moment.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace lanescope::ui::view {
namespace {

using Phases = trace::Records<trace::Phase>;

Phases phases_of(const trace::Trace& trace, std::uint32_t launch, BlockIndex block) {
  const Phases all = trace.phases();
  const auto before = [&](const trace::Phase& p) {
    return std::tie(p.launch, p.block) < std::tie(launch, block);
  };
  const auto not_after = [&](const trace::Phase& p) {
    return std::tie(p.launch, p.block) <= std::tie(launch, block);
  };
  const auto first = std::partition_point(all.begin(), all.end(), before);
  const auto last = std::partition_point(first, all.end(), not_after);
  return {first, last};
}

std::uint64_t rounded(double share, std::uint64_t ticks) {
  return static_cast<std::uint64_t>(
      std::llround(std::clamp(share, 0.0, 1.0) * static_cast<double>(ticks)));
}

// The instruction in the picture at a tick: the one just executed.
Tick shown(Tick tick) { return tick.value == 0 ? tick : Tick{tick.value - 1}; }

}  // namespace

std::optional<trace::Phase> phase_at(const trace::Trace& trace, std::uint32_t launch,
                                     BlockIndex block, Tick tick) {
  const Phases phases = phases_of(trace, launch, block);
  const auto after = std::partition_point(phases.begin(), phases.end(),
                                          [&](const trace::Phase& p) { return p.first <= tick; });
  if (after == phases.begin()) return std::nullopt;
  const trace::Phase candidate = *std::prev(after);
  return tick < candidate.last ? std::optional(candidate) : std::nullopt;
}

std::optional<trace::Phase> find_phase(const trace::Trace& trace, std::uint32_t launch,
                                       BlockIndex block, std::uint32_t number) {
  const Phases phases = phases_of(trace, launch, block);
  return number < phases.size() ? std::optional(phases[number]) : std::nullopt;
}

std::uint32_t phase_count(const trace::Trace& trace, std::uint32_t launch, BlockIndex block) {
  return static_cast<std::uint32_t>(phases_of(trace, launch, block).size());
}

RelativeMoment place_of(const trace::Trace& trace, Tick tick) {
  RelativeMoment place;
  const std::uint64_t count = trace.tick_count();
  if (count == 0 || tick.value == 0) return place;
  place.overall = static_cast<double>(tick.value) / static_cast<double>(count);
  if (tick.value >= count) return place;
  const trace::Step step = trace.step(shown(tick));
  place.launch = step.launch;
  if (const auto phase = phase_at(trace, step.launch, step.block, shown(tick))) {
    place.has_phase = true;
    place.phase = phase->number;
    place.in_phase =
        static_cast<double>(tick.value - phase->first.value) /
        static_cast<double>(std::max<std::uint64_t>(phase->last.value - phase->first.value, 1));
  }
  return place;
}

Tick tick_at(const trace::Trace& trace, const RelativeMoment& place) {
  const std::uint64_t count = trace.tick_count();
  if (place.overall <= 0.0) return Tick{0};
  if (place.overall >= 1.0) return Tick{count};
  if (place.has_phase && place.launch < trace.launches().size() &&
      !trace.blocks(place.launch).empty()) {
    const BlockIndex block = trace.blocks(place.launch).front();
    if (const auto phase = find_phase(trace, place.launch, block, place.phase)) {
      const std::uint64_t ticks = phase->last.value - phase->first.value;
      return Tick{std::min(
          phase->first.value + std::max<std::uint64_t>(rounded(place.in_phase, ticks), 1), count)};
    }
  }
  return Tick{std::clamp<std::uint64_t>(rounded(place.overall, count), 1, count)};
}

}  // namespace lanescope::ui::view
