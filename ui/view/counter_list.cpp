#include "ui/view/counter_list.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::view {
namespace {

double real(std::uint64_t number) { return static_cast<double>(number); }

// `title`: of several counters together; else it is the counter's own.
CounterRowKind counted(std::string_view name, const char* title = "") {
  const events::CounterInfo& counter = *events::find_counters(name).front();
  return {name, *title == '\0' ? counter_title(counter) : tr(title), tr(counter.meaning),
          counter.better};
}

std::vector<CounterRowKind> made() {
  return {
      counted("warp_instructions"),
      {"simt_efficiency", tr("SIMT efficiency"),
       tr("Thread instructions divided by warp instructions times the warp size."), Better::More,
       true,
       [](const RunNumbers& n) { return std::optional(n.counters.simt_efficiency(n.warp_size)); }},
      counted("divergent_branches"),
      counted("barriers"),
      {"launches", tr("Launches"), tr("Kernel launches, one after the other."), Better::Neither,
       false, [](const RunNumbers& n) { return std::optional(real(n.launches)); }},
      counted("global.load.sectors"),
      counted("global.store.sectors"),
      counted("global.atomic.sectors"),
      counted("shared.wavefronts", mark("Shared wavefronts")),
      counted("shared.bank_conflicts", mark("Bank conflicts")),
      {"occupancy", tr("Occupancy"),
       tr("Warps that fit on an SM at a time, of those that it could hold."), Better::More, true,
       [](const RunNumbers& n) { return n.occupancy; }},
  };
}

std::string plain_number(double number) {
  return with_commas(static_cast<std::uint64_t>(std::llround(std::abs(number))));
}

std::string times(double factor) {
  return factor < 9.95
             ? fmt::format("{:.1f} ×", factor)
             : fmt::format("{} ×", with_commas(static_cast<std::uint64_t>(std::llround(factor))));
}

std::string ratio_words(double a, double b) {
  if (a <= 0.0) return tr("A has none");
  if (b <= 0.0) return tr("none left");
  const double factor = b < a ? a / b : b / a;
  if (factor < 1.05) return b < a ? tr("slightly fewer") : tr("slightly more");
  return b < a ? say("{} fewer", times(factor)) : say("{} more", times(factor));
}

}  // namespace

RunNumbers numbers_of(const run::ModelRun& run) {
  RunNumbers out{run.id,
                 run.counters(),
                 run.plan().options.warp_size,
                 std::nullopt,
                 run.plan().launches.size(),
                 run::arithmetic_of(run)};
  if (!run.prepared->occupancy.empty()) out.occupancy = run.prepared->occupancy.front().theoretical;
  return out;
}

std::string counter_title(const events::CounterInfo& counter) {
  const std::string group = tr(counter.group_title);
  return words::format(counter.title, fmt::make_format_args(group));
}

std::optional<double> CounterRowKind::value(const RunNumbers& numbers) const {
  return derived != nullptr ? derived(numbers) : real(events::sum_of(numbers.counters, id));
}

std::span<const CounterRowKind> counter_list() {
  static const std::vector<CounterRowKind> kCounters = made();
  return kCounters;
}

const CounterRowKind* find_counter(std::string_view id) {
  const auto found = std::ranges::find(counter_list(), id, &CounterRowKind::id);
  return found == counter_list().end() ? nullptr : &*found;
}

std::string counter_text(const CounterRowKind& counter, std::optional<double> value) {
  if (!value) return "–";
  return counter.is_share ? percent(*value) : plain_number(*value);
}

CounterChange change_of(const CounterRowKind& counter, double a, double b) {
  CounterChange change;
  const double by = b - a;
  const double least = counter.is_share ? 0.0005 : 0.5;
  if (std::abs(by) < least)
    return {"0", "", counter.better == Better::Neither ? "" : tr("equal"), 0};
  const char* sign = by < 0 ? "−" : "+";
  if (counter.is_share) {
    change.difference = say("{}{:.1f} points", sign, std::abs(by) * 100.0);
    change.ratio = by < 0 ? say("{:.1f} points less", std::abs(by) * 100.0)
                          : say("{:.1f} points more", std::abs(by) * 100.0);
  } else {
    change.difference = sign + plain_number(by);
    change.ratio = ratio_words(a, b);
  }
  if (counter.better == Better::Neither) return change;
  change.verdict = (by > 0) == (counter.better == Better::More) ? 1 : -1;
  change.word = change.verdict > 0 ? tr("better") : tr("worse");
  return change;
}

}  // namespace lanescope::ui::view
