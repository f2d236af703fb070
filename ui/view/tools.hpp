#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/lesson/lesson.hpp"
#include "sim/base/ids.hpp"
#include "sim/timing/changes.hpp"

namespace lanescope::ui::view {

// What Compare's two runs have in common while they are stepped together.
enum class Align : std::uint8_t { Tick, Phase, Fraction };
// Compare's run B: what of it is fixed; all else follows the run on screen, A.
struct Comparison {
  bool on = false;
  std::string rung;                  // empty: A's
  std::optional<bool> machine_code;  // executes that, or the PTX; none: as A
  lesson::ParameterValues values;    // fixed ones
  // A run that was kept: B stays this whatever becomes of A.
  std::shared_ptr<const experiment::Experiment> pinned;
  std::uint64_t pinned_run = 0;  // its id
  std::string pinned_title;
  Align align = Align::Phase;
  bool phases = false;  // below the lanes stand phase pictures, not requests
  friend bool operator==(const Comparison&, const Comparison&) = default;
};

// Of a Sweep: the time on the GPU instead of a counter.
inline constexpr std::string_view kGpuTime = "gpu_time";
// The time on a described machine.
inline constexpr std::string_view kModelTime = "model_time";
// The roofline of this machine's GPU, and with the number of a file the recorded one.
inline constexpr std::string_view kRoofline = "roofline";
inline constexpr std::string_view kRecordedRoofline = "roofline:";
// Counters over the values of one parameter, in Timings.
struct Sweep {
  bool on = false;                  // values without a result are run
  std::string parameter = "block";  // of the rung
  // Plotted: of counter_list.hpp, kGpuTime, kModelTime, a recorded time (recorded_times.hpp), or a
  // roofline.
  std::string counter = "warp_instructions";
  friend bool operator==(const Sweep&, const Sweep&) = default;
};

// What the Image panel shows.
enum class ImagePart : std::uint8_t { All, Before, After, Difference };
enum class ImageOverlay : std::uint8_t { None, Divergence, Sectors, Conflicts };
inline constexpr std::uint32_t kMostLiveRadius = 32;
struct ImageView {
  ImagePart part = ImagePart::All;
  ImageOverlay overlay = ImageOverlay::None;
  bool at_tick = false;  // the picture as it is at the cursor, not after the whole run
  std::string after;     // the buffer shown as the result; empty: chosen from the run
  bool live = false;     // made again for every frame, on the GPU if there is one
  bool pattern = false;  // of a live picture: the moving test pattern goes in
  // Of a live picture where a GPU makes it, beside a small one that is stepped; 0: as that one.
  std::uint32_t live_width = 1920, live_height = 1080, live_radius = 0;
  friend bool operator==(const ImageView&, const ImageView&) = default;
};

// What is drawn of a program: its modelled timeline, with what was measured on a GPU below; that
// alone; or its calls in their order, which tell no time.
enum class ProgramShows : std::uint8_t { Timeline, Measured, Calls };
// The timeline of a program.
struct HostTimelineView {
  unsigned copy_engines = 2;
  bool units = false;  // each copy and kernel a unit long, and not as on the recorded device
  double zoom = 1.0;   // how many times as wide as the panel
  ProgramShows shows = ProgramShows::Timeline;
  friend bool operator==(const HostTimelineView&, const HostTimelineView&) = default;
};

// What the bars of "where time goes" are of.
enum class StallsBy : std::uint8_t { Reason, Line, Unit };
// What is predicted of a "what if": by more than a fiftieth, or not.
enum class Guess : std::uint8_t { Less, Same, More };
// Modelled time: what is timed, and which moment of it the panels of time show.
struct TimeView {
  bool on = false;  // the run on screen is timed
  std::string machine = "h200";
  bool warm = false;        // L2 holds what the launch reads
  std::int64_t cycle = 0;   // of the first simulated SM, from its first block's begin
  Tick tick;                // where the cursor stood when that was chosen
  timing::Changes changes;  // the sliders of "what if"
  std::string asked;        // the question that is predicted, of timing::what_ifs(); empty: none
  std::map<std::string, Guess, std::less<>> guesses;  // by question
  std::vector<std::string> revealed;                  // questions whose answers are shown
  StallsBy stalls = StallsBy::Reason;
  // Cycles that Cycles and Schedulers show, up to `last`; both 0: all.
  std::int64_t first = 0, last = 0;
  friend bool operator==(const TimeView&, const TimeView&) = default;
};

// What single panels are put to, for this sitting: in no file.
struct Tools {
  bool sass = false;             // Source shows the machine code too
  bool editing = false;          // Source is an editor
  bool editing_program = false;  // Host source is
  ImageView image;
  Comparison compare;
  Sweep sweep;
  HostTimelineView host_timeline;
  TimeView time;
  std::string help_topic;
  friend bool operator==(const Tools&, const Tools&) = default;
};

}  // namespace lanescope::ui::view
