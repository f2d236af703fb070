#include "ui/teaching/tour.hpp"

#include <array>

#include "ui/words/words.hpp"

namespace lanescope::ui::teaching {
namespace {

using Part = TourStop::Part;

constexpr std::array kStops{
    TourStop{"lesson", "lesson", Part::Panel, mark("A lesson asks first"),
             mark("Each step sets the kernel, its values and the moment. Predict, then reveal: the "
                  "answer is counted in the run on screen.")},
    TourStop{
        "time", "", Part::Transport, mark("Time runs both ways"),
        mark(
            "Space plays, the arrow keys step forwards and back, Page Down goes to the next "
            "barrier. Marks on the line are divergences, bank conflicts and barriers: click one.")},
    TourStop{
        "stage", "warps", Part::Panel, mark("The stage: warps and lanes"),
        mark("A row is a warp, a cell one of its lanes, lit while it executes. Click a lane: it "
             "lights up in every panel.")},
    TourStop{
        "arrays", "arrays", Part::Panel, mark("What the kernel makes of an array"),
        mark("One row for each stretch between two barriers; arcs go from what a thread read to "
             "what it wrote. The tree draws itself from the real run.")},
    TourStop{
        "banks", "shared-memory", Part::Panel, mark("Why it costs what it costs"),
        mark("Lanes on one side, banks of shared memory on the other. The sentence below every "
             "picture says what is seen, with its numbers.")},
    TourStop{"experiment", "experiment", Part::Panel, mark("Change something"),
             mark("Choose a rung or drag the block size: everything on the screen follows at once. "
                  "Ctrl+Z takes it back.")},
    TourStop{"source", "source", Part::Panel, mark("Your own kernel"),
             mark("The line that executes is marked, and bars show where the cost lies. Click the "
                  "pencil and type: it compiles as you pause.")},
    TourStop{
        "help", "", Part::TopBar, mark("Everything has a name"),
        mark("Ctrl+P finds every command, and F1 explains panels, words and keys. Words with dots "
             "below explain themselves when you point at them.")},
};

}  // namespace

std::span<const TourStop> tour() { return kStops; }

}  // namespace lanescope::ui::teaching
