#include "ui/panels/timings/timings_model.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lab/lesson/lesson_experiment.hpp"
#include "ui/figures/roofline_model.hpp"
#include "ui/figures/time_state.hpp"
#include "ui/panels/timings/timings_modelled.hpp"
#include "ui/session/experiment_maker.hpp"
#include "ui/session/gpu_words.hpp"
#include "ui/session/recorded_times.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::timings {
namespace {

std::string number_text(std::int64_t value) {
  return value < 0 ? std::to_string(value) : view::with_commas(static_cast<std::uint64_t>(value));
}

std::string title_of(const lesson::Parameter& parameter) {
  return parameter.title.empty() ? parameter.name : parameter.title;
}

constexpr double kMicroseconds = 1e3;  // in a millisecond

hardware::Spread in_microseconds(const hardware::Spread& time) {
  return {time.median * kMicroseconds, time.min * kMicroseconds, time.max * kMicroseconds};
}

// What is plotted of a run: a counter of the model, its time on the GPU, one that was recorded, or
// a modelled one.
class Figure {
 public:
  explicit Figure(const session::Session& session)
      : session_(session),
        recording_(session::recording_named(session, session.state().tools.sweep.counter)) {
    if (is_recorded() || is_modelled() || named() == view::kGpuTime) return;
    counter_ = view::find_counter(named());
    if (counter_ == nullptr) counter_ = &view::counter_list().front();
  }
  [[nodiscard]] std::string title() const {
    if (is_recorded()) return session::recorded_title(*recording_);
    if (is_modelled()) return tr("Modelled time");
    return is_time() ? tr("Time on the GPU") : counter_->title;
  }
  [[nodiscard]] bool is_withheld() const {
    if (is_recorded() || is_modelled()) return teaching::HiddenAnswer(session_).recorded_times();
    return !is_time() && teaching::HiddenAnswer(session_).compared(counter_->id);
  }
  [[nodiscard]] bool is_share() const { return !is_time() && counter_->is_share; }
  [[nodiscard]] bool is_modelled() const { return named() == view::kModelTime; }
  // Of a GPU, here or where it was recorded, or of a described machine.
  [[nodiscard]] bool is_time() const { return counter_ == nullptr; }
  [[nodiscard]] bool is_recorded() const { return recording_ != nullptr; }
  [[nodiscard]] const hardware::Measurements* recording() const { return recording_; }
  [[nodiscard]] bool more_is_best() const {
    return !is_time() && counter_->better == events::Better::More;
  }
  // In microseconds; nullopt: not measured (yet).
  [[nodiscard]] std::optional<hardware::Spread> time_of(const view::RunNumbers& numbers) const {
    const auto time = session::gpu_time(session_, numbers.run);
    return time ? std::optional(in_microseconds(*time)) : std::nullopt;
  }
  // Nullopt: a time that was not measured (yet), or what is not known (yet).
  [[nodiscard]] std::optional<double> number(const view::RunNumbers& numbers) const {
    if (!is_time()) return counter_->value(numbers);
    const auto time = time_of(numbers);
    return time ? std::optional(time->median) : std::nullopt;
  }
  [[nodiscard]] std::string text(double number) const {
    return is_time() ? session::time_words(number / kMicroseconds)
                     : view::counter_text(*counter_, number);
  }

 private:
  [[nodiscard]] const std::string& named() const { return session_.state().tools.sweep.counter; }

