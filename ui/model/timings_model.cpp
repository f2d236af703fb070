#include "ui/model/timings_model.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ui/model/numbers.hpp"

namespace lanescope::ui {
namespace {

std::string number_text(std::int64_t value) {
  return value < 0 ? std::to_string(value) : with_commas(static_cast<std::uint64_t>(value));
}

std::string title_of(const lab::Parameter& parameter) {
  return parameter.title.empty() ? parameter.name : parameter.title;
}

void add_choices(const Session& session, TimingsModel& model) {
  const Sweep& sweep = session.state().sweep;
  for (const CounterRowKind& kind : counter_list()) {
    model.counters.push_back(
        {std::string(kind.id), std::string(kind.title), kind.id == sweep.counter});
  }
  for (const lab::Parameter& parameter : sweep_parameters(session)) {
    model.parameters.push_back(
        {parameter.name, title_of(parameter), parameter.name == sweep.parameter});
    if (parameter.name == sweep.parameter) model.parameter = title_of(parameter);
  }
  // The rung has another one: that is offered.
  if (model.parameter.empty() && !model.parameters.empty()) {
    model.parameters.front().chosen = true;
    model.parameter = model.parameters.front().words;
  }
}

void add_points(const Session& session, const CounterRowKind& kind, TimingsModel& model) {
  const auto& known = session.side().points();
  const std::vector<SweepStep> steps = sweep_steps(session);
  for (const SweepStep& step : steps) {
    TimingsPoint point{step.value, number_text(step.value), std::nullopt, {}, step.here, false};
    const auto found = known.find(step.settings);
    if (found != known.end()) {
      ++model.done;
      point.refused = !found->second.has_value();
      if (found->second) point.number = kind.value(*found->second);
    }
    if (point.number) point.text = counter_text(kind, *point.number);
    model.points.push_back(std::move(point));
  }
  model.running = session.state().sweep.on && model.done < steps.size();
  if (model.done == 0 && !session.state().sweep.on) model.points.clear();
}

void add_bars(const Session& session, const CounterRowKind& kind, TimingsModel& model) {
  const lab::Lesson* lesson = session.lesson();
  if (lesson == nullptr) return;
  double largest = 0.0;
  std::vector<double> values;
  for (const lab::Rung& rung : lesson->rungs) {
    TimingsBar bar{rung.id, rung.title, "–", 0.0, rung.id == session.state().rung, false};
    const LadderEntry* entry = session.ladder(rung.id);
    double value = 0.0;
    if (entry != nullptr && entry->numbers) {
      bar.there = true;
      value = kind.value(*entry->numbers);
      bar.text = counter_text(kind, value);
    }
    largest = std::max(largest, value);
    values.push_back(value);
    model.bars.push_back(std::move(bar));
  }
  for (std::size_t i = 0; i < values.size(); ++i)
    model.bars[i].share = largest > 0.0 ? values[i] / largest : 0.0;
}

std::string sentence_of(const CounterRowKind& kind, const TimingsModel& model) {
  std::vector<const TimingsPoint*> there;
  const TimingsPoint* here = nullptr;
  for (const TimingsPoint& point : model.points) {
    if (!point.number) continue;
    there.push_back(&point);
    if (point.here) here = &point;
  }
  if (there.empty()) return {};
  const auto by_number = [](const TimingsPoint* a, const TimingsPoint* b) {
    return *a->number < *b->number;
  };
  const auto [low, high] = std::ranges::minmax_element(there, by_number);
  if (*(*low)->number == *(*high)->number)
    return fmt::format("{}: {} for every value of {} that was run.", kind.title, (*low)->text,
                       model.parameter);
  const bool most_is_best = kind.better == Better::More;
  const TimingsPoint& best = most_is_best ? **high : **low;
  std::string text = fmt::format("{}: {} at {} = {}, {} {} at {}.", kind.title, best.text,
                                 model.parameter, best.label, most_is_best ? "only" : "up to",
                                 most_is_best ? (*low)->text : (*high)->text,
                                 most_is_best ? (*low)->label : (*high)->label);
  if (here != nullptr && here != &best)
    text += fmt::format(" Here: {} at {}.", here->text, here->label);
  return text;
}

}  // namespace

std::optional<TimingsModel> timings_model(const Session& session) {
  if (session.run() == nullptr) return std::nullopt;
  TimingsModel model;
  const CounterRowKind* kind = find_counter(session.state().sweep.counter);
  if (kind == nullptr) kind = &counter_list().front();
  model.title = kind->title;
  model.is_share = kind->is_share;
  add_choices(session, model);
  add_points(session, *kind, model);
  add_bars(session, *kind, model);
  model.sentence = sentence_of(*kind, model);
  model.device = session.state().gpu_found
                     ? "Counted on the model. Nothing was timed: this version measures no times."
                     : "Counted on the model. There are no times: no GPU was found here, and none "
                       "are guessed.";
  return model;
}

}  // namespace lanescope::ui
