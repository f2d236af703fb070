#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "lab/gpu_run.hpp"

namespace lanescope::lab {

// The report's key `gpu` (design, section 5), and the same in words.
[[nodiscard]] nlohmann::ordered_json gpu_json(const GpuReport& gpu);
[[nodiscard]] std::string gpu_text(const GpuReport& gpu);

}  // namespace lanescope::lab
