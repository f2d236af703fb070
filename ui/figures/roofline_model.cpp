#include "ui/figures/roofline_model.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/rung_numbers.hpp"
#include "sim/events/memory_units.hpp"
#include "ui/session/experiment_maker.hpp"
#include "ui/session/gpu_words.hpp"
#include "ui/session/recorded_times.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures {
namespace {

constexpr auto kSector = static_cast<double>(events::kSectorBytes);

double real(std::uint64_t number) { return static_cast<double>(number); }

const hardware::Measurements* recording(const session::Session& session) {
  return session::recording_named(session, session.state().tools.sweep.counter);
}

// Null: there is none (yet).
const hardware::Survey* survey_of(const session::Session& session) {
  if (const hardware::Measurements* file = recording(session); file != nullptr)
    return file->survey ? &*file->survey : nullptr;
  const auto& measured = session.gpu().survey();
  return measured ? std::get_if<hardware::Survey>(&*measured) : nullptr;
}

bool is_large(const session::Session& session) {
  return session.state().tools.sweep.counter.starts_with(session::kLargeRoofline);
}

// What a run does: counted by the model, or by a rung's formulas.
struct Done {
  double operations = 0.0, bytes = 0.0;
  bool doubles = false;
};

Done counted(const view::RunNumbers& numbers) {
  const events::Counters& c = numbers.counters;
  return {real(numbers.arithmetic.f32) + real(numbers.arithmetic.f64),
          kSector * real(c.global_load.sectors + c.global_store.sectors + c.global_atomic.sectors),
          numbers.arithmetic.f64 > numbers.arithmetic.f32};
}

// What a rung gave on the model.
std::optional<view::RunNumbers> numbers_of_rung(const session::Session& session,
                                                const lesson::Rung& rung) {
  const session::LadderEntry* entry = session.ladder(rung.id);
  return entry == nullptr ? std::nullopt : entry->numbers;
}

std::optional<Done> done_by(const session::Session& session, const lesson::Rung& rung) {
  const auto numbers = numbers_of_rung(session, rung);
  if (!is_large(session)) return numbers ? std::optional(counted(*numbers)) : std::nullopt;
  const auto stated = lesson::roofline_numbers(rung, lesson::large_values(rung));
  if (!stated) return std::nullopt;
  return Done{stated->operations, stated->bytes, numbers && counted(*numbers).doubles};
}

// In milliseconds.
std::optional<hardware::Spread> time_of(const session::Session& session, const lesson::Rung& rung) {
  const hardware::Measurements* file = recording(session);
  if (file == nullptr) {
    const auto numbers = numbers_of_rung(session, rung);
    return numbers ? session::gpu_time(session, numbers->run) : std::nullopt;
  }
  const auto* recorded =
      is_large(session)
          ? session::large_point(session, *file, rung)
          : session::recorded_point(session, *file, rung.id,
                                    session::values_for(rung, session.state().experiment.values));
  if (recorded == nullptr || recorded->failure) return std::nullopt;
  return recorded->milliseconds;
}

std::optional<RooflinePoint> point_of(const Done& done,
                                      const std::optional<hardware::Spread>& time) {
  if (!time || time->min <= 0.0 || done.operations == 0.0 || done.bytes == 0.0) return std::nullopt;
  constexpr double kMillisecondsToGiga = 1e-6;  // operations a millisecond, in 10^9 a second
  const double giga = done.operations * kMillisecondsToGiga;
  RooflinePoint point;
  point.intensity = done.operations / done.bytes;
  point.rate = {giga / time->median, giga / time->max, giga / time->min};
  point.doubles = done.doubles;
  return point;
}

void add_rungs(const session::Session& session, const lesson::Lesson& lesson,
               RooflineModel& model) {
  std::size_t number = 0;
  for (const lesson::Rung& rung : lesson.rungs) {
    ++number;
    const auto done = done_by(session, rung);
    if (!done) continue;
    auto point = point_of(*done, time_of(session, rung));
    if (!point) continue;
    point->id = rung.id;
    point->title = rung.title;
    point->number = number;
    point->here = rung.id == session.state().experiment.rung;
    model.points.push_back(std::move(*point));
  }
}

void add_run_on_screen(const session::Session& session, RooflineModel& model) {
  if (recording(session) != nullptr) return;  // of lessons alone
  const view::RunNumbers numbers = view::numbers_of(*session.run());
  auto point = point_of(counted(numbers), session::gpu_time(session, numbers.run));
  if (!point) return;
  point->title = tr("The run on screen");
  point->number = 1;
  point->here = true;
  model.points.push_back(std::move(*point));
}

// Some room around what is drawn; the roof's bend is always seen.
void set_ranges(RooflineModel& model) {
  const double bend = model.f32 / model.copy;
  model.intensities = {bend / 16.0, bend * 8.0};
  model.rates = {model.f32 / 256.0, model.f32 * 4.0};
  for (const RooflinePoint& point : model.points) {
    model.intensities.min = std::min(model.intensities.min, point.intensity / 2.0);
    model.intensities.max = std::max(model.intensities.max, point.intensity * 2.0);
    model.rates.min = std::min(model.rates.min, point.rate.min / 2.0);
    model.rates.max = std::max(model.rates.max, point.rate.max * 2.0);
  }
}

std::string why_no_peaks(const session::Session& session) {
  if (const hardware::Measurements* file = recording(session); file != nullptr)
    return say("Of {} no peaks were recorded.", file->device);
  const auto& measured = session.gpu().survey();
  if (!measured) return tr("The GPU's peaks are being measured.");
  const auto* failed = std::get_if<ports::device::GpuFailure>(&*measured);
  return failed != nullptr ? say("The GPU's peaks are not measured: {}.", failed->error.message)
                           : tr("The GPU is too small for its peaks to be measured.");
}

std::string roofs(const RooflineModel& model) {
  std::string text =
      say("Measured peaks: copies within the GPU's memory reach {}, f32 arithmetic {}.",
          bandwidth_words(model.copy), rate_words(model.f32));
  if (model.any_doubles) text += say(" f64 arithmetic reaches {}.", rate_words(model.f64));
  return text;
}

std::string of_here(const RooflineModel& model) {
  const auto here = std::ranges::find(model.points, true, &RooflinePoint::here);
  if (here == model.points.end()) return {};
  const double roof = model.roof(here->intensity, here->doubles);
  const std::string text =
      say(" Here: {:.3g} operations a byte, {}", here->intensity, rate_words(here->rate.median));
  if (here->rate.median > roof)
    return text +
           say(", more than memory alone would allow ({}): caches served it.", rate_words(roof));
  return text + say(", {} of the {} that the roof allows there.",
                    view::percent(here->rate.median / roof), rate_words(roof));
}

std::string without_place(const session::Session& session, const RooflineModel& model) {
  if (session.lesson() == nullptr)
    return model.points.empty() ? tr(" The run on screen does no floating-point arithmetic, or has "
                                     "no time.")
                                : "";
  const std::size_t all = session.lesson()->rungs.size(), absent = all - model.points.size();
  if (absent == 0) return {};
  return say(
      " {} of {} rungs have no place here: they do no floating-point arithmetic, or have no "
      "time.",
      absent, all);
}

}  // namespace

