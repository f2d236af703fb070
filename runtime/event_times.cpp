#include "runtime/event_times.hpp"

#include <algorithm>
#include <utility>

#include "runtime/timeline/timeline.hpp"

namespace lanescope::runtime {
namespace {

// Of the calls before the first event: beyond these, and beyond a wait for the whole device,
// nothing is under way any more that could matter.
constexpr std::size_t kCallsBefore = 1024;

bool records(const record::Call& call, std::uint64_t event) {
  if (!call.issue) return false;
  return std::ranges::any_of(call.issue->works, [event](const record::IssuedWork& work) {
    return work.kind == record::IssuedWork::Kind::RecordEvent && work.event == event;
  });
}

bool waits_for_device(const record::Call& call) {
  return call.issue && call.issue->waits == record::Issue::Waits::Device;
}

// Of the event's last record.
std::optional<double> moment_of(const timeline::Timeline& timeline, std::uint64_t event) {
  std::optional<double> moment;
  for (const schedule::Placed& placed : timeline.schedule.works) {
    const auto& work = timeline.pieces[placed.call][placed.work].work;
    if (work.kind == record::IssuedWork::Kind::RecordEvent && work.event == event)
      moment = placed.end;
  }
  return moment;
}

}  // namespace

void EventTimes::add(const record::Call& call) {
  const std::lock_guard lock(mutex_);
  calls_.emplace_back().issue = call.issue;
}

void EventTimes::add(const record::Launch& launch) {
  const std::lock_guard lock(mutex_);
  record::Launch& kept = launches_.emplace_back();
  kept.grid = launch.grid;
  kept.block = launch.block;
  kept.steps = launch.steps;
  kept.call = launch.call;
  kept.time = launch.time;
}

std::optional<std::size_t> EventTimes::call_that_records(std::uint64_t event) const {
  for (std::size_t i = calls_.size(); i > 0; --i) {
    if (records(calls_[i - 1], event)) return i - 1;
  }
  return std::nullopt;
}

record::Record EventTimes::part(std::size_t begin, std::size_t end) const {
  record::Record part;
  part.calls.assign(calls_.begin() + static_cast<std::ptrdiff_t>(begin),
                    calls_.begin() + static_cast<std::ptrdiff_t>(end));
  auto launch = std::ranges::lower_bound(launches_, begin, {}, &record::Launch::call);
  for (; launch != launches_.end() && launch->call < end; ++launch)
    part.launches.emplace_back(*launch).call -= begin;
  return part;
}

std::optional<double> EventTimes::between(std::uint64_t first, std::uint64_t last) {
  const std::lock_guard lock(mutex_);
  const auto one = call_that_records(first), other = call_that_records(last);
  if (!one || !other) return std::nullopt;
  // What was issued behind both is left out: it may not have run, and holds up neither.
  const std::size_t end = std::max(*one, *other) + 1;
  std::size_t begin = std::min(*one, *other);
  const std::size_t least = begin - std::min(begin, kCallsBefore);
  while (begin > least && !waits_for_device(calls_[begin - 1])) --begin;
  const timeline::Timeline timeline = timeline::timeline_of(part(begin, end), lengths_, 2);
  const auto from = moment_of(timeline, first), to = moment_of(timeline, last);
  if (!from || !to) return std::nullopt;
  return (*to - *from) / 1000.0;
}

}  // namespace lanescope::runtime
