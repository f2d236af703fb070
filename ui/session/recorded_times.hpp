#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/hardware/measurements.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::session {

// Times that were recorded on another GPU (lab/hardware/measurements.hpp), as Timings shows them. A
// Sweep's counter names a file of them by its place among the session's: "recorded:0"; "roofline:0"
// is its roofline (roofline_model.hpp), "large:0" its times of sizes that fill the GPU, and
// "large-roofline:0" the roofline of these.
struct Recording {
  std::string counter;
  std::string roofline;  // the counter of its roofline; empty: no peaks were recorded
  std::string large;     // of its times of large sizes; empty: none were recorded of this rung
  std::string large_roofline;  // of both; empty: one is not there, or the rung has no formulas
  const hardware::Measurements* file;
};
// Those that have the rung on screen, in the order of the files.
[[nodiscard]] std::vector<Recording> recordings_here(const Session& session);
// The file that a counter names; null: it names none, or there is no such file.
[[nodiscard]] const hardware::Measurements* recording_named(const Session& session,
                                                            std::string_view counter);

// Of a rung of the lesson on screen with these values; null: not recorded. What the user has
// changed, the rung's source or what its kernel gets, was never recorded.
[[nodiscard]] const hardware::MeasuredPoint* recorded_point(const Session& session,
                                                            const hardware::Measurements& file,
                                                            std::string_view rung,
                                                            const lesson::ParameterValues& values);

inline constexpr std::string_view kRecordedLarge = "large:";
inline constexpr std::string_view kLargeRoofline = "large-roofline:";
// Of a rung of the lesson on screen, with the sizes that fill a GPU; null: not recorded.
[[nodiscard]] const hardware::MeasuredPoint* large_point(const Session& session,
                                                         const hardware::Measurements& file,
                                                         const lesson::Rung& rung);

// Of a claim about recorded times: on which GPU, with which values, and what a launch takes at
// least, in sentences. Empty: the claim is about another thing, or no such file is there.
[[nodiscard]] std::string claim_recording_words(const Session& session, const lesson::Claim& claim);
// "Elements = 16,777,216, Block size = 256": these of the rung's parameters.
[[nodiscard]] std::string values_words(const lesson::Rung& rung,
                                       const lesson::ParameterValues& values);

// What a launch takes at least there, in a sentence; empty: not known.
[[nodiscard]] std::string floor_words(const hardware::Measurements& file);

// "Time, recorded on NVIDIA H200".
[[nodiscard]] std::string recorded_title(const hardware::Measurements& file);
// Where and when, in a sentence: that it was not here.
[[nodiscard]] std::string recorded_where(const hardware::Measurements& file);
// What launching the run on screen cost, and what the clocks ran at, in sentences after another;
// empty: not recorded.
[[nodiscard]] std::string recorded_circumstances(const Session& session,
                                                 const hardware::Measurements& file);

}  // namespace lanescope::ui::session
