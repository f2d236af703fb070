#include "ui/panels/compare/compare_model.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/base/hash.hpp"
#include "ui/session/experiment_maker.hpp"
#include "ui/session/gpu_words.hpp"
#include "ui/session/run_title.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/view/line_in_source.hpp"
#include "ui/view/numbers.hpp"
#include "ui/view/relative_moment.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::compare {
namespace {

// The rung of run B; null: a pinned run, or a pasted kernel.
const lesson::Rung* second_rung(const session::Session& session) {
  const view::Comparison& wanted = session.state().tools.compare;
  if (wanted.pinned != nullptr || session.lesson() == nullptr) return nullptr;
  return wanted.rung.empty() ? session.rung() : session.lesson()->find_rung(wanted.rung);
}

std::string second_title(const session::Session& session) {
  const view::Comparison& wanted = session.state().tools.compare;
  if (wanted.pinned != nullptr) return say("pinned: {}", wanted.pinned_title);
  const lesson::Rung* rung = second_rung(session);
  std::string name = rung == nullptr ? session.source_name() : rung->title;
  if (!wanted.machine_code) return name;
  return *wanted.machine_code ? say("{}, machine code", name) : say("{}, PTX", name);
}

std::string second_values(const session::Session& session) {
  const view::Comparison& wanted = session.state().tools.compare;
  if (wanted.pinned != nullptr) return {};
  lesson::ParameterValues values = session.state().experiment.values;
  for (const auto& [name, value] : wanted.values) values[name] = value;
  const lesson::Rung* rung = second_rung(session);
  return session::values_text(rung, rung == nullptr ? values : session::values_for(*rung, values));
}

// Of the view's moment.
void describe(CompareSide& side) {
  const view::View& view = *side.view;
  const auto step = view.shown_step();
  const trace::Trace* trace = view.trace();
  if (!step || trace == nullptr) return;
  const std::uint32_t line = view::line_in_source(view, *view.program(), step->pc);
  side.place = say("warp {}", step->warp.value);
  if (line != 0) side.place += say(" · line {}", line);
  side.moment = say("tick {} of {}", view::with_commas(view.state().cursor.tick.value),
                    view::with_commas(trace->tick_count()));
  const auto phase = view::phase_at(*trace, step->launch, step->block, step->tick);
  if (phase)
    side.moment += say(", phase {} of {}", phase->number + 1,
                       view::phase_count(*trace, step->launch, step->block));
}

enum class RequestSpace : std::uint8_t { None, Shared, Global };

// The space of the latest request before the view's moment.
RequestSpace latest_request(const CompareSide& side) {
  const bool shared = side.shared && side.shared->has_request;
  const bool global = side.global && side.global->has_request;
  if (shared && global)
    return side.shared->access.tick < side.global->access.tick ? RequestSpace::Global
                                                               : RequestSpace::Shared;
  if (shared) return RequestSpace::Shared;
  return global ? RequestSpace::Global : RequestSpace::None;
}

// Both sides draw requests to the same kind of memory: A's latest, else B's.
void choose_requests(std::vector<CompareSide>& sides) {
  RequestSpace space = RequestSpace::None;
  for (const CompareSide& side : sides) {
    if (space == RequestSpace::None) space = latest_request(side);
  }
  for (CompareSide& side : sides) {
    if (space != RequestSpace::Shared) side.shared.reset();
    if (space != RequestSpace::Global) side.global.reset();
  }
}

CompareSide side_of(style::Role role, char letter, view::View view) {
  CompareSide side;
  side.role = role;
  side.letter = letter;
  constexpr figures::BankRows kFewRows{2, 8};
  constexpr std::uint32_t kFewLines = 4;
  side.warps = figures::warps_model(view);
  side.shared = figures::shared_model(view, kFewRows);
  side.global = figures::global_model(view, kFewLines);
  side.view = std::move(view);
  describe(side);
  return side;
}

void withhold(CompareRow& row) {
  row.a = row.b = teaching::kHiddenAnswerSign;
  row.change = {};
  row.rule = tr(teaching::kHiddenAnswerWords);
}

void add_rows(const run::ModelRun& a, const run::ModelRun& b,
              const teaching::HiddenAnswer& withheld, CompareModel& model) {
  const view::RunNumbers of_a = view::numbers_of(a), of_b = view::numbers_of(b);
  for (const view::CounterRowKind& kind : view::counter_list()) {
    const std::optional<double> va = kind.value(of_a), vb = kind.value(of_b);
    if (va.value_or(0.0) == 0.0 && vb.value_or(0.0) == 0.0) continue;
    CompareRow row{std::string(kind.id),
                   kind.title,
                   view::counter_text(kind, va),
                   view::counter_text(kind, vb),
                   va && vb ? view::change_of(kind, *va, *vb) : view::CounterChange{},
                   style::Role::TextSecondary,
                   kind.rule};
    if (withheld.compared(kind.id)) withhold(row);
    if (row.change.verdict != 0)
      row.role = row.change.verdict > 0 ? style::Role::RunB : style::Role::RunA;
    model.rows.push_back(std::move(row));
  }
}

void add_time(const session::Session& session, const run::ModelRun& a, const run::ModelRun& b,
              CompareModel& model) {
  const auto of_a = session::gpu_time(session, a.id), of_b = session::gpu_time(session, b.id);
  if (!of_a || !of_b) return;
  CompareRow row{
      std::string(view::kGpuTime),
      tr("Time on the GPU"),
      session::time_words(of_a->median),
      session::time_words(of_b->median),
      session::time_change(*of_a, *of_b),
      style::Role::TextSecondary,
      tr("The median of samples on this machine's GPU. Equal: the fastest and slowest samples "
         "of the two runs overlap.")};
  if (row.change.verdict != 0)
    row.role = row.change.verdict > 0 ? style::Role::RunB : style::Role::RunA;
  model.rows.push_back(std::move(row));
}

std::string verdict_of(const CompareModel& model) {
  if (std::ranges::find(model.rows, teaching::kHiddenAnswerSign, &CompareRow::a) !=
      model.rows.end())
    return tr("The lesson's question asks for some of these: predict first.");
  std::size_t better = 0, worse = 0;
  for (const CompareRow& row : model.rows) {
    better += row.change.verdict > 0 ? 1U : 0U;
    worse += row.change.verdict < 0 ? 1U : 0U;
  }
  if (better == 0 && worse == 0) return tr("The two runs do not differ in any of these counters.");
  if (worse == 0)
    return say("B is better in {} of {} counters and worse in none.", better, model.rows.size());
  return say("B is better in {} of {} counters, worse in {}.", better, model.rows.size(), worse);
}

void add_second(const session::Session& session, CompareModel& model) {
  const session::SecondRun& second = session.side().second();
  if (second.run == nullptr) {
    model.failed = second.failure.has_value();
    model.waiting = model.failed ? say("Run B cannot be run: {}", second.failure->error.text())
                                 : tr("Run B is being made…");
    return;
  }
  if (auto view = second_view(session)) {
    model.sides.push_back(side_of(style::Role::RunB, 'B', std::move(*view)));
  } else {
    CompareSide side;
    side.role = style::Role::RunB;
    side.letter = 'B';
    model.sides.push_back(std::move(side));
  }
  model.sides.back().title = second_title(session);
  model.sides.back().settings = second_values(session);
  add_rows(*session.run(), *second.run, teaching::HiddenAnswer(session), model);
  model.complete = session.run()->complete && second.run->complete;
  model.sentence = verdict_of(model);
  add_time(session, *session.run(), *second.run, model);
}

}  // namespace

