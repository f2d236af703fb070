#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/hardware/gpu_run.hpp"
#include "ui/figures/roofline_model.hpp"
#include "ui/session/session.hpp"
#include "ui/view/counter_list.hpp"

namespace lanescope::ui::panels::timings {

// Timings: a counter of the model, a modelled time, the time on this machine's GPU, or one that was
// recorded on another, over the values of one parameter, and the ladder by the same. A time that is
// not called modelled stands here only when a GPU was asked.
//
//   Warp instructions                       Ladder
//   |  o                                    One launch a level   ▆▆      3,401
//   |     o--o--●--o                        Interleaved, modulo  ▆▆▆▆▆  17,771
//   +---------------- Block size
//     32 64 128 256 512
struct TimingsChoice {
  std::string value, words;
  bool chosen = false;
};
struct TimingsPoint {
  std::int64_t value = 0;
  std::string label;                         // "1,024"
  std::optional<double> number;              // empty: not run yet, or it does not run
  std::string text;                          // of the number
  hardware::Spread spread;                   // of a time, in the number's unit; all 0 for a counter
  std::optional<hardware::Spread> recorded;  // the second curve, in microseconds; empty: none here
  bool here = false;                         // the run on screen
  std::string absent;                        // why there is no number
};
struct TimingsBar {
  std::string id, title, text;
  double share = 0.0;  // of the largest, or of the logarithm
  bool here = false, there = false;
  std::string absent;  // why it is not there, in a sentence
  double floor = 0.0;  // the share that a launch takes at least
  // Of a modelled time: shares from and to which its mean error goes; both 0: not known.
  double least = 0.0, most = 0.0;
  // What was measured or recorded of the same, as a share; 0: nothing was.
  double beside = 0.0;
  std::string beside_text = {}, beside_words = {};  // "6.7 µs", "recorded on NVIDIA H200: 6.7 µs"
};
struct TimingsModel {
  std::vector<TimingsChoice> counters, parameters;
  std::string parameter, title;            // in words: the chosen parameter, the counter
  bool is_share = false, is_time = false;  // of 1; in microseconds
  bool is_recorded = false;                // a time, of another GPU
  bool is_modelled = false;                // a time, of a described machine
  bool has_no_time = false;                // it is asked for, and time is off
  bool is_large = false;                   // of sizes that fill the GPU: bars only
  double floor = 0.0;                      // what a launch takes at least, in microseconds; 0: none
  bool differs = false;                    // some of the recorded results were not the model's
  std::vector<TimingsPoint> points;        // empty before the first sweep
  std::size_t done = 0;
  bool running = false;                            // some points are wanted and not there yet
  std::optional<figures::RooflineModel> roofline;  // in place of the points
  std::vector<TimingsBar> bars;
  bool logarithmic = false;  // the bars: some are far longer than others
  std::string sentence;      // what the sweep says
  std::string legend;        // which curve is which, where there are two
  bool withheld = false;     // the lesson's question asks for it: neither points nor bars
  std::string device;        // what the GPU gave for the run on screen, or why there are no times
};
// Nullopt: nothing has run.
[[nodiscard]] std::optional<TimingsModel> timings_model(const session::Session& session);

}  // namespace lanescope::ui::panels::timings
