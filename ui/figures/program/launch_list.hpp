#pragma once

#include <string>
#include <vector>

#include "lab/program/saved_program.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::figures::program {

// A launch of the program, counted as the record counts it: over the whole grid.
struct LaunchRow {
  std::string title;       // "step<16> #2"
  std::string shape;       // "16×16 · 16×16": blocks, threads of a block
  std::string steps;       // warp instructions
  std::string conflicts;   // bank conflicts; "–" where the program ran without counters
  std::string efficiency;  // SIMT efficiency, "98 %"
  std::string place;       // "heat.cu:44"
  std::string gpu;         // "9.3 us on the GPU"; empty: it did not run there, or was not timed
  bool conflicting = false, wrong = false;
};
[[nodiscard]] std::vector<LaunchRow> launch_rows(const lanescope::program::SavedProgram& program);

// "launch 2 of 4", or how many there are.
[[nodiscard]] std::string launches_title(const session::Session& session);

}  // namespace lanescope::ui::figures::program
