#include "ui/panels/timeline/timeline_model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "ui/teaching/hidden_answer.hpp"
#include "ui/view/line_in_source.hpp"
#include "ui/view/numbers.hpp"
#include "ui/view/relative_moment.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::timeline {
namespace {

constexpr double kLeastInstructions = 12.0;  // of a view
constexpr float kAllLanes = 0.995F;

using analysis::CellKind;
using Kind = TimelineBar::Kind;

struct Context {
  const session::Session& session;
  const trace::Trace& trace;
  const analysis::Timeline& timeline;
  trace::Step step;
  Tick tick;  // ticks before it have been executed
  int lanes = 32;
};

// Share of the warp's lanes that are threads of the block: less than 1 in a last, ragged warp.
float existing_share(const Context& context, WarpIndex warp) {
  const auto threads = context.trace.launches()[context.step.launch].block.count();
  const auto size = static_cast<std::uint64_t>(context.lanes);
  const std::uint64_t first = warp.value * size;
  if (threads <= first) return 1.0F;
  return static_cast<float>(std::min(threads - first, size)) / static_cast<float>(size);
}

// The kind with the largest share; Waiting and the empty part stand apart.
CellKind dominant(const analysis::TimelineSegment& segment) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < analysis::kCellKinds; ++k)
    if (k != static_cast<std::size_t>(CellKind::Waiting) && segment.share[k] > segment.share[best])
      best = k;
  return static_cast<CellKind>(best);
}

std::optional<TimelineBar> bar_of(const analysis::TimelineSegment& segment, float existing) {
  const float waiting = segment.share[static_cast<std::size_t>(CellKind::Waiting)];
  float busy = -waiting;
  for (const float share : segment.share) busy += share;
  if (busy + waiting < 0.5F) return std::nullopt;
  TimelineBar bar;
  bar.x = static_cast<double>(segment.x);
  bar.width = static_cast<double>(segment.width);
  if (waiting > busy) {
    bar.kind = Kind::Waiting;
    return bar;
  }
  bar.lanes = std::min(1.0F, segment.lanes / existing);
  bar.kind = bar.lanes < kAllLanes ? Kind::Partial : Kind::Full;
  bar.cell = dominant(segment);
  bar.conflict = (segment.flags & analysis::TimelineSegment::kConflict) != 0;
  return bar;
}

bool joins(const TimelineBar& a, const TimelineBar& b, float alike) {
  return a.kind == b.kind && a.x + a.width == b.x && std::fabs(a.lanes - b.lanes) < alike;
}

// Single instructions stay apart while each has room of its own.
void add_bar(std::vector<TimelineBar>& bars, const TimelineBar& bar, bool apart) {
  constexpr float kAlike = 0.01F, kAlikeFolded = 0.06F;  // less than a pixel of a bar's height
  const bool stays = apart && bar.kind != Kind::Waiting;
  if (!bars.empty() && !stays && joins(bars.back(), bar, apart ? kAlike : kAlikeFolded)) {
    bars.back().width += bar.width;
    bars.back().conflict |= bar.conflict;
    return;
  }
  bars.push_back(bar);
}

// x behind the last instruction that the warp has issued before the tick.
double progress_of(const Context& context, const analysis::TimelineRow& row) {
  for (std::uint32_t launch = context.step.launch + 1; launch-- > 0;) {
    const auto ticks = context.trace.steps_of(launch, row.block, row.warp);
    const auto after = std::lower_bound(ticks.begin(), ticks.end(), context.tick);
    if (after == ticks.begin()) continue;
    if (const auto place = context.timeline.place_of(*std::prev(after)))
      return static_cast<double>(place->x + 1);
  }
  return 0.0;
}

