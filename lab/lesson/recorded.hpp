#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/experiment/expression.hpp"
#include "lab/lesson/check.hpp"
#include "lab/lesson/lesson.hpp"

namespace lanescope::lesson {

// The GPU whose recorded times the lessons tell, as its file names it.
inline constexpr std::string_view kRecordedGpu = "NVIDIA H200";

// What was recorded on it, as far as lessons ask for it. The files are read elsewhere
// (lab/hardware/recorded_numbers.hpp).
struct RecordedNumbers {
  // The median in microseconds; nullopt: not recorded with just these values.
  std::function<std::optional<double>(std::string_view lesson, std::string_view rung,
                                      const ParameterValues& values)>
      microseconds;
  // The same of a library's call, whose sizes are all among the values.
  std::function<std::optional<double>(std::string_view call, const ParameterValues& values)>
      library_microseconds;
  // "copy" (GB/s), "f32" and "f64" (GFLOP/s), "launch" (microseconds of one that does nothing);
  // GB/s between host and GPU, of the largest size that was measured: "pageable_to",
  // "pageable_from", and so of "pinned", "mapped" and "managed".
  experiment::Variables peaks;
};

// The values with which the times of a recorded claim were taken.
[[nodiscard]] ParameterValues recorded_values(const Rung& rung, const Claim& claim);

// The number that a recorded claim speaks of.
[[nodiscard]] Result<double> recorded_value(const Lesson& lesson, const Claim& claim,
                                            const RecordedNumbers& recorded);

// A verdict for each paragraph of lesson.md that tells the number of a recorded claim and does not
// say "H200". (Questions about such a claim say it by themselves.) Nothing when all is well.
[[nodiscard]] std::vector<ClaimVerdict> check_device_is_named(const Lesson& lesson);

}  // namespace lanescope::lesson
