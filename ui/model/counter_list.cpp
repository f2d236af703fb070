#include "ui/model/counter_list.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ui/model/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {
namespace {

double real(std::uint64_t number) { return static_cast<double>(number); }

template <typename Group, typename Field>
double sum(const Group& a, const Group& b, const Group& c, Field field) {
  return real(a.*field + b.*field + c.*field);
}

double shared_wavefronts(const RunNumbers& n) {
  const auto& c = n.counters;
  return sum(c.shared_load, c.shared_store, c.shared_atomic, &events::BankCounters::wavefronts);
}
double bank_conflicts(const RunNumbers& n) {
  const auto& c = n.counters;
  return sum(c.shared_load, c.shared_store, c.shared_atomic, &events::BankCounters::bank_conflicts);
}

constexpr CounterRowKind kCounters[] = {
    {"warp_instructions", mark("Warp instructions"), Better::Fewer, false,
     [](const RunNumbers& n) { return real(n.counters.warp_instructions); },
     mark("Instructions of the PTX that a warp issued.")},
    {"simt_efficiency", mark("SIMT efficiency"), Better::More, true,
     [](const RunNumbers& n) { return n.counters.simt_efficiency(n.warp_size); },
     mark("Thread instructions divided by warp instructions times the warp size.")},
    {"divergent_branches", mark("Divergent branches"), Better::Fewer, false,
     [](const RunNumbers& n) { return real(n.counters.divergent_branches); },
     mark("Branches at which active lanes of a warp went different ways, at PTX level.")},
    {"barriers", mark("Barriers"), Better::Fewer, false,
     [](const RunNumbers& n) { return real(n.counters.barriers); },
     mark("Barrier instructions, executed by a warp.")},
    {"launches", mark("Launches"), Better::Neither, false,
     [](const RunNumbers& n) { return real(n.launches); },
     mark("Kernel launches, one after the other.")},
    {"global.load.sectors", mark("Global load sectors"), Better::Fewer, false,
     [](const RunNumbers& n) { return real(n.counters.global_load.sectors); },
     mark("Sectors of 32 aligned bytes that requests touch.")},
    {"global.store.sectors", mark("Global store sectors"), Better::Fewer, false,
     [](const RunNumbers& n) { return real(n.counters.global_store.sectors); },
     mark("Sectors of 32 aligned bytes that requests touch.")},
    {"global.atomic.sectors", mark("Global atomic sectors"), Better::Fewer, false,
     [](const RunNumbers& n) { return real(n.counters.global_atomic.sectors); },
     mark("Sectors of 32 aligned bytes that requests touch.")},
    {"shared.wavefronts", mark("Shared wavefronts"), Better::Fewer, false, shared_wavefronts,
     mark("Passes of the shared-memory pipeline, loads, stores and atomics together.")},
    {"shared.bank_conflicts", mark("Bank conflicts"), Better::Fewer, false, bank_conflicts,
     mark("Wavefronts beyond the first of each group of lanes that is served together.")},
    {"occupancy", mark("Occupancy"), Better::More, true,
     [](const RunNumbers& n) { return n.occupancy; },
     mark("Warps that fit on an SM at a time, of those that it could hold.")},
};

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

RunNumbers numbers_of(const lab::ModelRun& run) {
  RunNumbers out{run.id,
                 run.counters(),
                 run.plan().options.warp_size,
                 0.0,
                 run.plan().launches.size(),
                 lab::arithmetic_of(run)};
  if (!run.prepared->occupancy.empty()) out.occupancy = run.prepared->occupancy.front().theoretical;
  return out;
}

std::span<const CounterRowKind> counter_list() { return kCounters; }

const CounterRowKind* find_counter(std::string_view id) {
  const auto found = std::ranges::find(kCounters, id, &CounterRowKind::id);
  return found == std::end(kCounters) ? nullptr : &*found;
}

std::string counter_text(const CounterRowKind& counter, double value) {
  return counter.is_share ? percent(value) : plain_number(value);
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

}  // namespace lanescope::ui
