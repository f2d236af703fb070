#include "sim/analysis/search.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <tuple>
#include <vector>

#include "sim/analysis/access.hpp"

namespace lanescope::analysis {
namespace {

using trace::Step;
using trace::Trace;

bool touches(const trace::Access& access, const Bytes& bytes, Touch touch) {
  const bool both_in_buffers = lies_in_buffers(access.space) && lies_in_buffers(bytes.space);
  if (access.space != bytes.space && !both_in_buffers) return false;
  if (touch == Touch::Write && access.kind == events::Access::Load) return false;
  for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t first = access.addresses[static_cast<std::size_t>(std::countr_zero(rest))];
    if (first < bytes.address + bytes.size && bytes.address < first + access.bytes) return true;
  }
  return false;
}

// `room` is used again from tick to tick.
bool tick_touches(const Trace& trace, Tick tick, const Bytes& bytes, Touch touch,
                  std::vector<trace::Access>& room) {
  if (!trace.has_accesses(tick)) return false;
  if (bytes.space == events::Space::Shared || bytes.space == events::Space::Local) {
    const Step step = trace.step(tick);
    if (step.launch != bytes.launch || step.block != bytes.block) return false;
  }
  trace.accesses(tick, room);
  return std::any_of(room.begin(), room.end(),
                     [&](const trace::Access& a) { return touches(a, bytes, touch); });
}

// The warp whose instruction comes at `tick`; at the end, the warp that issued last.
Step step_near(const Trace& trace, Tick tick) {
  return trace.step(Tick{std::min(tick.value, trace.tick_count() - 1)});
}

// The barrier interval of the step's block that holds the step.
std::optional<trace::Phase> phase_of(const Trace& trace, const Step& step) {
  const auto phases = trace.phases();
  const auto after = std::upper_bound(
      phases.begin(), phases.end(), step, [](const Step& s, const trace::Phase& p) {
        return std::tuple(s.launch, s.block, s.tick) < std::tuple(p.launch, p.block, p.first);
      });
  if (after == phases.begin()) return std::nullopt;
  const trace::Phase phase = *std::prev(after);
  const bool holds =
      phase.launch == step.launch && phase.block == step.block && step.tick < phase.last;
  return holds ? std::optional(phase) : std::nullopt;
}

using WarpName = std::tuple<std::uint32_t, BlockIndex, WarpIndex>;
WarpName name_of(const Step& step) { return {step.launch, step.block, step.warp}; }

}  // namespace

std::optional<Tick> next_mark(const Trace& trace, Tick after, trace::MarkKind kind) {
  const auto marks = trace.marks();
  auto mark = std::upper_bound(marks.begin(), marks.end(), after,
                               [](Tick tick, const trace::Mark& m) { return tick < m.tick; });
  mark = std::find_if(mark, marks.end(), [&](const trace::Mark& m) { return m.kind == kind; });
  if (mark == marks.end()) return std::nullopt;
  return mark->tick;
}

std::optional<Tick> previous_mark(const Trace& trace, Tick before, trace::MarkKind kind) {
  const auto marks = trace.marks();
  auto mark = std::lower_bound(marks.begin(), marks.end(), before,
                               [](const trace::Mark& m, Tick tick) { return m.tick < tick; });
  while (mark != marks.begin()) {
    --mark;
    if (mark->kind == kind) return mark->tick;
  }
  return std::nullopt;
}

std::optional<Tick> next_touch(const Trace& trace, Tick after, const Bytes& bytes, Touch touch) {
  std::vector<trace::Access> room;
  for (std::uint64_t t = after.value + 1; t < trace.tick_count(); ++t) {
    if (tick_touches(trace, Tick{t}, bytes, touch, room)) return Tick{t};
  }
  return std::nullopt;
}

std::optional<Tick> previous_touch(const Trace& trace, Tick before, const Bytes& bytes,
                                   Touch touch) {
  std::vector<trace::Access> room;
  for (std::uint64_t t = std::min(before.value, trace.tick_count()); t-- > 0;) {
    if (tick_touches(trace, Tick{t}, bytes, touch, room)) return Tick{t};
  }
  return std::nullopt;
}

Tick next_of_warp(const Trace& trace, Tick from) {
  const Tick end{trace.tick_count()};
  if (from >= end) return end;
  const Step step = trace.step(from);
  const auto ticks = trace.steps_of(step.launch, step.block, step.warp);
  const auto next = std::upper_bound(ticks.begin(), ticks.end(), from);
  return next == ticks.end() ? end : *next;
}

Tick previous_of_warp(const Trace& trace, Tick from) {
  if (trace.tick_count() == 0) return Tick{0};
  const Step step = step_near(trace, from);
  const auto ticks = trace.steps_of(step.launch, step.block, step.warp);
  const auto at = std::lower_bound(ticks.begin(), ticks.end(), from);
  return at == ticks.begin() ? Tick{0} : *std::prev(at);
}

Tick next_round(const Trace& trace, Tick from) {
  std::set<WarpName> issued;
  std::uint64_t t = from.value;
  while (t < trace.tick_count() && issued.insert(name_of(trace.step(Tick{t}))).second) ++t;
  return Tick{std::min(t, trace.tick_count())};
}

Tick previous_round(const Trace& trace, Tick from) {
  std::set<WarpName> issued;
  std::uint64_t t = std::min(from.value, trace.tick_count());
  while (t > 0 && issued.insert(name_of(trace.step(Tick{t - 1}))).second) --t;
  return Tick{t};
}

Tick next_phase(const Trace& trace, Tick from) {
  const Tick end{trace.tick_count()};
  if (from >= end) return end;
  const auto phase = phase_of(trace, trace.step(from));
  return phase ? phase->last : end;
}

Tick previous_phase(const Trace& trace, Tick from) {
  if (from.value == 0 || trace.tick_count() == 0) return Tick{0};
  const Step step = step_near(trace, Tick{std::min(from.value, trace.tick_count()) - 1});
  const auto phase = phase_of(trace, step);
  return phase ? phase->first : Tick{0};
}

}  // namespace lanescope::analysis
