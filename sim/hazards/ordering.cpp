#include "sim/hazards/ordering.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace lanescope::hazards {
namespace {

template <typename F>
void for_lanes(LaneMask lanes, F&& f) {
  for (; lanes != 0; lanes &= lanes - 1) f(static_cast<std::uint32_t>(std::countr_zero(lanes)));
}

[[nodiscard]] LaneMask bit(std::uint32_t lane) { return LaneMask{1} << lane; }

constexpr std::array kScopes{Scope::Cta, Scope::Gpu};
[[nodiscard]] constexpr std::size_t at(Scope scope) { return static_cast<std::size_t>(scope); }

}  // namespace

BlockOrder::BlockOrder(std::uint32_t index, std::uint32_t warps, std::uint32_t warp_size,
                       Time begin)
    : index_(index), warp_size_(warp_size), begin_(begin), barrier_(begin), warps_(warps) {}

std::vector<BlockOrder::Thread>& BlockOrder::threads() {
  if (threads_.empty()) threads_.resize(warps_.size() * warp_size_);
  return threads_;
}

bool BlockOrder::ordered(const Stamp& stamp, std::uint32_t warp, std::uint32_t lane,
                         Time floor) const {
  Time time = stamp.time;
  if (time <= floor) return true;
  const bool several = (stamp.who & kSeveral) != 0 && warp_size_ > 1;
  const std::uint32_t other = member(lane_of(stamp.who));
  if ((stamp.who & kAsync) != 0) {
    const std::uint32_t copies = other | kCopiesOfLane;
    if (knows(thread_of(warp, lane), {stamp.block, warp_of(stamp.who), copies, time})) return true;
    if (stamp.block == index_) time = copied_at(stamp);
  }
  if (stamp.block == index_) {
    if (time == 0) return false;
    if (time <= barrier_) return true;
    if (warp_of(stamp.who) == warp &&
        (time <= warps_[warp].barrier || (!several && other == member(lane))))
      return true;
  }
  if (threads_.empty() && common_ == nullptr) return false;
  const std::uint32_t thread = thread_of(warp, lane);
  const auto knows_lane = [&](std::uint32_t l) {
    const bool own = stamp.block == index_ && warp_of(stamp.who) == warp && l == member(lane);
    return own || knows(thread, {stamp.block, warp_of(stamp.who), l, time});
  };
  return knows_lane(other) && (!several || knows_lane(second_of(stamp.who)));
}

bool BlockOrder::knows(std::uint32_t thread, const Deed& deed) const {
  const auto in = [&](const ClockPtr& clock) { return clock != nullptr && clock->knows(deed); };
  return in(common_) || (!threads_.empty() && in(threads_[thread].known));
}

Time BlockOrder::copied_at(const Stamp& stamp) const {
  const std::uint32_t thread = thread_of(warp_of(stamp.who), lane_of(stamp.who));
  if (thread >= copies_.size()) return 0;
  const auto& waits = copies_[thread].waits;
  const auto wait =
      std::lower_bound(waits.begin(), waits.end(), stamp.time,
                       [](const Copies::Wait& w, Time issued) { return w.until < issued; });
  return wait == waits.end() ? 0 : wait->time;
}

bool BlockOrder::exchanged_since(const Stamp& stamp, std::uint32_t warp, std::uint32_t lane) const {
  if (stamp.block != index_ || warp_of(stamp.who) != warp) return false;
  const Warp& of = warps_[warp];
  if (of.exchange >= stamp.time) return true;
  return lane < of.some.size() && of.some[lane].time >= stamp.time &&
         (of.some[lane].lanes & bit(lane_of(stamp.who))) != 0;
}

void BlockOrder::exchange(std::uint32_t warp, LaneMask members, LaneMask live, Time now) {
  Warp& of = warps_[warp];
  if ((live & ~members) == 0) {
    of.exchange = now;
    return;
  }
  of.some.resize(warp_size_);
  for_lanes(members, [&](std::uint32_t lane) { of.some[lane] = {now, members}; });
}

ClockPtr BlockOrder::known_of(std::uint32_t warp, LaneMask lanes) const {
  ClockPtr clock;
  if (threads_.empty()) return clock;
  for_lanes(lanes, [&](std::uint32_t lane) {
    clock = join(clock, threads_[thread_of(warp, lane)].known);
  });
  return clock;
}

