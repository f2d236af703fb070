#include "sim/timing/handovers.hpp"

#include <algorithm>
#include <utility>

namespace lanescope::timing {

Handovers::Handovers(const Trace& trace) : all_(trace.handovers) {
  for (const Handover& one : all_) stores_.try_emplace(one.store);
}

bool Handovers::waits(std::uint32_t load, Waiter waiter) {
  if (given_up_) return false;
  for (const Handover& one : std::ranges::equal_range(all_, load, {}, &Handover::load)) {
    Store& store = stores_[one.store];
    if (store.done) continue;
    store.waiters.push_back(waiter);
    return true;
  }
  return false;
}

void Handovers::stored(std::uint32_t request, std::int64_t time) {
  const auto found = stores_.find(request);
  if (found == stores_.end()) return;
  found->second.done = true;
  for (const Waiter& waiter : std::exchange(found->second.waiters, {}))
    woken_.push_back({waiter, time});
}

std::vector<Handovers::Woken> Handovers::give_up(std::int64_t time) {
  given_up_ = true;
  std::vector<Woken> all;
  for (const Handover& one : all_)
    for (const Waiter& waiter : std::exchange(stores_[one.store].waiters, {}))
      all.push_back({waiter, time});
  return all;
}

}  // namespace lanescope::timing