TimelineLane make_lane(const Context& context, std::size_t index, TimelineView view,
                       std::size_t most) {
  const analysis::TimelineRow& row = context.timeline.rows()[index];
  TimelineLane lane;
  lane.row = index;
  lane.warp = row.warp;
  lane.selected = context.session.shown_warp() == row.warp;
  lane.issues = context.step.warp == row.warp;
  lane.progress = progress_of(context, row);
  const float existing = existing_share(context, row.warp);
  const auto from = static_cast<std::uint64_t>(std::max(0.0, view.from));
  const auto to = static_cast<std::uint64_t>(std::ceil(view.to));
  const bool apart = static_cast<double>(most) >= 2.5 * (view.to - view.from);
  for (const auto& segment : context.timeline.segments(index, from, to, most))
    if (const auto bar = bar_of(segment, existing)) add_bar(lane.bars, *bar, apart);
  return lane;
}

// Phases of the block that begin in the view.
std::span<const analysis::TimelinePhase> phases_in(const Context& context, TimelineView view) {
  const auto all = context.timeline.phases();
  const auto before = [&](double x, bool inclusive) {
    return std::partition_point(all.begin(), all.end(), [&, x](const auto& phase) {
      if (phase.block != context.step.block) return phase.block < context.step.block;
      const auto at = static_cast<double>(phase.x);
      return inclusive ? at <= x : at < x;
    });
  };
  return {before(view.from, false), before(view.to, true)};
}

// Where barriers stand closer than they can be told apart, only launches are marked.
void add_lines(const Context& context, std::size_t most, TimelineModel& model) {
  constexpr std::size_t kRoom = 4;  // bars beside a line, at least
  const auto phases = phases_in(context, model.view);
  const bool several = context.trace.launches().size() > 1;
  model.lines_folded = phases.size() > most / kRoom;
  for (const auto& phase : phases) {
    const bool first = phase.number == 0;
    if (model.lines_folded && !first) continue;
    model.lines.push_back({static_cast<double>(phase.x), first,
                           first && several ? say("launch {}", phase.launch + 1)
                                            : say("phase {}", phase.number + 1)});
  }
  if (model.lines.size() > most / kRoom) model.lines.clear();
}

struct PhaseCost {
  std::size_t least = 0, most = 0;
  WarpIndex slowest;
  std::size_t warps = 0;
};
PhaseCost cost_of(const Context& context, const trace::Phase& phase) {
  PhaseCost cost;
  for (const auto& row : context.timeline.rows()) {
    if (row.block != phase.block) continue;
    const auto ticks = context.trace.steps_of(phase.launch, row.block, row.warp);
    const auto first = std::lower_bound(ticks.begin(), ticks.end(), phase.first);
    const auto last = std::lower_bound(first, ticks.end(), phase.last);
    const auto count = static_cast<std::size_t>(last - first);
    if (count == 0) continue;
    cost.least = cost.warps == 0 ? count : std::min(cost.least, count);
    if (count > cost.most) cost.slowest = row.warp;
    cost.most = std::max(cost.most, count);
    ++cost.warps;
  }
  return cost;
}

std::string sentence_of(const Context& context) {
  const auto phase =
      view::phase_at(context.trace, context.step.launch, context.step.block, context.step.tick);
  if (!phase) return {};
  const PhaseCost cost = cost_of(context, *phase);
  const std::uint32_t phases = view::phase_count(context.trace, phase->launch, phase->block);
  std::string where = tr("No barrier");
  if (teaching::HiddenAnswer(context.session).counter("barriers"))
    where = say("Phase {}", phase->number + 1);
  else if (phases > 1)
    where = say("Phase {} of {}", phase->number + 1, phases);
  if (cost.warps == 1) return say("{}: {} instructions.", where, cost.most);
  if (cost.least == cost.most)
    return say("{}: every warp issues {} instructions.", where, cost.most);
  return say("{}: a warp issues {} to {} instructions; warp {} is the last to end it.", where,
             cost.least, cost.most, cost.slowest.value);
}

