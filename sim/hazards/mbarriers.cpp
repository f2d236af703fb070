// BlockOrder's mbarriers: an arrival releases, a wait that sees its phase complete acquires.
#include <bit>
#include <utility>

#include "sim/hazards/ordering.hpp"

namespace lanescope::hazards {
namespace {

template <typename F>
void for_lanes(LaneMask lanes, F&& f) {
  for (; lanes != 0; lanes &= lanes - 1) f(static_cast<std::uint32_t>(std::countr_zero(lanes)));
}

}  // namespace

void BlockOrder::arrive_at(Phases& barrier, const Arriving& arriving, Time now) {
  const std::uint32_t warp = arriving.warp;
  for (std::size_t scope = 0; scope < barrier.handed.size(); ++scope) {
    ClockPtr& handed = barrier.arrived_handed[scope];
    const ClockPtr fences =
        fenced_ ? fenced(warp, arriving.lanes, static_cast<Scope>(scope)) : nullptr;
    handed = join(handed, fences);
    if (arriving.elsewhere) handed = join(handed, handed_[scope]);
    if (arriving.relaxed) barrier.arrived = join(barrier.arrived, fences);
  }
  barrier.relaxed = barrier.relaxed || arriving.relaxed;
  if (arriving.relaxed) return;
  barrier.arrived = join(barrier.arrived, known_of(warp, arriving.lanes));
  if (arriving.elsewhere) {  // within the block everybody knows these
    barrier.arrived = join(barrier.arrived, common_);
    barrier.met.push_back({key_of(index_), barrier_});
  }
  if ((arriving.existing & ~arriving.lanes) == 0) {
    barrier.met.push_back({key_of(index_, warp), now});
    return;
  }
  barrier.met.push_back({key_of(index_, warp), warps_[warp].barrier});
  for_lanes(arriving.lanes,
            [&](std::uint32_t lane) { barrier.met.push_back({key_of(index_, warp, lane), now}); });
}

void BlockOrder::copies_arrive_at(Phases& barrier, std::uint32_t warp, LaneMask lanes,
                                  Time now) const {
  for_lanes(lanes, [&](std::uint32_t lane) {
    barrier.met.push_back({key_of(index_, warp, member(lane) | kCopiesOfLane), now});
  });
}

void BlockOrder::complete_phase(Phases& barrier) {
  const ClockPtr all = join(barrier.complete, std::exchange(barrier.arrived, nullptr));
  barrier.complete = clock_with(all, std::exchange(barrier.met, {}));
  barrier.relaxed = false;
  for (std::size_t scope = 0; scope < barrier.handed.size(); ++scope) {
    ClockPtr& handed = barrier.handed[scope];
    handed = join(handed, std::exchange(barrier.arrived_handed[scope], nullptr));
  }
}

void BlockOrder::wait_for(const Phases& barrier, std::uint32_t warp, LaneMask lanes) {
  if (barrier.complete == nullptr) return;
  const ClockPtr told = without(barrier.complete, index_, barrier_);
  ClockPtr before, after = told;  // the lanes of a warp mostly know the same
  for_lanes(lanes, [&](std::uint32_t lane) {
    Thread& thread = threads()[thread_of(warp, lane)];
    if (thread.known != before) {
      before = thread.known;
      after = without(join(before, told), index_, barrier_);
    }
    thread.known = after;
    for (std::size_t scope = 0; scope < barrier.handed.size(); ++scope)
      thread.handed[scope] = join(thread.handed[scope], barrier.handed[scope]);
  });
}

ClockPtr BlockOrder::all_known(Time now) const {
  ClockPtr known = common_;
  for (const Thread& thread : threads_) known = join(known, thread.known);
  return clock_with(known, {{key_of(index_), now}});
}

void BlockOrder::meet(const ClockPtr& known, Time now) {
  release_all(now);
  common_ = without(join(common_, known), index_, now);
}

bool BlockOrder::some_follow(const Stamp& stamp) const {
  for (std::uint32_t warp = 0; warp < warps_.size(); ++warp) {
    for (std::uint32_t lane = 0; lane < warp_size_; ++lane) {
      if (ordered(stamp, warp, lane, begin_)) return true;
      if (threads_.empty()) return false;  // all know the same
    }
  }
  return false;
}

}  // namespace lanescope::hazards
