#include "lab/hardware/recorded_numbers.hpp"

#include <algorithm>

namespace lanescope::hardware {
namespace {

constexpr double kMicrosecondsEach = 1e3;  // in a millisecond

}  // namespace

const Measurements* lessons_recording(const std::vector<Measurements>& files) {
  const auto at = std::ranges::find(files, lesson::kRecordedGpu, &Measurements::device);
  return at == files.end() ? nullptr : &*at;
}

lesson::RecordedNumbers recorded_numbers(const Measurements* file) {
  lesson::RecordedNumbers numbers;
  if (file == nullptr) return numbers;
  numbers.microseconds = [file](std::string_view lesson, std::string_view rung,
                                const lesson::ParameterValues& values) -> std::optional<double> {
    const MeasuredPoint* point = file->find(lesson, rung, values);
    if (point == nullptr || point->failure) return std::nullopt;
    return point->milliseconds.median * kMicrosecondsEach;
  };
  numbers.library_microseconds =
      [file](std::string_view call,
             const lesson::ParameterValues& values) -> std::optional<double> {
    const LibraryTime* one = file->find_library(call, values);
    if (one == nullptr) return std::nullopt;
    return one->milliseconds.median * kMicrosecondsEach;
  };
  if (file->survey)
    numbers.peaks = {{"copy", file->survey->copy.median},
                     {"f32", file->survey->f32.median},
                     {"f64", file->survey->f64.median}};
  numbers.peaks["launch"] = file->floor_milliseconds() * kMicrosecondsEach;
  return numbers;
}

}  // namespace lanescope::hardware
