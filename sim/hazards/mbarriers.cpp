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

void BlockOrder::arrive_at_mbarrier(std::uint32_t place, std::uint32_t warp, LaneMask lanes,
                                    LaneMask existing, bool relaxed, Time now) {
  Mbarrier& barrier = mbarriers_[place];
  for (std::size_t scope = 0; scope < barrier.handed.size(); ++scope) {
    ClockPtr& handed = barrier.arrived_handed[scope];
    const ClockPtr fences = fenced_ ? fenced(warp, lanes, static_cast<Scope>(scope)) : nullptr;
    handed = join(handed, fences);
    if (relaxed) barrier.arrived = join(barrier.arrived, fences);
  }
  if (relaxed) return;
  barrier.arrived = join(barrier.arrived, known_of(warp, lanes));
  if ((existing & ~lanes) == 0) {
    barrier.met.push_back({key_of(index_, warp), now});
    return;
  }
  barrier.met.push_back({key_of(index_, warp), warps_[warp].barrier});
  for_lanes(lanes,
            [&](std::uint32_t lane) { barrier.met.push_back({key_of(index_, warp, lane), now}); });
}

void BlockOrder::copies_arrive_at_mbarrier(std::uint32_t place, std::uint32_t warp, LaneMask lanes,
                                           Time now) {
  Mbarrier& barrier = mbarriers_[place];
  for_lanes(lanes, [&](std::uint32_t lane) {
    barrier.met.push_back({key_of(index_, warp, lane | kCopiesOfLane), now});
  });
}

void BlockOrder::complete_phase(std::uint32_t place) {
  Mbarrier& barrier = mbarriers_[place];
  ClockPtr all = join(barrier.complete, std::exchange(barrier.arrived, nullptr));
  all = clock_with(all, std::exchange(barrier.met, {}));
  barrier.complete = without(all, index_, barrier_);
  for (std::size_t scope = 0; scope < barrier.handed.size(); ++scope) {
    ClockPtr& handed = barrier.handed[scope];
    handed = join(handed, std::exchange(barrier.arrived_handed[scope], nullptr));
  }
}

void BlockOrder::wait_for_mbarrier(std::uint32_t place, std::uint32_t warp, LaneMask lanes) {
  const auto at = mbarriers_.find(place);
  if (at == mbarriers_.end() || at->second.complete == nullptr) return;
  const Mbarrier& barrier = at->second;
  ClockPtr before, after = barrier.complete;  // the lanes of a warp mostly know the same
  for_lanes(lanes, [&](std::uint32_t lane) {
    Thread& thread = threads()[thread_of(warp, lane)];
    if (thread.known != before) {
      before = thread.known;
      after = without(join(before, barrier.complete), index_, barrier_);
    }
    thread.known = after;
    for (std::size_t scope = 0; scope < barrier.handed.size(); ++scope)
      thread.handed[scope] = join(thread.handed[scope], barrier.handed[scope]);
  });
}

}  // namespace lanescope::hazards
