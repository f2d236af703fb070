#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lab/arithmetic.hpp"
#include "lab/run.hpp"
#include "ui/model/shown_text.hpp"

namespace lanescope::ui {

// What one run is compared by: its counters, and what its launches look like.
struct RunNumbers {
  std::uint64_t run = 0;  // ModelRun::id
  events::Counters counters;
  int warp_size = 32;
  double occupancy = 0.0;  // theoretical, of the first launch
  std::uint64_t launches = 0;
  lab::Arithmetic arithmetic;
};
[[nodiscard]] RunNumbers numbers_of(const lab::ModelRun& run);

// The counters that runs are compared by, in the order of the tables.
enum class Better : std::uint8_t { Fewer, More, Neither };
struct CounterRowKind {
  std::string_view id;     // "shared.wavefronts"
  std::string_view title;  // "Shared wavefronts": English, as rule; shown by shown_text
  Better better = Better::Fewer;
  bool is_share = false;  // 0…1, written as percent
  double (*value)(const RunNumbers&);
  std::string_view rule;
};
[[nodiscard]] std::span<const CounterRowKind> counter_list();
[[nodiscard]] const CounterRowKind* find_counter(std::string_view id);
[[nodiscard]] std::string counter_text(const CounterRowKind& counter, double value);

// How b compares with a: "3.2 × fewer", "better".
struct CounterChange {
  std::string difference;  // "−8,192", "+12 points"; "0"
  std::string ratio;       // "3.2 × fewer", "2 × more", "none left"; empty: equal
  std::string word;        // "better", "worse", "equal"; empty: neither is better
  int verdict = 0;         // 1: b is better, -1: a is
};
[[nodiscard]] CounterChange change_of(const CounterRowKind& counter, double a, double b);

}  // namespace lanescope::ui
