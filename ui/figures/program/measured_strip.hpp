#pragma once

#include <string>

#include "ui/figures/program/host_strip.hpp"

namespace lanescope::ui::figures::program {

// What the program did on a GPU, in time, as CUPTI's activity records tell it: copies to the GPU
// and from it, then kernels, memsets and copies within it, a row for each stream.
struct MeasuredStrip {
  std::string title;  // "Measured on the NVIDIA H200"; empty: it did not run on a GPU
  HostStrip strip;    // without boxes where CUPTI told nothing
  std::string words;  // how much of it overlaps, and what was measured how
};
[[nodiscard]] MeasuredStrip measured_strip(const lanescope::program::SavedProgram& program);

}  // namespace lanescope::ui::figures::program
