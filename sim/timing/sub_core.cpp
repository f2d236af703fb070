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
  Slot slot;
  slot.warp = warp.get();
  warp->slot = static_cast<std::uint32_t>(ready_.size());
  warps_.push_back(std::move(warp));
  ready_.push_back(slot);
  update(*slot.warp);
}

void SubCore::update(const Warp& warp) {
  Slot& slot = ready_[warp.slot];
  slot.ready = warp.ready;
  slot.accounted = warp.ready;
  if (warp.at != warp.end) slot.demand = &code_.instructions[warp.at->pc].demand;
}

void SubCore::find_next() {
  mio_free_ = std::max(pipes_[index_of(Pipe::Mio)], lsu_.room_at(index_));
  next_ = kNever;
  for (const Slot& slot : ready_)
    if (slot.ready < next_) next_ = std::min(next_, std::max(slot.ready, pipe_free(*slot.demand)));
  next_ = std::max(next_, accounted_);  // one a cycle
}

// Of a warp that is ready and does not issue at `now`.
void SubCore::account_waiting(Slot& slot, std::int64_t now) const {
  const std::int64_t from = slot.accounted;
  if (from > now) return;
  const std::int64_t free = std::clamp(pipe_free(*slot.demand), from, now + 1);
  slot.throttled += free - from;
  slot.not_selected += now + 1 - free;
  slot.accounted = now + 1;
}

// The slots since the last issue: what held back the warp that issues now.
void SubCore::account_slots(const Slot& chosen, std::int64_t now) {
  const Warp& warp = *chosen.warp;
  std::int64_t from = accounted_;
  for (std::size_t i = 0; i < warp.delay_count && from < now; ++i) {
    const std::int64_t until = std::min(warp.delays[i].until, now);
    if (until <= from) continue;
    slots_[warp.delays[i].reason] += until - from;
    from = until;
  }
  if (from < now) slots_[throttle_of(*chosen.demand)] += now - from;
  slots_[Reason::selected] += 1;
  accounted_ = now + 1;
}

void SubCore::take_pipe(const Demand& demand, std::int64_t now) {
  if (demand.pipe == Pipe::None) return;
  // The queue takes an instruction every other cycle; what is behind it is Lsu's.
  const std::int64_t taken = demand.pipe == Pipe::Mio ? 2 : demand.interval;
  pipes_[index_of(demand.pipe)] = now + taken;
}

std::size_t SubCore::choose(std::int64_t now) const {
  if (last_ != kNone && able(ready_[last_], now)) return last_;
  for (std::size_t i = ready_.size(); i-- > 0;)
    if (able(ready_[i], now)) return i;
  return 0;
}

Warp& SubCore::pick(std::int64_t now) {
  last_ = choose(now);
  for (std::size_t i = 0; i < ready_.size(); ++i)
    if (i != last_) account_waiting(ready_[i], now);
  Slot& chosen = ready_[last_];
  chosen.throttled += std::max<std::int64_t>(0, now - chosen.accounted);
  Warp& warp = *chosen.warp;
  warp.throttled = chosen.throttled;
  warp.cycles[throttle_of(*chosen.demand)] += chosen.throttled;
  warp.cycles[Reason::not_selected] += chosen.not_selected;
  warp.cycles[Reason::selected] += 1;
  chosen.throttled = chosen.not_selected = 0;
  account_slots(chosen, now);
  take_pipe(*chosen.demand, now);
  return warp;
}

std::unique_ptr<Warp> SubCore::remove(Warp& warp, std::int64_t now) {
  const std::size_t at = warp.slot;
  std::unique_ptr<Warp> gone = std::move(warps_[at]);
  warps_.erase(warps_.begin() + static_cast<std::ptrdiff_t>(at));
  ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(at));
  for (std::size_t i = at; i < warps_.size(); ++i) warps_[i]->slot = static_cast<std::uint32_t>(i);
  last_ = kNone;
  accounted_ = std::max(accounted_, now + 1);
  return gone;
}

void SubCore::finish(std::int64_t time) {
  idle_ += std::max<std::int64_t>(0, time - accounted_);
  accounted_ = std::max(accounted_, time);
}

}  // namespace lanescope::timing
