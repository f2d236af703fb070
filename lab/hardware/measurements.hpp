#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/hardware/gpu_run.hpp"
#include "lab/hardware/gpu_survey.hpp"
#include "lab/lesson/lesson.hpp"

// Times of a GPU that were written down (`lanescope measure`), for machines without one. A file:
//   {"version": 1, "device": "NVIDIA H200", "driver_version": 13000, "clock_khz": 1980000,
//    "memory_clock_khz": 3201000, "date": "2026-11-22", "program": "0.1.0",
//    "survey": {"clocks": {"sm_mhz": 1980, "memory_mhz": 3201},
//      "copy": {"bytes": 268435456, "gb_per_s": {"median": 4000, "min": 3990, "max": 4010}},
//      "f32": {"gflop_per_s": {…}}, "f64": {…}, "transfers": [
//        {"memory": "pinned", "to_gpu": true, "bytes": 65536, "gb_per_s": {…}}, …]},
//    "libraries": [{"call": "cublasSgemm", "version": "13.0.0", "values": {"n": 4096},
//      "milliseconds": {…}, "samples": 21, "l2": "after a copy of the inputs"}, …],
//    "points": [
//   {"lesson": "reduction", "rung": "sequential", "values": {"block": 256, "n": 4096},
//    "arch": "sm_90", "milliseconds": {"median": 0.003, "min": 0.003, "max": 0.004},
//    "samples": 21, "passes": 64, "l2": "warm", "agrees": true, "launch_milliseconds": 0.004,
//    "clocks": {"sm_mhz": 1980, "memory_mhz": 3201},
//    "counters": {"global.load.requests": 128, …}, "explained": {"shared.load.requests": "…"},
//    "buffers": {"out": "491e275dc8533c7b"}},
//   {…, "failure": "the kernel never ends"}
//   ]}
// with one point a line. A point with "compared": false was too large for the model; one with a
// "date" was measured on that one. A point that failed has a sentence in place of times. The
// survey, each of its parts, libraries, launch_milliseconds and clocks are left out where they were
// not measured; not every point has counters. tests/hardware/libraries.py measures what libraries
// take; `lanescope measure --add` keeps it.
namespace lanescope::hardware {

struct MeasuredPoint {
  std::string lesson, rung;        // ids
  lesson::ParameterValues values;  // of all of the rung's parameters
  std::string arch;                // of the machine code that ran: "sm_90"; empty where it failed
  Spread milliseconds;             // of one pass over all launches; all 0 where it failed
  std::uint64_t samples = 0, passes = 0;  // how many, and passes of each
  ports::device::GpuTimes::L2 l2 = ports::device::GpuTimes::L2::Warm;
  bool agrees = false;   // every buffer, byte for byte; false also where the model's run has no end
  bool compared = true;  // false: too large for the model; then `agrees` says nothing
  std::string date;      // where another than the file's
  double launch_milliseconds = 0.0;    // what launching costs beyond that; 0: not recorded
  ports::device::GpuClocks clocks;     // while it was measured
  std::optional<std::string> failure;  // why there is no time
  // Of values that a lesson shows: what the hardware counted, by HardwareCounter::id, and why that
  // is not what the model counted (by the same, a sentence each).
  std::map<std::string, std::uint64_t> counters;
  std::map<std::string, std::string> explained;
  std::map<std::string, std::string> buffers;  // what they held then: fnv1a64, as in the report
};

// A call of a library's host function, which no rung makes.
struct LibraryTime {
  std::string call;                // "cublasSgemm", "cub::DeviceReduce::Sum"
  std::string version;             // the library's own
  lesson::ParameterValues values;  // sizes, by the names that lessons have for them
  Spread milliseconds;             // of one call
  std::uint64_t samples = 0;
  ports::device::GpuTimes::L2 l2 = ports::device::GpuTimes::L2::Warm;
};

struct Measurements {
  std::string device;      // "NVIDIA H200"
  int driver_version = 0;  // 13000 is CUDA 13.0
  int clock_khz = 0, memory_clock_khz = 0;
  std::string date;     // YYYY-MM-DD
  std::string program;  // the version of Lanescope that measured
  std::vector<MeasuredPoint> points;
  std::optional<Survey> survey = std::nullopt;  // of the GPU itself
  std::vector<LibraryTime> libraries = {};

  // With exactly these values; null: not recorded.
  [[nodiscard]] const MeasuredPoint* find(std::string_view lesson, std::string_view rung,
                                          const lesson::ParameterValues& values) const;
  // With values that are all among these; null: not recorded.
  [[nodiscard]] const LibraryTime* find_library(std::string_view call,
                                                const lesson::ParameterValues& values) const;
  [[nodiscard]] bool has(std::string_view lesson, std::string_view rung) const;
  // What a launch takes that does nothing, in milliseconds: as measured, else the shortest of all
  // recorded times; 0: nothing was recorded.
  [[nodiscard]] double floor_milliseconds() const;
};

// What `run` gave, or why it gave nothing; `run_ended`: the model's run beside it came to its end.
[[nodiscard]] MeasuredPoint measured_point(std::string lesson, std::string rung,
                                           lesson::ParameterValues values, const GpuReport& report,
                                           bool run_ended);

[[nodiscard]] std::string measurements_text(const Measurements& measurements);
// Never fails on any text but with an Error: its place is `name`, with line and column where the
// text is no JSON; its message names the member that is wrong ("points[3].samples").
[[nodiscard]] Result<Measurements> read_measurements(std::string_view text,
                                                     const std::string& name);

struct LoadedMeasurements {
  std::vector<Measurements> files;  // by folder, then by file name
  std::vector<Error> problems;      // of files that cannot be read: they are left out
};
// Every *.json of these folders; a folder that is not there has none.
[[nodiscard]] LoadedMeasurements load_measurements(
    const std::vector<std::filesystem::path>& folders);
// Of the assets' folder `measurements` and of $XDG_DATA_HOME/lanescope/measurements, which is below
// ~/.local/share unless that is set.
[[nodiscard]] LoadedMeasurements load_measurements();

}  // namespace lanescope::hardware
