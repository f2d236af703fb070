#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "lab/hardware/measurements.hpp"

namespace lanescope::ui::test {

inline hardware::MeasuredPoint recorded(const std::string& lesson, const std::string& rung,
                                        lesson::ParameterValues values, double milliseconds) {
  hardware::MeasuredPoint point;
  point.lesson = lesson;
  point.rung = rung;
  point.values = std::move(values);
  point.arch = "sm_90";
  point.milliseconds = {milliseconds, milliseconds * 0.5, milliseconds * 2.0};
  point.samples = 21;
  point.passes = 64;
  point.agrees = true;
  return point;
}

// A made-up recording of the reduction: three block sizes of one rung, one that failed, and one of
// another rung.
inline hardware::Measurements reduction_recording() {
  hardware::Measurements file{"NVIDIA H200", 13000, 1980000, 3201000, "2026-11-22", "0.1.0", {}};
  for (const auto& [block, time] : {std::pair{64, 0.004}, {128, 0.002}, {512, 0.008}})
    file.points.push_back(
        recorded("reduction", "sequential", {{"block", block}, {"n", 4096}}, time));
  file.points.push_back(recorded("reduction", "sequential", {{"block", 1024}, {"n", 4096}}, 0.0));
  file.points.back().failure = "it never ended";
  file.points.push_back(recorded("reduction", "launches", {{"block", 64}, {"n", 4096}}, 0.016));
  return file;
}

// The same, with peaks, clocks and what launching cost.
inline hardware::Measurements recording_with_peaks() {
  hardware::Measurements file = reduction_recording();
  for (hardware::MeasuredPoint& point : file.points) {
    point.clocks = {1980, 3201};
    point.launch_milliseconds = 0.0039;
  }
  hardware::Survey survey;
  survey.copy_bytes = std::uint64_t{256} << 20U;
  survey.copy = {1000.0, 990.0, 1010.0};
  survey.f32 = {20000.0, 19000.0, 21000.0};
  survey.f64 = {10000.0, 9000.0, 11000.0};
  survey.clocks = {1980, 3201};
  survey.transfers = {
      {ports::device::GpuSurvey::Memory::Pinned, true, 65536, {6.0, 5.0, 7.0}},
      {ports::device::GpuSurvey::Memory::Pinned, true, 1048576, {36.0, 30.0, 37.0}}};
  file.survey = survey;
  return file;
}

}  // namespace lanescope::ui::test
