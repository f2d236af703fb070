#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lab/run/arithmetic.hpp"
#include "lab/run/run_model.hpp"
#include "sim/events/counter_table.hpp"

namespace lanescope::ui::view {

// What one run is compared by: its counters, and what its launches look like.
struct RunNumbers {
  std::uint64_t run = 0;  // ModelRun::id
  events::Counters counters;
  int warp_size = 32;
  // Theoretical, of the first launch; not known before its machine code is.
  std::optional<double> occupancy;
  std::uint64_t launches = 0;
  run::Arithmetic arithmetic;
};
[[nodiscard]] RunNumbers numbers_of(const run::ModelRun& run);

// "Global load sectors"
[[nodiscard]] std::string counter_title(const events::CounterInfo& counter);

using events::Better;
// The counters that runs are compared by, in the order of the tables.
struct CounterRowKind {
  std::string_view id;  // "shared.wavefronts"
  std::string title;    // "Shared wavefronts"
  std::string rule;
  Better better = Better::Fewer;
  bool is_share = false;  // 0…1, written as percent
  // Null: the model's counters of this name, added up.
  std::optional<double> (*derived)(const RunNumbers&) = nullptr;

  // Nullopt: not known (yet).
  [[nodiscard]] std::optional<double> value(const RunNumbers& numbers) const;
};
[[nodiscard]] std::span<const CounterRowKind> counter_list();
[[nodiscard]] const CounterRowKind* find_counter(std::string_view id);
// "8,192", "75 %"; "–" where it is not known.
[[nodiscard]] std::string counter_text(const CounterRowKind& counter, std::optional<double> value);

// How b compares with a: "3.2 × fewer", "better".
struct CounterChange {
  std::string difference;  // "−8,192", "+12 points"; "0"
  std::string ratio;       // "3.2 × fewer", "2 × more", "none left"; empty: equal
  std::string word;        // "better", "worse", "equal"; empty: neither is better
  int verdict = 0;         // 1: b is better, -1: a is
};
[[nodiscard]] CounterChange change_of(const CounterRowKind& counter, double a, double b);

}  // namespace lanescope::ui::view
