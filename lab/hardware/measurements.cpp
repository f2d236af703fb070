#include "lab/hardware/measurements.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "lab/experiment/file.hpp"
#include "lab/lesson/paths.hpp"

namespace lanescope::hardware {
namespace {

namespace fs = std::filesystem;

// Of the system's user; empty: nowhere.
fs::path user_data_folder() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data != '\0')
    return data;
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return fs::path(home) / ".local" / "share";
  return {};
}

std::vector<fs::path> json_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

}  // namespace

const MeasuredPoint* Measurements::find(std::string_view lesson, std::string_view rung,
                                        const lesson::ParameterValues& values) const {
  const auto at = std::ranges::find_if(points, [&](const MeasuredPoint& point) {
    return point.rung == rung && point.lesson == lesson && point.values == values;
  });
  return at == points.end() ? nullptr : &*at;
}

const LibraryTime* Measurements::find_library(std::string_view call,
                                              const lesson::ParameterValues& values) const {
  const auto at = std::ranges::find_if(libraries, [&](const LibraryTime& one) {
    return one.call == call && std::ranges::includes(values, one.values);
  });
  return at == libraries.end() ? nullptr : &*at;
}

bool Measurements::has(std::string_view lesson, std::string_view rung) const {
  return std::ranges::any_of(points, [&](const MeasuredPoint& point) {
    return point.rung == rung && point.lesson == lesson;
  });
}

double Measurements::floor_milliseconds() const {
  if (survey && survey->launch.median > 0.0) return survey->launch.median;
  double shortest = 0.0;
  for (const MeasuredPoint& point : points) {
    const double time = point.milliseconds.median;
    if (!point.failure && time > 0.0 && (shortest == 0.0 || time < shortest)) shortest = time;
  }
  return shortest;
}

MeasuredPoint measured_point(std::string lesson, std::string rung, lesson::ParameterValues values,
                             const GpuReport& report, bool run_ended) {
  MeasuredPoint point;
  point.lesson = std::move(lesson);
  point.rung = std::move(rung);
  point.values = std::move(values);
  if (const auto* failed = std::get_if<ports::device::GpuFailure>(&report)) {
    point.failure = failed->error.message;
    return point;
  }
  const auto& run = std::get<GpuRun>(report);
  point.arch = run.arch;
  point.milliseconds = spread(run.times.milliseconds);
  point.samples = run.times.milliseconds.size();
  point.passes = run.times.passes_per_sample;
  point.l2 = run.times.l2;
  point.launch_milliseconds = run.times.launch_milliseconds;
  point.clocks = run.times.clocks;
  point.agrees = run_ended && run.agrees();
  for (const CounterComparison& counter : run.counters) {
    point.counters[counter.id] = counter.gpu;
    if (counter.verdict == CounterComparison::Verdict::Explained)
      point.explained[counter.id] = counter.why;
  }
  if (!point.counters.empty())
    for (const GpuBufferReport& buffer : run.buffers)
      point.buffers[buffer.name] = fmt::format("{:016x}", buffer.fnv1a64);
  return point;
}

LoadedMeasurements load_measurements(const std::vector<fs::path>& folders) {
  LoadedMeasurements loaded;
  for (const fs::path& folder : folders) {
    for (const fs::path& file : json_files(folder)) {
      const Result<std::string> text = experiment::read_text(file.string());
      Result<Measurements> read =
          text ? read_measurements(*text, file.string()) : Result<Measurements>(text.error());
      if (read)
        loaded.files.push_back(std::move(*read));
      else
        loaded.problems.push_back(read.error());
    }
  }
  return loaded;
}

LoadedMeasurements load_measurements() {
  std::vector<fs::path> folders;
  if (const fs::path shipped = lesson::find_asset("measurements"); !shipped.empty())
    folders.push_back(shipped);
  if (const fs::path own = user_data_folder(); !own.empty())
    folders.push_back(own / "lanescope" / "measurements");
  return load_measurements(folders);
}

}  // namespace lanescope::hardware
