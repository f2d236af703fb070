#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/gpu_counters.hpp"
#include "ui/model/sass_model.hpp"
#include "ui/model/session.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui {

// What the hardware counted, beside what the model counted, of the run on screen.
struct GpuCount {
  std::string text;         // "1,428 =": as the model, "≈": explained, "≠": not explained
  Role role = Role::Equal;  // Equal, Explained or Different
  std::string words;        // sentences for the tooltip
};
// By the report's name of the counter; nullopt: the GPU has not counted it. Counted here, or, where
// there is no GPU, recorded on another one with the same values.
[[nodiscard]] std::optional<GpuCount> gpu_count(const Session& session, std::string_view counter);
// The same of a source line, whose model's count is `model`; only counted here, with this machine
// code taken apart.
[[nodiscard]] std::optional<GpuCount> gpu_count_of_line(const Session& session,
                                                        std::string_view counter,
                                                        std::uint32_t line, std::uint64_t model);
// Differs when any of these would.
[[nodiscard]] std::uint64_t gpu_counts_key(const Session& session);
// Why there is no GPU column; empty: there is one.
[[nodiscard]] std::string why_no_gpu_counts(const Session& session);

// By row of the listing, what the hardware counted of the chosen heat; empty: it has not counted.
[[nodiscard]] std::vector<std::uint64_t> sass_heat(const Session& session,
                                                   const SassModel& listing);

}  // namespace lanescope::ui
