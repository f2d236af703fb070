#include "ui/model/tour.hpp"

#include <array>

namespace lanescope::ui {
namespace {

using Part = TourStop::Part;

constexpr std::array kStops{
    TourStop{"lesson", "lesson", Part::Panel, "A lesson asks first",
             "Each step sets the kernel, its values and the moment. Predict, then reveal: the "
             "answer is counted in the run on screen."},
    TourStop{"time", "", Part::Transport, "Time runs both ways",
             "Space plays, the arrow keys step forwards and back, Page Down goes to the next "
             "barrier. Marks on the line are divergences, bank conflicts and barriers: click one."},
    TourStop{"stage", "warps", Part::Panel, "The stage: warps and lanes",
             "A row is a warp, a cell one of its lanes, lit while it executes. Click a lane: it "
             "lights up in every panel."},
    TourStop{"arrays", "arrays", Part::Panel, "What the kernel makes of an array",
             "One row for each stretch between two barriers; arcs go from what a thread read to "
             "what it wrote. The tree draws itself from the real run."},
    TourStop{"banks", "shared-memory", Part::Panel, "Why it costs what it costs",
             "Lanes on one side, banks of shared memory on the other. The sentence below every "
             "picture says what is seen, with its numbers."},
    TourStop{"experiment", "experiment", Part::Panel, "Change something",
             "Choose a rung or drag the block size: everything on the screen follows at once. "
             "Ctrl+Z takes it back."},
    TourStop{"source", "source", Part::Panel, "Your own kernel",
             "The line that executes is marked, and bars show where the cost lies. Click the "
             "pencil and type: it compiles as you pause."},
    TourStop{"help", "", Part::TopBar, "Everything has a name",
             "Ctrl+P finds every command, and F1 explains panels, words and keys. Words with dots "
             "below explain themselves when you point at them."},
};

}  // namespace

std::span<const TourStop> tour() { return kStops; }

}  // namespace lanescope::ui
