#pragma once

#include "lab/hardware/measurements.hpp"
#include "lab/lesson/recorded.hpp"

namespace lanescope::hardware {

// Of these files the first one of the GPU whose times lessons tell; null: none is of it.
[[nodiscard]] const Measurements* lessons_recording(const std::vector<Measurements>& files);

// What lessons may ask of that file: everything is unknown without one, and a point that failed is
// no time. The numbers are looked up in `file`, which must be there as long as they are.
[[nodiscard]] lesson::RecordedNumbers recorded_numbers(const Measurements* file);

}  // namespace lanescope::hardware
