#pragma once

#include "lab/run/prepare.hpp"

namespace lanescope::run {

// Whether a kernel waits for the whole grid (cooperative groups), so that it must be launched as a
// cooperative one: where that barrier lies is told by the registers %envreg.
[[nodiscard]] inline bool has_grid_barrier(const Prepared& prepared) {
  return prepared.compiled->ptx.find("%envreg") != std::string::npos;
}

}  // namespace lanescope::run