// Where the lesson's question asks how often lanes part, banks meet, or warps wait: not before it
// is played.
void withhold_ahead(const session::Session& session, TimelineModel& model) {
  const teaching::HiddenAnswer withheld(session);
  const bool barriers = withheld.counter("barriers"), launches = withheld.launches();
  std::erase_if(model.lines, [&](const TimelineLine& line) {
    return line.x > model.cursor && (line.launch ? launches : barriers);
  });
  const bool lanes = withheld.counter("divergent_branches");
  const bool banks = withheld.counter("shared.bank_conflicts");
  if (!lanes && !banks) return;
  for (TimelineLane& row : model.rows) {
    for (TimelineBar& bar : row.bars) {
      if (bar.x + bar.width <= row.progress) continue;
      if (lanes && bar.kind == TimelineBar::Kind::Partial) bar.kind = TimelineBar::Kind::Full;
      if (lanes) bar.lanes = 1.0F;
      if (banks) bar.conflict = false;
    }
  }
}

}  // namespace

std::optional<TimelineModel> timeline_model(const session::Session& session,
                                            const analysis::Timeline& timeline, TimelineView view,
                                            std::size_t most) {
  const auto step = session.shown_step();
  const trace::Trace* trace = session.trace();
  if (!step || trace == nullptr || timeline.width() == 0) return std::nullopt;
  const Context context{session,
                        *trace,
                        timeline,
                        *step,
                        session.state().cursor.tick,
                        session.run()->plan().options.warp_size};
  TimelineModel model;
  model.width = static_cast<double>(timeline.width());
  model.view = view.from < view.to ? view : TimelineView{0.0, model.width};
  for (std::size_t i = 0; i < timeline.rows().size(); ++i)
    if (timeline.rows()[i].block == step->block)
      model.rows.push_back(make_lane(context, i, model.view, most));
  add_lines(context, most, model);
  if (session.state().cursor.tick.value > 0)
    if (const auto place = timeline.place_of(step->tick))
      model.cursor = static_cast<double>(place->x + 1);
  withhold_ahead(session, model);
  model.sentence = sentence_of(context);
  if (model.lines_folded)
    model.sentence += tr(" Barriers stand too close to be told apart here: zoom in to see them.");
  model.note = say("{} ticks", view::with_commas(trace->tick_count()));
  return model;
}

std::string timeline_words(const session::Session& session, const analysis::Timeline& timeline,
                           analysis::Timeline::Point place) {
  if (place.row >= timeline.rows().size()) return {};
  const auto& row = timeline.rows()[place.row];
  const auto tick = timeline.tick_at(place);
  if (!tick) {
    const auto segments = timeline.segments(place.row, place.x, place.x + 1, 1);
    const bool waits =
        !segments.empty() && segments[0].share[static_cast<std::size_t>(CellKind::Waiting)] > 0.5F;
    return waits ? say("Warp {} waits at the barrier here.", row.warp.value)
                 : say("Warp {} has nothing to do here.", row.warp.value);
  }
  const trace::Step step = session.trace()->step(*tick);
  const engine::Program& program = *session.run()->plan().launches[step.launch].program;
  const std::uint32_t line = view::line_in_source(session, program, step.pc);
  return say("Warp {}, tick {}: {}{}. {} of {} lanes active. A click goes there.", row.warp.value,
             view::with_commas(tick->value), program.text_at(step.pc),
             line == 0 ? "" : say(" (line {})", line), std::popcount(step.active),
             session.run()->plan().options.warp_size);
}

TimelineView zoomed(TimelineView view, double width, double anchor, double factor) {
  const double span = view.to - view.from;
  const double wanted = std::clamp(span * factor, std::min(kLeastInstructions, width), width);
  const double share = span > 0.0 ? std::clamp((anchor - view.from) / span, 0.0, 1.0) : 0.5;
  TimelineView next{anchor - share * wanted, 0.0};
  next.to = next.from + wanted;
  return moved(next, width, 0.0);
}

TimelineView moved(TimelineView view, double width, double by) {
  const double span = std::min(view.to - view.from, width);
  const double from = std::clamp(view.from + by, 0.0, width - span);
  return {from, from + span};
}

}  // namespace lanescope::ui::panels::timeline
