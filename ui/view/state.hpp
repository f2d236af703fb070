#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/lesson/lesson.hpp"
#include "sim/trace/recorder.hpp"
#include "ui/view/pen.hpp"
#include "ui/view/stops.hpp"

namespace lanescope::ui {

// What the user looks at, in all panels at once. Select anything anywhere: it lights up everywhere.
struct Selection {
  std::uint32_t launch = 0;
  BlockIndex block;
  std::optional<WarpIndex> warp;  // follows the tick's warp while empty
  std::optional<std::uint32_t> lane;
  std::optional<std::uint32_t> line;  // of the source file
  std::optional<Pc> pc;
  struct Element {  // of a buffer or a shared array, by name
    std::string array;
    std::uint32_t index = 0;
    friend bool operator==(const Element&, const Element&) = default;
  };
  std::optional<Element> element;
};

// How many blocks may be recorded at once: what a laptop holds easily.
inline constexpr std::uint32_t kMostRecordedBlocks = 4096;

enum class StepUnit : std::uint8_t { WarpInstruction, Round, Line, Phase };
enum class Theme : std::uint8_t { Dark, Light };
enum class Depth : std::uint8_t { Simple, Full };  // panels on screen: few, or all

// What Compare's two runs have in common while they are stepped together.
enum class Align : std::uint8_t { Tick, Phase, Fraction };
// Compare's run B: what of it is fixed; all else follows the run on screen, A.
struct Comparison {
  bool on = false;
  std::string rung;             // empty: A's
  lab::ParameterValues values;  // fixed ones
  // A run that was kept: B stays this whatever becomes of A.
  std::shared_ptr<const lab::Experiment> pinned;
  std::uint64_t pinned_run = 0;  // its id
  std::string pinned_title;
  Align align = Align::Phase;
  bool phases = false;  // below the lanes stand phase pictures, not requests
};
// Of a Sweep: the time on the GPU instead of a counter.
inline constexpr std::string_view kGpuTime = "gpu_time";
// The roofline of this machine's GPU, and with the number of a file the recorded one.
inline constexpr std::string_view kRoofline = "roofline";
inline constexpr std::string_view kRecordedRoofline = "roofline:";
// Counters over the values of one parameter, in Timings.
struct Sweep {
  bool on = false;                  // values without a result are run
  std::string parameter = "block";  // of the rung
  // Plotted: of counter_list.hpp, kGpuTime, a recorded time (recorded_times.hpp), or a roofline.
  std::string counter = "warp_instructions";
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
};

// A second window, for the class: pictures and the question in large type, no controls.
struct Projector {
  bool on = false;
  double scale = 1.0;          // of its type, beside what its size asks for
  std::optional<Theme> theme;  // empty: as the studio
  // Where the teacher points, as shares of a panel; empty panel: nowhere.
  std::string pointed_panel;
  PenStroke::Point pointer;
};

// Plain state: copied, compared, serialised.
struct State {
  std::string lesson, rung;  // ids; empty lesson: a pasted kernel
  lab::ParameterValues values;
  std::string arch = "sm_90";
  engine::Policy policy = engine::Policy::Its;
  engine::Order order = engine::Order::RoundRobin;
  int warp_size = 32;
  std::string input;  // a fill for the buffers that are not zero; empty: the lesson's
  // What single arguments are instead: a fill for a buffer, a value for a scalar; by name.
  std::map<std::string, std::string> arguments;
  std::string edited_source;  // empty: the rung's file as shipped
  trace::Window window;

  Tick tick;
  bool playing = false;
  double steps_per_second = 4.0;
  double beat = 1.0;  // 0…1 inside the current step's animation; 1: settled
  bool held = false;  // paused in mid-beat
  StepUnit step_unit = StepUnit::WarpInstruction;
  std::vector<Breakpoint> breakpoints;  // by line, at most one each
  std::vector<Bookmark> bookmarks;      // in the order of time
  std::vector<std::string> watches;     // LaneExpressions, in the order in which they are shown
  Selection selection;

  std::uint32_t lesson_step = 0;
  struct Answer {
    int choice = -1;
    bool revealed = false;
  };
  std::map<std::string, Answer> answers;  // by step id
  // What became of a lesson's exercise, by the lesson's id. Undo leaves it alone.
  struct ExerciseMark {
    bool solved = false, solution_seen = false;
    friend bool operator==(const ExerciseMark&, const ExerciseMark&) = default;
  };
  std::map<std::string, ExerciseMark> exercises;
  bool solution_asked = false;               // once; the second time it is shown
  std::map<std::string, std::string> notes;  // the teacher's own, by note_key

  Theme theme = Theme::Dark;
  Depth depth = Depth::Full;
  double scale = 1.0;  // 1 … 2.5
  bool presenter = false;
  Projector projector;
  Pen pen;
  std::optional<std::uint32_t> tour;  // the stop shown (tour.hpp)
  bool tour_offered = false;          // on the first start
  bool reduced_motion = false;
  std::string heat = "shared.wavefronts";  // heat_choice.hpp
  std::string array;                       // shown in Arrays; empty: chosen from the run
  bool phase_view = true;
  bool grid_view = false;  // Warps shows the blocks of the whole grid
  bool sass = false;       // Source shows the machine code too
  bool editing = false;    // Source is an editor
  ImageView image;
  Comparison compare;
  Sweep sweep;
  std::string shown_register;  // in Warps; empty: the destination of the step
  bool palette_open = false;   // command palette
  std::string help_topic;
  std::string focused_panel;      // brought to front
  std::uint64_t focus_count = 0;  // grows with each `panel` command, also for the same panel
  bool gpu_found = false;
  // Files.
  std::string session_file;         // last saved to or opened; empty: never
  std::vector<std::string> recent;  // session files, the last one first
  std::string recovery;             // what a crash has left behind, until it is decided upon
  enum class Dialog : std::uint8_t {
    None,
    Open,
    Save,
    SaveRun,
    SaveGif,
    SavePhases,
    Input
  } dialog = Dialog::None;   // asked for
  std::string dialog_input;  // Dialog::Input: the argument that the file is for
  struct Dropped {
    std::string file;
    std::vector<std::string> fits;  // arguments that it may become
  };
  std::optional<Dropped> dropped;     // until it is decided which one
  std::string clipboard;              // to be copied
  std::uint64_t clipboard_count = 0;  // grows with each copy
  struct PictureRequest {
    std::string panel, file;
  };
  std::optional<PictureRequest> picture;  // of a panel, to be taken from the next frame
  struct AnimationRequest {
    std::string file, panel;  // no panel: everything
    StepUnit unit = StepUnit::WarpInstruction;
    Tick first, last;  // from the one to the other, at most `steps` steps
    std::uint32_t steps = 8;
    std::uint32_t beats = 1;  // frames of each step: 1 shows it settled
    int width = 0;            // in pixels; 0: as on the screen
    int delay = 500;          // of a step, in milliseconds
  };
  std::optional<AnimationRequest> animation;  // to be taken from the frames that follow
  bool quit = false;
};

}  // namespace lanescope::ui
