#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "lab/hardware/gpu_run.hpp"

namespace lanescope::hardware {

// The report's key `gpu` (docs/CONTRACT.md, "The GPU's part"), and the same in words.
[[nodiscard]] nlohmann::ordered_json gpu_json(const GpuReport& gpu);
[[nodiscard]] std::string gpu_text(const GpuReport& gpu);
// A driver's version as CUDA's: "13.0" of 13000.
[[nodiscard]] std::string cuda_version(int version);
// What L2 holds when a sample begins: "warm".
[[nodiscard]] std::string_view l2_words(ports::device::GpuTimes::L2 l2);

}  // namespace lanescope::hardware