void BlockOrder::warp_barrier(std::uint32_t warp, LaneMask members, LaneMask live, Time now) {
  const bool whole = (live & ~members) == 0;
  if (whole) warps_[warp].barrier = now;
  if (whole && threads_.empty()) return;
  ClockPtr clock = without(known_of(warp, members), index_, barrier_);
  if (!whole) {
    std::vector<ClockEntry> own;
    for_lanes(members,
              [&](std::uint32_t lane) { own.push_back({key_of(index_, warp, lane), now}); });
    clock = clock_with(clock, std::move(own));
  }
  ByScope handed;
  if (fenced_) {
    for (const Scope scope : kScopes) handed[at(scope)] = fenced(warp, members, scope);
  }
  for_lanes(members, [&](std::uint32_t lane) {
    Thread& thread = threads()[thread_of(warp, lane)];
    thread.known = clock;
    if (fenced_) thread.handed = handed;
  });
}

void BlockOrder::arrive(std::uint32_t barrier, std::uint32_t warp, LaneMask lanes, bool waits,
                        Time now) {
  Arrival& arrival = arrivals_[barrier].emplace_back();
  arrival.warp = warp;
  arrival.lanes = lanes;
  arrival.waits = waits;
  arrival.time = now;
  if (waits) return;  // what it knows can be asked when the barrier is complete
  arrival.known = known_of(warp, lanes);
  if (fenced_) {
    for (const Scope scope : kScopes) arrival.handed[at(scope)] = fenced(warp, lanes, scope);
  }
}

bool BlockOrder::is_whole(std::span<const Arrival> arrivals,
                          std::span<const LaneMask> awaited) const {
  std::vector<LaneMask> waiting(warps_.size(), 0);
  for (const Arrival& arrival : arrivals) {
    if (!arrival.waits) return false;
    waiting[arrival.warp] |= arrival.lanes;
  }
  for (std::size_t w = 0; w < waiting.size(); ++w) {
    if ((awaited[w] & ~waiting[w]) != 0) return false;
  }
  return true;
}

void BlockOrder::release(std::uint32_t barrier, std::span<const LaneMask> awaited, Time now) {
  std::vector<Arrival> arrivals = std::exchange(arrivals_[barrier], {});
  if (is_whole(arrivals, awaited)) return release_all(now);
  release_some(arrivals, awaited);
}

void BlockOrder::release_all(Time now) {
  barrier_ = now;
  if (threads_.empty()) return;
  if (fenced_) {
    for (std::uint32_t warp = 0; warp < warps_.size(); ++warp) {
      for (const Scope scope : kScopes) {
        handed_[at(scope)] =
            join(handed_[at(scope)], fenced(warp, full_mask(static_cast<int>(warp_size_)), scope));
      }
    }
    fenced_ = false;
  }
  for (const Thread& thread : threads_) common_ = join(common_, thread.known);
  common_ = without(common_, index_, now);
  threads_.clear();
}

void BlockOrder::release_some(std::span<const Arrival> arrivals,
                              std::span<const LaneMask> awaited) {
  std::vector<ClockEntry> met;
  ClockPtr clock;
  ByScope handed;
  for (const Arrival& arrival : arrivals) {
    if ((awaited[arrival.warp] & ~arrival.lanes) == 0) {
      met.push_back({key_of(index_, arrival.warp), arrival.time});
    } else {
      met.push_back({key_of(index_, arrival.warp), warps_[arrival.warp].barrier});
      for_lanes(arrival.lanes, [&](std::uint32_t lane) {
        met.push_back({key_of(index_, arrival.warp, lane), arrival.time});
      });
    }
    clock = join(clock, arrival.waits ? known_of(arrival.warp, arrival.lanes) : arrival.known);
    for (const Scope scope : kScopes) {
      const ClockPtr own =
          arrival.waits ? fenced(arrival.warp, arrival.lanes, scope) : arrival.handed[at(scope)];
      handed[at(scope)] = join(handed[at(scope)], own);
    }
  }
  clock = without(clock_with(clock, std::move(met)), index_, barrier_);
  for (const Arrival& arrival : arrivals) {
    if (!arrival.waits) continue;
    for_lanes(arrival.lanes, [&](std::uint32_t lane) {
      Thread& thread = threads()[thread_of(arrival.warp, lane)];
      thread.known = clock;
      thread.handed = handed;
    });
  }
}

BlockOrder::Fence BlockOrder::fence_now(std::uint32_t warp, std::uint32_t lane, Time now) const {
  Fence fence{now, warps_[warp].barrier, barrier_, common_};
  if (!threads_.empty()) fence.known = join(common_, threads_[thread_of(warp, lane)].known);
  return fence;
}

