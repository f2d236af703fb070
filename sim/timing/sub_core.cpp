#include "sim/timing/sub_core.hpp"

#include <algorithm>

#include "sim/timing/lsu.hpp"

namespace lanescope::timing {
namespace {

std::size_t index_of(Pipe pipe) { return static_cast<std::size_t>(pipe); }

}  // namespace

Reason SubCore::throttle_of(const Demand& demand) {
  if (demand.pipe != Pipe::Mio) return Reason::math_pipe_throttle;
  if (demand.kind == Kind::Global) return Reason::lg_throttle;
  return demand.kind == Kind::Texture ? Reason::tex_throttle : Reason::mio_throttle;
}

void SubCore::add(std::unique_ptr<Warp> warp) {
  if (warps_.empty()) {
    idle_ += std::max<std::int64_t>(0, warp->begin - accounted_);
    accounted_ = std::max(accounted_, warp->begin);
  }
  next_ = std::min(next_, warp->ready);
  warps_.push_back(std::move(warp));
}

std::int64_t SubCore::pipe_free(const Demand& demand) const {
  const std::int64_t pipe = pipes_[index_of(demand.pipe)];
  return demand.pipe == Pipe::Mio ? std::max(pipe, lsu_.room_at(index_)) : pipe;
}

std::int64_t SubCore::able(const Warp& warp) const {
  return std::max(warp.ready, pipe_free(demand_of(warp)));
}

void SubCore::find_next() {
  next_ = kNever;
  for (const auto& warp : warps_)
    if (warp->ready < next_) next_ = std::min(next_, able(*warp));
  next_ = std::max(next_, accounted_);  // one a cycle
}

// Of a warp that is ready and does not issue at `now`.
void SubCore::account_waiting(Warp& warp, std::int64_t now) const {
  const std::int64_t from = std::max(warp.accounted, warp.ready);
  if (from > now) return;
  const Demand& demand = demand_of(warp);
  const std::int64_t free = std::clamp(pipe_free(demand), from, now + 1);
  warp.cycles[throttle_of(demand)] += free - from;
  warp.cycles[Reason::not_selected] += now + 1 - free;
  warp.accounted = now + 1;
}

// The slots since the last issue: what held back the warp that issues now.
void SubCore::account_slots(const Warp& warp, std::int64_t now) {
  std::int64_t from = accounted_;
  for (std::size_t i = 0; i < warp.delay_count && from < now; ++i) {
    const std::int64_t until = std::min(warp.delays[i].until, now);
    if (until <= from) continue;
    slots_[warp.delays[i].reason] += until - from;
    from = until;
  }
  if (from < now) slots_[throttle_of(demand_of(warp))] += now - from;
  slots_[Reason::selected] += 1;
  accounted_ = now + 1;
}

void SubCore::take_pipe(const Demand& demand, std::int64_t now) {
  const std::int64_t until = now + demand.interval;
  // The queue takes an instruction a cycle from the scheduler; what is behind it is Lsu's.
  pipes_[index_of(demand.pipe)] = demand.pipe == Pipe::Mio ? now + 2 : until;
  if (demand.pipe == Pipe::None) pipes_[index_of(Pipe::None)] = 0;
}

Warp& SubCore::pick(std::int64_t now) {
  Warp* chosen = nullptr;
  if (last_ != nullptr && able(*last_) <= now) chosen = last_;
  for (auto i = warps_.rbegin(); i != warps_.rend() && chosen == nullptr; ++i)
    if ((*i)->ready <= now && able(**i) <= now) chosen = i->get();
  for (const auto& warp : warps_)
    if (warp.get() != chosen) account_waiting(*warp, now);
  const std::int64_t from = std::max(chosen->accounted, chosen->ready);
  chosen->throttled = now - from;
  chosen->cycles[throttle_of(demand_of(*chosen))] += now - from;
  chosen->cycles[Reason::selected] += 1;
  chosen->accounted = now + 1;
  account_slots(*chosen, now);
  take_pipe(demand_of(*chosen), now);
  last_ = chosen;
  return *chosen;
}

std::unique_ptr<Warp> SubCore::remove(Warp& warp, std::int64_t now) {
  const auto at = std::ranges::find_if(warps_, [&](const auto& w) { return w.get() == &warp; });
  std::unique_ptr<Warp> gone = std::move(*at);
  warps_.erase(at);
  if (last_ == &warp) last_ = nullptr;
  accounted_ = std::max(accounted_, now + 1);
  return gone;
}

void SubCore::finish(std::int64_t time) {
  idle_ += std::max<std::int64_t>(0, time - accounted_);
  accounted_ = std::max(accounted_, time);
}

}  // namespace lanescope::timing
