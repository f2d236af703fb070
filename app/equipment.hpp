#pragma once

#include "ports/equipment/equipment.hpp"

namespace lanescope::app {

// What this program compiles and runs kernels with: NVIDIA's tools and GPUs where it was built with
// cuda/, else the lessons' kernels that were compiled ahead.
[[nodiscard]] const ports::equipment::Equipment& equipment();

}  // namespace lanescope::app
