#include "ui/model/timings_model.hpp"

#include <algorithm>

#include "ui/model/gpu_words.hpp"
#include "ui/model/numbers.hpp"
#include "ui/model/withheld.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {
namespace {

std::string number_text(std::int64_t value) {
  return value < 0 ? std::to_string(value) : with_commas(static_cast<std::uint64_t>(value));
}

std::string title_of(const lab::Parameter& parameter) {
  return parameter.title.empty() ? parameter.name : parameter.title;
}

// What is plotted of a run: a counter of the model, or its time on the GPU.
class Figure {
 public:
  explicit Figure(const Session& session) : session_(session) {
    if (session.state().sweep.counter == kGpuTime) return;
    counter_ = find_counter(session.state().sweep.counter);
    if (counter_ == nullptr) counter_ = &counter_list().front();
  }
  [[nodiscard]] std::string_view title() const {
    return is_time() ? tr("Time on the GPU") : shown_text(counter_->title);
  }
  [[nodiscard]] bool is_withheld() const {
    return !is_time() && Withheld(session_).compared(counter_->id);
  }
  [[nodiscard]] bool is_share() const { return !is_time() && counter_->is_share; }
  [[nodiscard]] bool is_time() const { return counter_ == nullptr; }
  [[nodiscard]] bool more_is_best() const { return !is_time() && counter_->better == Better::More; }
  // In microseconds; nullopt: not measured (yet).
  [[nodiscard]] std::optional<lab::Spread> time_of(const RunNumbers& numbers) const {
    const auto time = gpu_time(session_, numbers.run);
    if (!time) return std::nullopt;
    return lab::Spread{time->median * 1e3, time->min * 1e3, time->max * 1e3};
  }
  // Nullopt: a time that was not measured (yet).
  [[nodiscard]] std::optional<double> number(const RunNumbers& numbers) const {
    if (!is_time()) return counter_->value(numbers);
    const auto time = time_of(numbers);
    return time ? std::optional(time->median) : std::nullopt;
  }
  [[nodiscard]] std::string text(double number) const {
    return is_time() ? time_words(number * 1e-3) : counter_text(*counter_, number);
  }

 private:
  const Session& session_;
  const CounterRowKind* counter_ = nullptr;  // null: the time
};

void add_choices(const Session& session, TimingsModel& model) {
  const Sweep& sweep = session.state().sweep;
  if (session.gpu().there())
    model.counters.push_back(
        {std::string(kGpuTime), tr("Time on the GPU"), sweep.counter == kGpuTime});
  for (const CounterRowKind& kind : counter_list()) {
    model.counters.push_back(
        {std::string(kind.id), shown_text(kind.title), kind.id == sweep.counter});
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

void add_points(const Session& session, const Figure& figure, TimingsModel& model) {
  const auto& known = session.side().points();
  const std::vector<SweepStep> steps = sweep_steps(session);
  for (const SweepStep& step : steps) {
    TimingsPoint point{step.value, number_text(step.value), {}, {}, {}, step.here, false};
    const auto found = known.find(step.settings);
    if (found != known.end()) {
      const bool measured = !found->second || session.gpu().find(found->second->run) != nullptr;
      if (measured || !figure.is_time()) ++model.done;
      point.refused = !found->second.has_value();
      if (found->second) point.number = figure.number(*found->second);
      if (found->second && figure.is_time())
        point.spread = figure.time_of(*found->second).value_or(lab::Spread{});
    }
    if (point.number) point.text = figure.text(*point.number);
    model.points.push_back(std::move(point));
  }
  model.running = session.state().sweep.on && model.done < steps.size();
  if (model.done == 0 && !session.state().sweep.on) model.points.clear();
}

void add_bars(const Session& session, const Figure& figure, TimingsModel& model) {
  const lab::Lesson* lesson = session.lesson();
  if (lesson == nullptr) return;
  double largest = 0.0;
  std::vector<double> values;
  for (const lab::Rung& rung : lesson->rungs) {
    TimingsBar bar{rung.id, rung.title, "–", 0.0, rung.id == session.state().rung, false};
    const LadderEntry* entry = session.ladder(rung.id);
    double value = 0.0;
    const auto number =
        entry != nullptr && entry->numbers ? figure.number(*entry->numbers) : std::nullopt;
    if (number) {
      bar.there = true;
      value = *number;
      bar.text = figure.text(value);
    }
    largest = std::max(largest, value);
    values.push_back(value);
    model.bars.push_back(std::move(bar));
  }
  for (std::size_t i = 0; i < values.size(); ++i)
    model.bars[i].share = largest > 0.0 ? values[i] / largest : 0.0;
}

std::string sentence_of(const Figure& figure, const TimingsModel& model) {
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
    return say("{}: {} for every value of {} that was run.", figure.title(), (*low)->text,
               model.parameter);
  const bool most_is_best = figure.more_is_best();
  const TimingsPoint& best = most_is_best ? **high : **low;
  const TimingsPoint& worst = most_is_best ? **low : **high;
  std::string text = most_is_best
                         ? say("{}: {} at {} = {}, only {} at {}.", figure.title(), best.text,
                               model.parameter, best.label, worst.text, worst.label)
                         : say("{}: {} at {} = {}, up to {} at {}.", figure.title(), best.text,
                               model.parameter, best.label, worst.text, worst.label);
  if (here != nullptr && here != &best) text += say(" Here: {} at {}.", here->text, here->label);
  return text;
}

}  // namespace

std::optional<TimingsModel> timings_model(const Session& session) {
  if (session.run() == nullptr) return std::nullopt;
  TimingsModel model;
  const Figure figure(session);
  model.title = figure.title();
  model.is_share = figure.is_share();
  model.is_time = figure.is_time();
  add_choices(session, model);
  model.withheld = figure.is_withheld();
  if (model.withheld) {
    model.sentence = tr(kWithheldWords);
  } else {
    add_points(session, figure, model);
    add_bars(session, figure, model);
    model.sentence = sentence_of(figure, model);
  }
  model.device = gpu_sentences(session);
  return model;
}

}  // namespace lanescope::ui
