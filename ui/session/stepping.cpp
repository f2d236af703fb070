#include "ui/session/stepping.hpp"

#include <algorithm>

#include "sim/analysis/lines.hpp"
#include "sim/analysis/search.hpp"
#include "ui/session/source_model.hpp"

namespace lanescope::ui::session {
namespace {

std::uint32_t line_of(const Session& session, const trace::Step& step) {
  const auto& launches = session.run()->plan().launches;
  if (step.launch >= launches.size()) return 0;
  return analysis::line_in_file(*launches[step.launch].program, step.pc, compiled_file(session));
}

// Follows the warp of the next instruction until it stands on another source line. Instructions
// without a line belong to the line before them.
Tick next_line(const Session& session, const trace::Trace& trace, Tick from) {
  if (from.value >= trace.tick_count()) return from;
  const trace::Step start = trace.step(from);
  const std::uint32_t line = line_of(session, start);
  const auto steps = trace.steps_of(start.launch, start.block, start.warp);
  for (auto at = std::upper_bound(steps.begin(), steps.end(), from); at != steps.end(); ++at) {
    const std::uint32_t here = line_of(session, trace.step(*at));
    if (here != 0 && here != line) return *at;
  }
  return analysis::next_phase(trace, from);
}

// The beginning of the stretch of instructions of one line that ended last.
Tick previous_line(const Session& session, const trace::Trace& trace, Tick from) {
  if (from.value == 0) return from;
  const trace::Step last = trace.step(Tick{from.value - 1});
  const auto steps = trace.steps_of(last.launch, last.block, last.warp);
  auto at = std::lower_bound(steps.begin(), steps.end(), from);
  if (at == steps.begin()) return analysis::previous_phase(trace, from);
  Tick begin = *std::prev(at);
  const std::uint32_t line = line_of(session, trace.step(begin));
  while (at != steps.begin()) {
    const Tick before = *std::prev(at);
    const std::uint32_t here = line_of(session, trace.step(before));
    if (here != 0 && here != line) break;
    begin = before;
    --at;
  }
  return begin;
}

}  // namespace

Tick step_forward(const Session& session, Tick from, view::StepUnit unit) {
  const trace::Trace* trace = session.trace();
  if (trace == nullptr) return Tick{0};
  const Tick end{trace->tick_count()};
  if (from >= end) return end;
  switch (unit) {
    case view::StepUnit::WarpInstruction:
      return Tick{from.value + 1};
    case view::StepUnit::Round:
      return std::min(analysis::next_round(*trace, from), end);
    case view::StepUnit::Line:
      return std::min(next_line(session, *trace, from), end);
    case view::StepUnit::Phase:
      return std::min(analysis::next_phase(*trace, from), end);
  }
  return end;
}

Tick step_back(const Session& session, Tick from, view::StepUnit unit) {
  const trace::Trace* trace = session.trace();
  if (trace == nullptr || from.value == 0) return Tick{0};
  const Tick start = std::min(from, Tick{trace->tick_count()});
  switch (unit) {
    case view::StepUnit::WarpInstruction:
      return Tick{start.value - 1};
    case view::StepUnit::Round:
      return analysis::previous_round(*trace, start);
    case view::StepUnit::Line:
      return previous_line(session, *trace, start);
    case view::StepUnit::Phase:
      return analysis::previous_phase(*trace, start);
  }
  return Tick{0};
}

}  // namespace lanescope::ui::session
