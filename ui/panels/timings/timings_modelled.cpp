#include "ui/panels/timings/timings_modelled.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lab/hardware/time_error.hpp"
#include "ui/session/experiment_maker.hpp"
#include "ui/session/gpu_words.hpp"
#include "ui/session/recorded_times.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::timings {
namespace {

constexpr double kMilli = 1e-3;  // of a microsecond: a millisecond

std::string time_text(double microseconds) { return session::time_words(microseconds * kMilli); }

// A GPU's time of a rung, in microseconds.
struct Measured {
  double time = 0.0;
  std::string legend;  // "measured on NVIDIA H200"
  bool warm = true;    // with a warm L2
};

std::optional<Measured> measured_here(const session::Session& session,
                                      const session::LadderEntry* entry,
                                      const std::string& machine) {
  if (entry == nullptr || !entry->numbers) return std::nullopt;
  const std::uint64_t run = entry->numbers->run;
  const hardware::GpuReport* report = session.gpu().find(run);
  const auto* ran = report == nullptr ? nullptr : std::get_if<hardware::GpuRun>(report);
  const auto time = session::gpu_time(session, run);
  if (ran == nullptr || !time || ran->device.name != machine) return std::nullopt;
  return Measured{time->median / kMilli, say("measured on {}", machine),
                  ran->times.l2 == ports::device::GpuTimes::L2::Warm};
}

// Only of the GPU that the machine describes.
std::optional<Measured> measured_of(const session::Session& session, const lesson::Rung& rung,
                                    const std::string& machine) {
  if (auto here = measured_here(session, session.ladder(rung.id), machine)) return here;
  for (const hardware::Measurements& file : session.measurements()) {
    if (file.device != machine) continue;
    const auto* point = session::recorded_point(
        session, file, rung.id, session::values_for(rung, session.state().experiment.values));
    if (point == nullptr || point->failure) continue;
    return Measured{point->milliseconds.median / kMilli, say("recorded on {}", machine),
                    point->l2 == ports::device::GpuTimes::L2::Warm};
  }
  return std::nullopt;
}

// A rung's bar in microseconds; 0: not known.
struct Times {
  double modelled = 0.0, error = 0.0;  // a share of `modelled`
  double measured = 0.0;
};

double error_of(const session::Session& session, const run::ModelTime& time) {
  const hardware::TimeErrors* errors = session.time_errors(time.machine.name);
  if (errors == nullptr || time.launches.empty()) return 0.0;
  const double cycles = time.cycles() / static_cast<double>(time.launches.size());
  return errors->of(session.state().experiment.lesson, cycles).percent / 100.0;
}

TimingsBar bar_of(const session::Session& session, const lesson::Rung& rung, Times& times) {
  TimingsBar bar;
  bar.id = rung.id;
  bar.title = rung.title;
  bar.text = "–";
  bar.here = rung.id == session.state().experiment.rung;
  const background::SideTime* known = session.rung_time(rung.id);
  if (known == nullptr) {
    const session::LadderEntry* entry = session.ladder(rung.id);
    bar.absent = entry == nullptr || entry->numbers
                     ? say("{}: not timed yet.", bar.title)
                     : say("{}: it does not run with these values.", bar.title);
    return bar;
  }
  if (known->time == nullptr) {
    bar.absent = say("{}: it cannot be timed: {}.", bar.title, known->problem);
    return bar;
  }
  times.modelled = known->time->microseconds();
  times.error = error_of(session, *known->time);
  bar.there = true;
  bar.text = time_text(times.modelled);
  return bar;
}

void add_measured(const std::optional<Measured>& measured, Times& times, TimingsBar& bar) {
  if (!measured) return;
  times.measured = measured->time;
  bar.beside_text = time_text(measured->time);
  bar.beside_words = say("{}: {}", measured->legend, bar.beside_text);
}

void scale(const std::vector<Times>& times, TimingsModel& model) {
  double largest = 0.0;
  for (const Times& one : times)
    largest = std::max({largest, one.modelled * (1.0 + one.error), one.measured});
  if (largest <= 0.0) return;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Times& one = times[i];
    TimingsBar& bar = model.bars[i];
    bar.share = one.modelled / largest;
    if (one.error > 0.0) {
      bar.least = one.modelled * std::max(0.0, 1.0 - one.error) / largest;
      bar.most = one.modelled * (1.0 + one.error) / largest;
    }
    bar.beside = one.measured / largest;
  }
}

