#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ui/commands/command_rows.hpp"
#include "ui/view/heat_choice.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {
namespace {

Result<void> theme(SessionEditor& e, const Command& c) {
  const auto value = argument(c, "value");
  Theme& now = e.state().theme;
  if (!value)
    now = now == Theme::Dark ? Theme::Light : Theme::Dark;
  else if (*value == "dark")
    now = Theme::Dark;
  else if (*value == "light")
    now = Theme::Light;
  else
    return bad_input(say("'{}' is no theme: dark or light", *value));
  return {};
}

Result<void> depth(SessionEditor& e, const Command& c) {
  const auto value = argument(c, "value");
  Depth& now = e.state().depth;
  if (!value)
    now = now == Depth::Full ? Depth::Simple : Depth::Full;
  else if (*value == "simple")
    now = Depth::Simple;
  else if (*value == "full")
    now = Depth::Full;
  else
    return bad_input(say("'{}' is no depth: simple or full", *value));
  return {};
}

constexpr double kSmallest = 1.0, kLargest = 2.5, kNotch = 0.125;

Result<void> scale(SessionEditor& e, const Command& c) {
  const auto value = real(c, "value");
  if (!value) return value.error();
  if (*value < kSmallest || *value > kLargest) return bad_input(tr("scale goes from 1 to 2.5"));
  e.state().scale = *value;
  return {};
}
Result<void> larger(SessionEditor& e, const Command&) {
  e.state().scale = std::min(kLargest, e.state().scale + kNotch);
  return {};
}
Result<void> smaller(SessionEditor& e, const Command&) {
  e.state().scale = std::max(kSmallest, e.state().scale - kNotch);
  return {};
}

Result<void> presenter(SessionEditor& e, const Command& c) { return turn(e.state().presenter, c); }
Result<void> palette(SessionEditor& e, const Command& c) { return turn(e.state().palette_open, c); }
Result<void> reduced_motion(SessionEditor& e, const Command& c) {
  e.state().beat = 1.0;
  return turn(e.state().reduced_motion, c);
}
Result<void> phase_view(SessionEditor& e, const Command& c) {
  return turn(e.state().phase_view, c);
}
Result<void> grid_view(SessionEditor& e, const Command& c) { return turn(e.state().grid_view, c); }
Result<void> sass(SessionEditor& e, const Command& c) { return turn(e.state().sass, c); }

Result<void> heat(SessionEditor& e, const Command& c) {
  const auto value = argument(c, "counter");
  const auto named = value ? heat_named(*value) : heat_after(e.state().heat);
  if (!named) return bad_input(say("'{}' is no counter of the heat gutter", *value));
  e.state().heat = *named;
  return {};
}

Result<void> panel(SessionEditor& e, const Command& c) {
  const auto id = needed(c, "id");
  if (!id) return id.error();
  const auto& panels = e.session().panels();
  if (!panels.empty() && std::find(panels.begin(), panels.end(), *id) == panels.end())
    return bad_input(say("there is no panel '{}': {}", *id, fmt::join(panels, ", ")));
  e.focus(*id);
  return {};
}

Result<void> help(SessionEditor& e, const Command& c) {
  e.state().help_topic = argument(c, "topic").value_or("");
  e.focus("help");
  return {};
}

Result<void> quit(SessionEditor& e, const Command&) {
  e.state().quit = true;
  return {};
}

constexpr std::array kRows{
    CommandRow{"palette", mark("Commands"), "Ctrl+P", "[value=on|off]",
               mark("Opens the list of all commands."), mark("View"), always, palette},
    CommandRow{"theme", mark("Theme"), "Ctrl+T", "[value=dark|light]",
               mark("Changes between the dark and the light theme."), mark("View"), always, theme},
    CommandRow{"depth", mark("Simple or full"), "Ctrl+D", "[value=simple|full]",
               mark("Shows the few panels that a lesson needs, or all."), mark("View"), always,
               depth},
    CommandRow{"presenter", mark("Presenter mode"), "F11", "[value=on|off]",
               mark("Large type and few panels, for a projector."), mark("View"), always,
               presenter},
    CommandRow{"scale", mark("Scale"), "", "value=1…2.5", mark("Sets the size of everything."),
               mark("View"), always, scale},
    CommandRow{"larger", mark("Larger"), "Ctrl+=", "", mark("Makes everything larger."),
               mark("View"), always, larger},
    CommandRow{"smaller", mark("Smaller"), "Ctrl+-", "", mark("Makes everything smaller."),
               mark("View"), always, smaller},
    CommandRow{"reduced-motion", mark("Reduced motion"), "", "[value=on|off]",
               mark("Shows each step's end state at once."), mark("View"), always, reduced_motion},
    CommandRow{"phase-view", mark("Phase view"), "", "[value=on|off]",
               mark("Draws the shown array with a row for each barrier interval."), mark("View"),
               always, phase_view},
    CommandRow{"grid-view", mark("Whole grid"), "G", "[value=on|off]",
               mark("Shows all blocks of the grid in Warps, or the warps of one."), mark("View"),
               always, grid_view},
    CommandRow{"sass", mark("Machine code"), "", "[value=on|off]",
               mark("Shows the machine code (SASS) that the PTX was made into, beside the source."),
               mark("View"), always, sass},
    CommandRow{"heat", mark("Heat gutter"), "H",
               "[counter=warp-instructions|shared-wavefronts|bank-conflicts|global-sectors|"
               "divergent-branches|COUNTER]",
               mark("Chooses the counter beside the source lines, any of the report's; with no "
                    "counter, the next one."),
               mark("View"), always, heat},
    CommandRow{"panel", mark("Panel"), "", "id=ID", mark("Brings a panel to the front."),
               mark("View"), always, panel},
    CommandRow{"help", mark("Help"), "F1", "[topic=ID]",
               mark("Opens the help, at a panel or a word."), mark("View"), always, help},
    CommandRow{"quit", mark("Quit"), "Ctrl+Q", "", mark("Ends the program."), mark("View"), always,
               quit},
};

}  // namespace

std::span<const CommandRow> view_rows() { return kRows; }

}  // namespace lanescope::ui