double RooflineModel::roof(double intensity, bool doubles) const {
  return std::min(copy * intensity, doubles && f64 > 0.0 ? f64 : f32);
}

bool is_roofline(std::string_view counter) {
  return counter == view::kRoofline || counter.starts_with(view::kRecordedRoofline) ||
         counter.starts_with(session::kLargeRoofline);
}

RooflineModel roofline_model(const session::Session& session) {
  RooflineModel model;
  const hardware::Survey* survey = survey_of(session);
  if (survey == nullptr || survey->copy.median <= 0.0 || survey->f32.median <= 0.0) {
    model.sentence = why_no_peaks(session);
    return model;
  }
  model.copy = survey->copy.median;
  model.f32 = survey->f32.median;
  model.f64 = survey->f64.median;
  if (session.lesson() != nullptr)
    add_rungs(session, *session.lesson(), model);
  else
    add_run_on_screen(session, model);
  model.any_doubles = model.f64 > 0.0 && std::ranges::any_of(model.points, &RooflinePoint::doubles);
  set_ranges(model);
  model.sentence = roofs(model) + of_here(model) + without_place(session, model);
  model.counted = tr(
      "Operations are f32 and f64 additions and multiplications, a fused multiply-add being two, "
      "as the model executes them. Bytes are 32 for each sector that global loads, stores and "
      "atomics ask for, before any cache.");
  if (is_large(session))
    model.counted +=
        tr(" Of sizes that fill the GPU, too many for the model, both are formulas, "
           "which give what the model counts at its sizes.");
  return model;
}

std::string why_no_point(const session::Session& session, const lesson::Rung& rung) {
  const auto done = done_by(session, rung);
  if (!done)
    return is_large(session)
               ? say("{}: the lesson states no formulas for its large size.", rung.title)
               : say("{}: not run yet, or it does not run with these values.", rung.title);
  if (done->operations == 0.0)
    return say("{}: no floating-point arithmetic, so it has no place under the roof.", rung.title);
  if (done->bytes == 0.0) return say("{}: it asks global memory for nothing.", rung.title);
  return recording(session) != nullptr
             ? say("{}: not recorded with these values.", rung.title)
             : say("{}: the GPU has not run it yet, or it failed.", rung.title);
}

std::string rate_words(double gflop_per_s) {
  constexpr double kTera = 1e3;
  return gflop_per_s < kTera ? fmt::format("{:.3g} GFLOP/s", gflop_per_s)
                             : fmt::format("{:.3g} TFLOP/s", gflop_per_s / kTera);
}

std::string bandwidth_words(double gb_per_s) {
  constexpr double kGroups = 1e3;
  return gb_per_s < kGroups
             ? fmt::format("{:.3g} GB/s", gb_per_s)
             : fmt::format("{} GB/s",
                           view::with_commas(static_cast<std::uint64_t>(std::llround(gb_per_s))));
}

}  // namespace lanescope::ui::figures
