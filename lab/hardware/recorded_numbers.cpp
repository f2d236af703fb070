#include "lab/hardware/recorded_numbers.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "lab/hardware/survey_json.hpp"

namespace lanescope::hardware {
namespace {

constexpr double kMicrosecondsEach = 1e3;  // in a millisecond

// "pinned_to": of the largest copy of each kind of memory and direction, GB/s.
void add_transfers(const Survey& survey, experiment::Variables* peaks) {
  std::map<std::string, std::uint64_t> largest;
  for (const Survey::Transfer& transfer : survey.transfers) {
    const std::string name =
        std::string(memory_words(transfer.memory)) + (transfer.to_gpu ? "_to" : "_from");
    if (transfer.bytes < largest[name]) continue;
    largest[name] = transfer.bytes;
    (*peaks)[name] = transfer.gb_per_s.median;
  }
}

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
  if (file->survey) {
    numbers.peaks = {{"copy", file->survey->copy.median},
                     {"f32", file->survey->f32.median},
                     {"f64", file->survey->f64.median}};
    add_transfers(*file->survey, &numbers.peaks);
  }
  numbers.peaks["launch"] = file->floor_milliseconds() * kMicrosecondsEach;
  return numbers;
}

}  // namespace lanescope::hardware
