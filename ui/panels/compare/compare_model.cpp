#include "ui/panels/compare/compare_model.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/base/hash.hpp"
#include "ui/session/experiment_maker.hpp"
#include "ui/session/gpu_words.hpp"
#include "ui/session/run_title.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/view/numbers.hpp"
#include "ui/view/relative_moment.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {
namespace {

// The rung of run B; null: a pinned run, or a pasted kernel.
const lab::Rung* second_rung(const Session& session) {
  const Comparison& wanted = session.state().tools.compare;
  if (wanted.pinned != nullptr || session.lesson() == nullptr) return nullptr;
  return wanted.rung.empty() ? session.rung() : session.lesson()->find_rung(wanted.rung);
}

std::string second_title(const Session& session) {
  const Comparison& wanted = session.state().tools.compare;
  if (wanted.pinned != nullptr) return say("pinned: {}", wanted.pinned_title);
  const lab::Rung* rung = second_rung(session);
  return rung == nullptr ? session.source_name() : rung->title;
}

std::string second_values(const Session& session) {
  const Comparison& wanted = session.state().tools.compare;
  if (wanted.pinned != nullptr) return {};
  lab::ParameterValues values = session.state().experiment.values;
  for (const auto& [name, value] : wanted.values) values[name] = value;
  const lab::Rung* rung = second_rung(session);
  return values_text(rung, rung == nullptr ? values : values_for(*rung, values));
}

// Of the view's moment.
void describe(CompareSide& side) {
  const View& view = *side.view;
  const auto step = view.shown_step();
  const trace::Trace* trace = view.trace();
  if (!step || trace == nullptr) return;
  const std::uint32_t line = view.program()->location_at(step->pc).line;
  side.place = say("warp {}", step->warp.value);
  if (line != 0) side.place += say(" · line {}", line);
  side.moment = say("tick {} of {}", with_commas(view.state().cursor.tick.value),
                    with_commas(trace->tick_count()));
  const trace::Phase* phase = phase_at(*trace, step->launch, step->block, step->tick);
  if (phase != nullptr)
    side.moment +=
        say(", phase {} of {}", phase->number + 1, phase_count(*trace, step->launch, step->block));
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

CompareSide side_of(Role role, char letter, View view) {
  CompareSide side;
  side.role = role;
  side.letter = letter;
  constexpr BankRows kFewRows{2, 8};
  constexpr std::uint32_t kFewLines = 4;
  side.warps = warps_model(view);
  side.shared = shared_model(view, kFewRows);
  side.global = global_model(view, kFewLines);
  side.view = std::move(view);
  describe(side);
  return side;
}

void withhold(CompareRow& row) {
  row.a = row.b = kHiddenAnswerSign;
  row.change = {};
  row.rule = tr(kHiddenAnswerWords);
}

void add_rows(const lab::ModelRun& a, const lab::ModelRun& b, const HiddenAnswer& withheld,
              CompareModel& model) {
  const RunNumbers of_a = numbers_of(a), of_b = numbers_of(b);
  for (const CounterRowKind& kind : counter_list()) {
    const double va = kind.value(of_a), vb = kind.value(of_b);
    if (va == 0.0 && vb == 0.0) continue;
    CompareRow row{std::string(kind.id),
                   kind.title,
                   counter_text(kind, va),
                   counter_text(kind, vb),
                   change_of(kind, va, vb),
                   Role::TextSecondary,
                   kind.rule};
    if (withheld.compared(kind.id)) withhold(row);
    if (row.change.verdict != 0) row.role = row.change.verdict > 0 ? Role::RunB : Role::RunA;
    model.rows.push_back(std::move(row));
  }
}

void add_time(const Session& session, const lab::ModelRun& a, const lab::ModelRun& b,
              CompareModel& model) {
  const auto of_a = gpu_time(session, a.id), of_b = gpu_time(session, b.id);
  if (!of_a || !of_b) return;
  CompareRow row{
      std::string(kGpuTime),
      tr("Time on the GPU"),
      time_words(of_a->median),
      time_words(of_b->median),
      time_change(*of_a, *of_b),
      Role::TextSecondary,
      tr("The median of samples on this machine's GPU. Equal: the fastest and slowest samples "
         "of the two runs overlap.")};
  if (row.change.verdict != 0) row.role = row.change.verdict > 0 ? Role::RunB : Role::RunA;
  model.rows.push_back(std::move(row));
}

std::string verdict_of(const CompareModel& model) {
  if (std::ranges::find(model.rows, kHiddenAnswerSign, &CompareRow::a) != model.rows.end())
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

void add_second(const Session& session, CompareModel& model) {
  const SecondRun& second = session.side().second();
  if (second.run == nullptr) {
    model.failed = second.failure.has_value();
    model.waiting = model.failed ? say("Run B cannot be run: {}", second.failure->error.text())
                                 : tr("Run B is being made…");
    return;
  }
  if (auto view = second_view(session)) {
    model.sides.push_back(side_of(Role::RunB, 'B', std::move(*view)));
  } else {
    CompareSide side;
    side.role = Role::RunB;
    side.letter = 'B';
    model.sides.push_back(std::move(side));
  }
  model.sides.back().title = second_title(session);
  model.sides.back().settings = second_values(session);
  add_rows(*session.run(), *second.run, HiddenAnswer(session), model);
  model.complete = session.run()->complete && second.run->complete;
  model.sentence = verdict_of(model);
  add_time(session, *session.run(), *second.run, model);
}

}  // namespace

const char* align_words(Align align) {
  switch (align) {
    case Align::Tick:
      return mark("tick");
    case Align::Phase:
      return mark("phase");
    case Align::Fraction:
      return mark("fraction");
  }
  return mark("phase");
}

Tick aligned_tick(const trace::Trace& a, Tick tick, const trace::Trace& b, Align align) {
  switch (align) {
    case Align::Tick:
      return std::min(tick, Tick{b.tick_count()});
    case Align::Phase:
      return tick_at(b, place_of(a, tick));
    case Align::Fraction:
      break;
  }
  RelativeMoment place = place_of(a, tick);
  place.has_phase = false;
  return tick_at(b, place);
}

std::optional<View> second_view(const Session& session) {
  const SecondRun& second = session.side().second();
  if (second.replay == nullptr || session.trace() == nullptr) return std::nullopt;
  const trace::Trace& trace = *second.run->trace;
  State state = session.state();
  state.cursor.tick =
      aligned_tick(*session.trace(), state.cursor.tick, trace, state.tools.compare.align);
  state.appearance.shown_register.clear();
  Selection& selection = state.cursor.selection;
  selection.line.reset();
  selection.pc.reset();
  const View there(state, second.run, second.replay);
  if (const auto step = there.shown_step()) {
    selection.launch = step->launch;
    selection.block = step->block;
    const std::uint64_t threads = trace.launches()[step->launch].block.count();
    const auto lanes = static_cast<std::uint64_t>(second.run->plan().options.warp_size);
    if (selection.warp && selection.warp->value * lanes >= threads) selection.warp.reset();
  }
  return View(std::move(state), second.run, second.replay);
}

std::uint64_t compare_key(const Session& session) {
  const Comparison& wanted = session.state().tools.compare;
  const SecondRun& second = session.side().second();
  std::uint64_t key = mix(view_key(session) ^ (wanted.on ? 1U : 0U));
  key = mix(key ^ (second.run == nullptr ? 0 : second.run->id));
  key = mix(key ^ (second.run != nullptr && second.run->complete ? 1U : 0U));
  key = mix(key ^ (second.failure ? 2U : 0U));
  const auto measured = [&](const lab::ModelRun* run) {
    return run != nullptr && session.gpu().find(run->id) != nullptr;
  };
  key = mix(key ^ (measured(session.run().get()) ? 8U : 0U) ^
            (measured(second.run.get()) ? 16U : 0U));
  return mix(key ^ (static_cast<std::uint64_t>(wanted.align) + 4U) ^
             std::hash<std::string>{}(second.settings));
}

std::optional<CompareModel> compare_model(const Session& session) {
  if (session.run() == nullptr || !session.state().tools.compare.on) return std::nullopt;
  CompareModel model;
  model.sides.push_back(side_of(Role::RunA, 'A', static_cast<const View&>(session)));
  const lab::Rung* rung = session.rung();
  model.sides.front().title = rung == nullptr ? session.source_name() : rung->title;
  model.sides.front().settings = values_text(rung, session.state().experiment.values);
  add_second(session, model);
  choose_requests(model.sides);
  return model;
}

}  // namespace lanescope::ui