  const session::Session& session_;
  const hardware::Measurements* recording_;
  const view::CounterRowKind* counter_ = nullptr;  // null: a time
};

void add_choices(const session::Session& session, const Figure& figure, TimingsModel& model) {
  const view::Sweep& sweep = session.state().tools.sweep;
  const auto add = [&](std::string counter, std::string words) {
    const bool chosen = counter == sweep.counter;
    model.counters.push_back({std::move(counter), std::move(words), chosen});
  };
  if (session.gpu().there()) {
    add(std::string(view::kGpuTime), tr("Time on the GPU"));
    add(std::string(view::kRoofline), tr("Roofline of this GPU"));
  }
  add(std::string(view::kModelTime), tr("Modelled time"));
  for (const session::Recording& one : session::recordings_here(session)) {
    add(one.counter, session::recorded_title(*one.file));
    if (!one.large.empty())
      add(one.large, say("Time of large sizes, recorded on {}", one.file->device));
    if (!one.roofline.empty()) add(one.roofline, say("Roofline, recorded on {}", one.file->device));
    if (!one.large_roofline.empty())
      add(one.large_roofline, say("Roofline of large sizes, recorded on {}", one.file->device));
  }
  // The chosen one also where it has nothing of the rung on screen.
  if (figure.is_recorded() &&
      std::ranges::find(model.counters, true, &TimingsChoice::chosen) == model.counters.end())
    model.counters.push_back({sweep.counter, figure.title(), true});
  for (const view::CounterRowKind& kind : view::counter_list()) {
    model.counters.push_back({std::string(kind.id), kind.title, kind.id == sweep.counter});
  }
  for (const lesson::Parameter& parameter : session::sweep_parameters(session)) {
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

// What the sweep has of a step by now.
void take_run(const session::Session& session, const Figure& figure, const session::SweepStep& step,
              TimingsModel& model, TimingsPoint& point) {
  point.absent = tr("not there yet");
  const auto& known = session.side().points();
  const auto found = known.find(step.settings);
  if (found == known.end()) return;
  const background::SideTime* timed = session.step_time(step.settings);
  const bool measured =
      !found->second ||
      (figure.is_modelled() ? timed != nullptr : session.gpu().find(found->second->run) != nullptr);
  if (measured || !figure.is_time()) ++model.done;
  if (!found->second) {
    point.absent = tr("it does not run");
    return;
  }
  if (figure.is_modelled()) {
    if (timed != nullptr && timed->time != nullptr) point.number = timed->time->microseconds();
    if (timed != nullptr && timed->time == nullptr)
      point.absent = say("it cannot be timed: {}", timed->problem);
    return;
  }
  point.number = figure.number(*found->second);
  if (figure.is_time()) point.spread = figure.time_of(*found->second).value_or(hardware::Spread{});
}

// What was recorded of a step.
void take_recorded(const hardware::MeasuredPoint* recorded, TimingsModel& model,
                   TimingsPoint& point) {
  point.absent = tr("not measured");
  if (recorded == nullptr) return;
  if (recorded->failure) {
    point.absent = say("it failed: {}", *recorded->failure);
    return;
  }
  ++model.done;
  point.spread = in_microseconds(recorded->milliseconds);
  point.number = point.spread.median;
  if (recorded->compared && !recorded->agrees) model.differs = true;
}

std::string chosen_parameter(const TimingsModel& model) {
  const auto at = std::ranges::find(model.parameters, true, &TimingsChoice::chosen);
  return at == model.parameters.end() ? std::string{} : at->value;
}

void add_points(const session::Session& session, const Figure& figure, TimingsModel& model) {
  // What was recorded is there before any sweep: then also of the parameter that is offered.
  const std::vector<session::SweepStep> steps =
      figure.is_recorded() ? session::sweep_steps(session, chosen_parameter(model))
                           : session::sweep_steps(session);
  for (const session::SweepStep& step : steps) {
    TimingsPoint point;
    point.value = step.value;
    point.label = number_text(step.value);
    point.here = step.here;
    if (figure.is_recorded())
      take_recorded(session::recorded_point(session, *figure.recording(),
                                            session.state().experiment.rung, step.values),
                    model, point);
    else
      take_run(session, figure, step, model, point);
    if (point.number) point.text = figure.text(*point.number);
    model.points.push_back(std::move(point));
  }
  if (figure.is_recorded()) return;
  model.running = session.state().tools.sweep.on && model.done < steps.size();
  if (model.done == 0 && !session.state().tools.sweep.on) model.points.clear();
}

// Beside the times that are measured here, those of the first file that has any of these values.
void add_second_curve(const session::Session& session, TimingsModel& model) {
  const std::vector<session::SweepStep> steps = session::sweep_steps(session);
  for (const session::Recording& one : session::recordings_here(session)) {
    for (std::size_t i = 0; i < model.points.size(); ++i) {
      const auto* recorded = session::recorded_point(
          session, *one.file, session.state().experiment.rung, steps[i].values);
      if (recorded != nullptr && !recorded->failure)
        model.points[i].recorded = in_microseconds(recorded->milliseconds);
    }
    const bool any = std::ranges::any_of(
        model.points, [](const TimingsPoint& point) { return point.recorded.has_value(); });
    if (!any) continue;
    model.legend = say("Your GPU against the recorded one, which is dashed. {}",
                       session::recorded_where(*one.file));
    return;
  }
}

// What the ladder shows of a rung.
std::optional<double> rung_number(const session::Session& session, const Figure& figure,
                                  const lesson::Rung& rung) {
  if (!figure.is_recorded()) {
    const session::LadderEntry* entry = session.ladder(rung.id);
    return entry != nullptr && entry->numbers ? figure.number(*entry->numbers) : std::nullopt;
  }
  const bool is_large = session.state().tools.sweep.counter.starts_with(session::kRecordedLarge);
  const auto* recorded =
      is_large
          ? session::large_point(session, *figure.recording(), rung)
          : session::recorded_point(session, *figure.recording(), rung.id,
                                    session::values_for(rung, session.state().experiment.values));
  if (recorded == nullptr || recorded->failure) return std::nullopt;
  return in_microseconds(recorded->milliseconds).median;
}

// Side by side where the longest bar would leave others a pixel or two: by the logarithm then, from
// half the least value on.
void scale_bars(TimingsModel& model, const std::vector<double>& values, double largest) {
  constexpr double kFarApart = 50.0;
  double least = largest;
  for (const double value : values)
    if (value > 0.0) least = std::min(least, value);
  if (largest <= 0.0) return;
  model.logarithmic = largest / least > kFarApart;
  const double from = least / 2.0;
  const auto share = [&](double value) {
    if (!model.logarithmic) return value / largest;
    return value > from ? std::log(value / from) / std::log(largest / from) : 0.0;
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] <= 0.0) continue;
    model.bars[i].share = share(values[i]);
    model.bars[i].floor = share(std::min(model.floor, values[i]));
  }
}

void add_bars(const session::Session& session, const Figure& figure, TimingsModel& model) {
  const lesson::Lesson* lesson = session.lesson();
  if (lesson == nullptr) return;
  double largest = 0.0;
  std::vector<double> values;
  for (const lesson::Rung& rung : lesson->rungs) {
    TimingsBar bar{rung.id, rung.title, "–", 0.0, rung.id == session.state().experiment.rung,
                   false,   {}};
    double value = 0.0;
    if (const auto number = rung_number(session, figure, rung)) {
      bar.there = true;
      value = *number;
      bar.text = figure.text(value);
    } else {
      bar.absent = figure.is_recorded()
                       ? say("{}: not recorded with these values.", bar.title)
                       : say("{}: not run yet, or it does not run with these values.", bar.title);
    }
    largest = std::max(largest, value);
    values.push_back(value);
    model.bars.push_back(std::move(bar));
  }
  scale_bars(model, values, largest);
}

std::string sentence_of(const Figure& figure, const TimingsModel& model) {
  std::vector<const TimingsPoint*> there;
  const TimingsPoint* here = nullptr;
  for (const TimingsPoint& point : model.points) {
    if (!point.number) continue;
    there.push_back(&point);
    if (point.here) here = &point;
  }
  if (there.empty())
    return figure.is_recorded() ? tr("Nothing was recorded with these values.") : std::string{};
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

// Of the GPU here, and of recorded ones.
std::string device_sentences(const session::Session& session, const Figure& figure,
                             const TimingsModel& model) {
  if (figure.is_modelled()) return modelled_where(session);
  if (figure.is_recorded()) {
    const hardware::Measurements& file = *figure.recording();
    std::string text = session::recorded_where(file);
    const bool large = session.state().tools.sweep.counter.starts_with(session::kLargeRoofline);
    if (!model.is_large && !large) text += session::recorded_circumstances(session, file);
    if (!model.roofline) text += session::floor_words(file);
    if (model.differs) text += tr(" Results were not the model's at some of these values.");
    return text;
  }
  std::string text = session::gpu_sentences(session);
  const std::vector<session::Recording> recorded = session::recordings_here(session);
  if (!session.gpu().there() && !recorded.empty())
    text +=
        say(" Times that were recorded on {} can be chosen above.", recorded.front().file->device);
  return text;
}

// The lesson's question may ask for the sectors that a point's place is made of.
bool is_roofline_withheld(const session::Session& session) {
  const teaching::HiddenAnswer withheld(session);
  const bool recorded =
      session::recording_named(session, session.state().tools.sweep.counter) != nullptr;
  return (recorded && withheld.recorded_times()) || withheld.compared("global.load.sectors") ||
         withheld.compared("global.store.sectors") || withheld.compared("global.atomic.sectors");
}

// The ladder, by the rates of the points; a title begins with its point's number.
void add_rates(const session::Session& session, TimingsModel& model) {
  if (session.lesson() == nullptr) return;
  const std::vector<figures::RooflinePoint>& points = model.roofline->points;
  double largest = 0.0;
  for (const figures::RooflinePoint& point : points) largest = std::max(largest, point.rate.median);
  std::size_t number = 0;
  for (const lesson::Rung& rung : session.lesson()->rungs) {
    TimingsBar bar{rung.id, fmt::format("{}  {}", ++number, rung.title), "–", 0.0, false, false,
                   {}};
    bar.here = rung.id == session.state().experiment.rung;
    const auto point = std::ranges::find(points, rung.id, &figures::RooflinePoint::id);
    bar.there = point != points.end();
    if (bar.there) {
      bar.text = figures::rate_words(point->rate.median);
      bar.share = point->rate.median / largest;
    } else {
      bar.absent = figures::why_no_point(session, rung);
    }
    model.bars.push_back(std::move(bar));
  }
}

TimingsModel roofline_timings(const session::Session& session) {
  TimingsModel model;
  const Figure figure(session);
  model.title = tr("Floating-point operations a second");
  model.is_recorded = figure.is_recorded();
  add_choices(session, figure, model);
  model.parameters.clear();
  model.parameter.clear();
  model.roofline.emplace();
  model.withheld = is_roofline_withheld(session);
  if (model.withheld) {
    model.sentence = tr(teaching::kHiddenAnswerWords);
  } else {
    model.roofline = figures::roofline_model(session);
    if (model.roofline->copy > 0.0) add_rates(session, model);
    model.sentence = model.roofline->sentence;
    model.legend = model.roofline->counted;
  }
  model.device = device_sentences(session, figure, model);
  return model;
}

TimingsModel large_timings(const session::Session& session) {
  TimingsModel model;
  const Figure figure(session);
  model.is_time = model.is_recorded = model.is_large = true;
  model.title = say("Time of large sizes, recorded on {}", figure.recording()->device);
  add_choices(session, figure, model);
  model.parameters.clear();
  model.parameter.clear();
  model.floor = figure.recording()->floor_milliseconds() * kMicroseconds;
  model.withheld = figure.is_withheld();
  if (!model.withheld) add_bars(session, figure, model);
  const bool any = std::ranges::any_of(model.bars, &TimingsBar::there);
  if (model.withheld)
    model.sentence = tr(teaching::kHiddenAnswerWords);
  else if (any && session.rung() != nullptr)
    model.sentence =
        say("Sizes that fill the GPU, too many for the model, which did not check the "
            "results. Here: {}.",
            session::values_words(*session.rung(), lesson::large_values(*session.rung())));
  else
    model.sentence = tr("Nothing was recorded with large sizes.");
  model.device = device_sentences(session, figure, model);
  return model;
}

}  // namespace

namespace {

// Beside bars, and the points of a sweep where there is one.
void add_modelled(const session::Session& session, const Figure& figure, TimingsModel& model) {
  model.is_modelled = true;
  model.has_no_time = !session.state().tools.time.on || figures::keeps_time_back(session);
  if (model.has_no_time) return;
  add_points(session, figure, model);
  add_modelled_bars(session, model);
  const std::string swept = sentence_of(figure, model);
  if (!swept.empty()) model.sentence = swept + (model.sentence.empty() ? "" : " ") + model.sentence;
}

}  // namespace

std::optional<TimingsModel> timings_model(const session::Session& session) {
  if (session.run() == nullptr) return std::nullopt;
  const std::string& counter = session.state().tools.sweep.counter;
  if (figures::is_roofline(counter)) return roofline_timings(session);
  if (counter.starts_with(session::kRecordedLarge) &&
      session::recording_named(session, counter) != nullptr)
    return large_timings(session);
  TimingsModel model;
  const Figure figure(session);
  model.title = figure.title();
  model.is_share = figure.is_share();
  model.is_time = figure.is_time();
  model.is_recorded = figure.is_recorded();
  if (figure.is_recorded()) model.floor = figure.recording()->floor_milliseconds() * kMicroseconds;
  add_choices(session, figure, model);
  model.withheld = figure.is_withheld();
  if (model.withheld) {
    model.sentence = tr(teaching::kHiddenAnswerWords);
  } else if (figure.is_modelled()) {
    add_modelled(session, figure, model);
  } else {
    add_points(session, figure, model);
    if (model.is_time && !model.is_recorded) add_second_curve(session, model);
    add_bars(session, figure, model);
    model.sentence = sentence_of(figure, model);
  }
  model.device = device_sentences(session, figure, model);
  return model;
}

}  // namespace lanescope::ui::panels::timings