// How many pairs of rungs are in the measured order, of all that are not as long as each other.
struct Order {
  std::size_t kept = 0, all = 0;
};
Order order_of(const std::vector<Times>& both) {
  Order order;
  for (std::size_t i = 0; i < both.size(); ++i)
    for (std::size_t j = i + 1; j < both.size(); ++j) {
      if (both[i].measured == both[j].measured) continue;
      ++order.all;
      const bool less = both[i].measured < both[j].measured;
      if ((both[i].modelled < both[j].modelled) == less) ++order.kept;
    }
  return order;
}

std::string sentence_of(const std::vector<Times>& times) {
  std::vector<Times> both;
  std::ranges::copy_if(times, std::back_inserter(both),
                       [](const Times& one) { return one.modelled > 0.0 && one.measured > 0.0; });
  if (both.size() < 2) return {};
  double error = 0.0;
  for (const Times& one : both) error += std::abs(one.modelled / one.measured - 1.0);
  const std::string mean =
      fmt::format("{:.0f} %", 100.0 * error / static_cast<double>(both.size()));
  const Order order = order_of(both);
  if (order.kept == order.all)
    return say("The model keeps the order of all {} rungs; it is off by {} on average.",
               both.size(), mean);
  return say(
      "Of {} pairs of rungs the model has {} in the measured order; it is off by {} on "
      "average.",
      order.all, order.kept, mean);
}

std::string legend_of(const std::optional<Measured>& measured, bool any_error, bool warm) {
  std::string text =
      any_error ? tr("Above: modelled, with its mean error as a line.") : tr("Above: modelled.");
  if (!measured) return text;
  text += say(" Below: {}.", measured->legend);
  if (measured->warm == warm) return text;
  return text + (measured->warm ? tr(" That was with a warm L2: What if can have that too.")
                                : tr(" That was with a cold L2: What if can have that too."));
}

}  // namespace

void add_modelled_bars(const session::Session& session, TimingsModel& model) {
  const lesson::Lesson* lesson = session.lesson();
  const view::TimeView& time = session.state().tools.time;
  const auto machine = timing::machine(time.machine);
  if (lesson == nullptr || !machine) return;
  std::vector<Times> times;
  std::optional<Measured> any;
  for (const lesson::Rung& rung : lesson->rungs) {
    Times one;
    TimingsBar bar = bar_of(session, rung, one);
    const auto measured = measured_of(session, rung, machine->title);
    add_measured(measured, one, bar);
    if (measured) any = measured;
    times.push_back(one);
    model.bars.push_back(std::move(bar));
  }
  scale(times, model);
  const bool any_error =
      std::ranges::any_of(times, [](const Times& one) { return one.error > 0.0; });
  model.sentence = sentence_of(times);
  model.legend = legend_of(any, any_error, time.warm);
}

std::string modelled_where(const session::Session& session) {
  const view::TimeView& time = session.state().tools.time;
  const auto machine = timing::machine(time.machine);
  if (!machine) return {};
  std::string text =
      time.warm
          ? say("Modelled on {}, with a warm L2, the launch's own time in it.", machine->title)
          : say("Modelled on {}, with cold caches, the launch's own time in it.", machine->title);
  if (!machine->measured) text += tr(" That machine is made up: nothing was measured on one.");
  return text;
}

}  // namespace lanescope::ui::panels::timings