const char* align_words(view::Align align) {
  switch (align) {
    case view::Align::Tick:
      return mark("tick");
    case view::Align::Phase:
      return mark("phase");
    case view::Align::Fraction:
      return mark("fraction");
  }
  return mark("phase");
}

Tick aligned_tick(const trace::Trace& a, Tick tick, const trace::Trace& b, view::Align align) {
  switch (align) {
    case view::Align::Tick:
      return std::min(tick, Tick{b.tick_count()});
    case view::Align::Phase:
      return view::tick_at(b, view::place_of(a, tick));
    case view::Align::Fraction:
      break;
  }
  view::RelativeMoment place = view::place_of(a, tick);
  place.has_phase = false;
  return view::tick_at(b, place);
}

std::optional<view::View> second_view(const session::Session& session) {
  const session::SecondRun& second = session.side().second();
  if (second.replay == nullptr || session.trace() == nullptr) return std::nullopt;
  const trace::Trace& trace = *second.run->trace;
  view::State state = session.state();
  state.cursor.tick =
      aligned_tick(*session.trace(), state.cursor.tick, trace, state.tools.compare.align);
  state.appearance.shown_register.clear();
  view::Selection& selection = state.cursor.selection;
  selection.line.reset();
  selection.pc.reset();
  const view::View there(state, second.run, second.replay);
  if (const auto step = there.shown_step()) {
    selection.launch = step->launch;
    selection.block = step->block;
    const std::uint64_t threads = trace.launches()[step->launch].block.count();
    const auto lanes = static_cast<std::uint64_t>(second.run->plan().options.warp_size);
    if (selection.warp && selection.warp->value * lanes >= threads) selection.warp.reset();
  }
  return view::View(std::move(state), second.run, second.replay);
}

std::uint64_t compare_key(const session::Session& session) {
  const view::Comparison& wanted = session.state().tools.compare;
  const session::SecondRun& second = session.side().second();
  std::uint64_t key = mix(view::view_key(session) ^ (wanted.on ? 1U : 0U));
  key = mix(key ^ (second.run == nullptr ? 0 : second.run->id));
  key = mix(key ^ (second.run != nullptr && second.run->complete ? 1U : 0U));
  key = mix(key ^ (second.failure ? 2U : 0U));
  const auto measured = [&](const run::ModelRun* run) {
    return run != nullptr && session.gpu().find(run->id) != nullptr;
  };
  key = mix(key ^ (measured(session.run().get()) ? 8U : 0U) ^
            (measured(second.run.get()) ? 16U : 0U));
  return mix(key ^ (static_cast<std::uint64_t>(wanted.align) + 4U) ^
             std::hash<std::string>{}(second.settings));
}

std::optional<CompareModel> compare_model(const session::Session& session) {
  if (session.run() == nullptr || !session.state().tools.compare.on) return std::nullopt;
  CompareModel model;
  model.sides.push_back(side_of(style::Role::RunA, 'A', static_cast<const view::View&>(session)));
  const lesson::Rung* rung = session.rung();
  model.sides.front().title = rung == nullptr ? session.source_name() : rung->title;
  model.sides.front().settings = session::values_text(rung, session.state().experiment.values);
  add_second(session, model);
  choose_requests(model.sides);
  return model;
}

}  // namespace lanescope::ui::panels::compare
