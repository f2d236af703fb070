#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/measurements.hpp"
#include "ui/model/session.hpp"

namespace lanescope::ui {

// Times that were recorded on another GPU (lab/measurements.hpp), as Timings shows them. A Sweep's
// counter names a file of them by its place among the session's: "recorded:0"; "roofline:0" is its
// roofline (roofline_model.hpp).
struct Recording {
  std::string counter;
  std::string roofline;  // the counter of its roofline; empty: no peaks were recorded
  const lab::Measurements* file;
};
// Those that have the rung on screen, in the order of the files.
[[nodiscard]] std::vector<Recording> recordings_here(const Session& session);
// The file that a counter names; null: it names none, or there is no such file.
[[nodiscard]] const lab::Measurements* recording_named(const Session& session,
                                                       std::string_view counter);

// Of a rung of the lesson on screen with these values; null: not recorded. What the user has
// changed, the rung's source or what its kernel gets, was never recorded.
[[nodiscard]] const lab::MeasuredPoint* recorded_point(const Session& session,
                                                       const lab::Measurements& file,
                                                       std::string_view rung,
                                                       const lab::ParameterValues& values);

// "Time, recorded on NVIDIA H200".
[[nodiscard]] std::string recorded_title(const lab::Measurements& file);
// Where and when, in a sentence: that it was not here.
[[nodiscard]] std::string recorded_where(const lab::Measurements& file);
// What launching the run on screen cost, and what the clocks ran at, in sentences after another;
// empty: not recorded.
[[nodiscard]] std::string recorded_circumstances(const Session& session,
                                                 const lab::Measurements& file);

}  // namespace lanescope::ui
