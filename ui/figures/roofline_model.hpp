#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lab/hardware/gpu_survey.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::figures {

// The roofline, in Timings: what the GPU reaches at most, by peaks that were measured on it, and
// each rung of the lesson as a point below.
//
//   GFLOP/s |        ______________ f32
//           |      /    o 2
//           |    /   o 1
//           +--/------------------- FLOP a byte
//
// A rung's operations are those of run::Arithmetic, its bytes 32 for each sector that the model's
// global loads, stores and atomics ask for, before any cache, its time the median of samples. All
// of one GPU: this machine's, or one that was recorded. At sizes that fill the GPU, which are too
// many for the model, both come from the rung's formulas (lesson::RooflineTemplate).
struct RooflinePoint {
  std::string id, title;
  std::size_t number = 0;  // its place on the ladder, from 1
  double intensity = 0.0;  // operations a byte
  hardware::Spread rate;   // GFLOP/s
  bool doubles = false;    // most of its operations have 64 bits
  bool here = false;       // the run on screen
};
struct RooflineModel {
  double copy = 0.0;            // GB/s; 0: no peaks, and no points
  double f32 = 0.0, f64 = 0.0;  // GFLOP/s
  std::vector<RooflinePoint> points;
  bool any_doubles = false;  // then the roof of f64 is drawn too
  struct Range {
    double min = 0.0, max = 0.0;
  } intensities, rates;  // what the picture holds, both logarithmic
  std::string sentence;  // what is seen, or why there is nothing
  std::string counted;   // what operations and bytes are

  // The most that the peaks allow at an intensity, in GFLOP/s.
  [[nodiscard]] double roof(double intensity, bool doubles) const;
};

// Whether a Sweep's counter asks for it: "roofline", "roofline:0" of a recorded file, or
// "large-roofline:0" of its large sizes.
[[nodiscard]] bool is_roofline(std::string_view counter);
// Something has run. Rungs that have no place are left out.
[[nodiscard]] RooflineModel roofline_model(const session::Session& session);
// Why a rung has no point.
[[nodiscard]] std::string why_no_point(const session::Session& session, const lesson::Rung& rung);

// "3.31 GFLOP/s", "60.1 TFLOP/s"; "55 GB/s", "4,012 GB/s".
[[nodiscard]] std::string rate_words(double gflop_per_s);
[[nodiscard]] std::string bandwidth_words(double gb_per_s);

}  // namespace lanescope::ui::figures