void BlockOrder::fence(std::uint32_t warp, LaneMask lanes, Scope scope, Time now) {
  fenced_ = true;
  threads();
  for_lanes(lanes, [&](std::uint32_t lane) {
    Thread& thread = threads_[thread_of(warp, lane)];
    const Fence made = fence_now(warp, lane, now);
    thread.fences[at(Scope::Cta)] = made;
    if (scope == Scope::Gpu) thread.fences[at(Scope::Gpu)] = made;
  });
}

void BlockOrder::add_fence(const Fence& fence, std::uint32_t warp, std::uint32_t lane,
                           std::vector<ClockEntry>& known, ClockPtr& clock) const {
  if (fence.own == 0) return;
  known.push_back({key_of(index_), fence.block});
  known.push_back({key_of(index_, warp), fence.warp});
  known.push_back({key_of(index_, warp, lane), fence.own});
  clock = join(clock, fence.known);
}

// The lanes of a warp mostly fence together: then the warp stands for them.
ClockPtr BlockOrder::fenced(std::uint32_t warp, LaneMask lanes, Scope scope) const {
  if (threads_.empty()) return nullptr;
  std::vector<ClockEntry> known;
  ClockPtr clock;
  const auto& first = threads_[thread_of(warp, 0)].fences[at(scope)];
  bool together = lanes == full_mask(static_cast<int>(warp_size_));
  for_lanes(lanes, [&](std::uint32_t lane) {
    const Thread& thread = threads_[thread_of(warp, lane)];
    const Fence& fence = thread.fences[at(scope)];
    together = together && fence.own == first.own && fence.known == first.known;
    clock = join(clock, thread.handed[at(scope)]);
  });
  if (together && first.own == 0) return clock;
  if (together) {
    known = {{key_of(index_), first.block}, {key_of(index_, warp), first.own}};
    return clock_with(join(clock, first.known), std::move(known));
  }
  for_lanes(lanes, [&](std::uint32_t lane) {
    add_fence(threads_[thread_of(warp, lane)].fences[at(scope)], warp, lane, known, clock);
  });
  return known.empty() ? clock : clock_with(clock, std::move(known));
}

ClockPtr BlockOrder::released(std::uint32_t warp, std::uint32_t lane, Scope scope) const {
  return join(handed_[at(scope)], fenced(warp, bit(lane), scope));
}

ClockPtr BlockOrder::released_now(std::uint32_t warp, std::uint32_t lane, Time now) const {
  std::vector<ClockEntry> known;
  ClockPtr clock;
  add_fence(fence_now(warp, lane, now), warp, lane, known, clock);
  return clock_with(clock, std::move(known));
}

void BlockOrder::acquire(std::uint32_t warp, std::uint32_t lane, const Reading& reading) {
  Thread& thread = threads()[thread_of(warp, lane)];
  if (thread.known != nullptr && thread.known->has(reading)) return;
  if (common_ != nullptr && common_->has(reading)) return;
  thread.known = clock_with(thread.known, reading);
}

bool BlockOrder::follows(std::uint32_t warp, std::uint32_t lane, const ReleaseLog& log) const {
  if (log.owner() == key_of(index_, warp, lane)) return true;
  if (common_ != nullptr && common_->has_read(log)) return true;
  if (threads_.empty()) return false;
  const ClockPtr& known = threads_[thread_of(warp, lane)].known;
  return known != nullptr && known->has_read(log);
}

void BlockOrder::commit_copies(std::uint32_t warp, LaneMask lanes, Time now) {
  copies_.resize(warps_.size() * warp_size_);
  for_lanes(lanes,
            [&](std::uint32_t lane) { copies_[thread_of(warp, lane)].commits.push_back(now); });
}

void BlockOrder::wait_for_copies(std::uint32_t warp, LaneMask lanes, std::uint32_t left, Time now) {
  copies_.resize(warps_.size() * warp_size_);
  for_lanes(lanes, [&](std::uint32_t lane) {
    Copies& copies = copies_[thread_of(warp, lane)];
    Time until = now;
    if (left != kAllCopies) {
      if (copies.commits.size() <= left) return;
      until = copies.commits[copies.commits.size() - left - 1];
      copies.commits.erase(copies.commits.begin(),
                           copies.commits.end() - static_cast<std::ptrdiff_t>(left));
    } else {
      copies.commits.clear();
    }
    // Of waits that a barrier of all lies behind, the last one tells all.
    std::size_t old = 0;
    while (old + 1 < copies.waits.size() && copies.waits[old + 1].time <= barrier_) ++old;
    copies.waits.erase(copies.waits.begin(),
                       copies.waits.begin() + static_cast<std::ptrdiff_t>(old));
    copies.waits.push_back({until, now});
  });
}

}  // namespace lanescope::hazards
