#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "sim/base/result.hpp"

// How far modelled times are from measured ones. A file:
//   {"version": 1, "machine": "h200", "device": "NVIDIA H200", "driver": "580.159.04",
//    "date": "2026-11-27",
//    "overall": {"long": {"launches": 480, "percent": 13.1}, "short": {"launches": 600,
//    "percent": 9.0}}, "lessons": {"reduction": {"long": {…}, "short": {…}}, …}}
// VALIDATION.md, "Modelled time", tells where the figures come from; tests/hardware/validation.py
// writes both.
namespace lanescope::hardware {

// Launches of more cycles are long: what a launch takes by itself is less than a third of them.
inline constexpr double kLongCycles = 10'000;

struct TimeError {
  std::uint64_t launches = 0;  // that were compared
  double percent = 0;          // the mean of their absolute errors, in percent of measured cycles
  std::string lesson;          // whose launches they are; empty: those of all lessons
};

struct TimeErrors {
  struct Kinds {
    TimeError longer, shorter;  // by kLongCycles
  };
  std::string machine;               // as timing::machine has it: "h200"
  std::string device, driver, date;  // what was measured on, and when: "NVIDIA H200", …
  Kinds overall;
  std::map<std::string, Kinds, std::less<>> lessons;

  // What to expect of a launch that is modelled to take `cycles`: by launches of the lesson, or of
  // all lessons where fewer than three of it were compared, or `lesson` is none.
  [[nodiscard]] const TimeError& of(std::string_view lesson, double cycles) const;
};

// An Error's place is `name`, with line and column where the text is no JSON; its message names the
// member that is wrong.
[[nodiscard]] Result<TimeErrors> read_time_errors(std::string_view text, const std::string& name);
// Of the assets: timing/MACHINE.json. Missing: that machine's times were compared with nothing.
[[nodiscard]] Result<TimeErrors> load_time_errors(const std::string& machine);

}  // namespace lanescope::hardware
