#pragma once

#include <optional>
#include <vector>

#include "lab/hardware/measurements.hpp"
#include "runtime/timeline/lengths.hpp"

namespace lanescope::program {

using runtime::timeline::Lengths;

// Lengths of the device that a file was recorded on; nothing where the file has no transfers,
// launches or clocks.
[[nodiscard]] std::optional<Lengths> lengths_of(const hardware::Measurements& measured);
// Of the first file that has them, else units.
[[nodiscard]] Lengths recorded_lengths(const std::vector<hardware::Measurements>& files);

}  // namespace lanescope::program
