#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ui/commands/command_rows.hpp"
#include "ui/view/heat_choice.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

// A part of the state with a change; a complaint leaves it as it was.
template <typename Part, typename Change>
Result<void> change(session::SessionEditor& e, Part part, Change with) {
  if (Result<void> done = with(part); !done) return done;
  e.set(std::move(part));
  return {};
}
template <typename Part>
Result<void> turn_one(session::SessionEditor& e, const session::Command& c, Part part,
                      bool Part::*which) {
  return change(e, std::move(part), [&](Part& p) { return turn(p.*which, c); });
}

Result<void> choose_theme(view::Theme& theme, const session::Command& c) {
  const auto value = argument(c, "value");
  if (!value)
    theme = theme == view::Theme::Dark ? view::Theme::Light : view::Theme::Dark;
  else if (*value == "dark")
    theme = view::Theme::Dark;
  else if (*value == "light")
    theme = view::Theme::Light;
  else
    return bad_input(say("'{}' is no theme: dark or light", *value));
  return {};
}
Result<void> theme(session::SessionEditor& e, const session::Command& c) {
  return change(e, e.state().appearance,
                [&](view::Appearance& look) { return choose_theme(look.theme, c); });
}

Result<void> choose_depth(view::Depth& depth, const session::Command& c) {
  const auto value = argument(c, "value");
  if (!value)
    depth = depth == view::Depth::Full ? view::Depth::Simple : view::Depth::Full;
  else if (*value == "simple")
    depth = view::Depth::Simple;
  else if (*value == "full")
    depth = view::Depth::Full;
  else
    return bad_input(say("'{}' is no depth: simple or full", *value));
  return {};
}
Result<void> depth(session::SessionEditor& e, const session::Command& c) {
  return change(e, e.state().appearance,
                [&](view::Appearance& look) { return choose_depth(look.depth, c); });
}

constexpr double kSmallest = 1.0, kLargest = 2.5, kNotch = 0.125;

Result<void> set_scale(session::SessionEditor& e, double value) {
  view::Screen screen = e.state().screen;
  screen.scale = std::clamp(value, kSmallest, kLargest);
  e.set(std::move(screen));
  return {};
}
Result<void> scale(session::SessionEditor& e, const session::Command& c) {
  const auto value = real(c, "value");
  if (!value) return value.error();
  if (*value < kSmallest || *value > kLargest) return bad_input(tr("scale goes from 1 to 2.5"));
  return set_scale(e, *value);
}
Result<void> larger(session::SessionEditor& e, const session::Command&) {
  return set_scale(e, e.state().screen.scale + kNotch);
}
Result<void> smaller(session::SessionEditor& e, const session::Command&) {
  return set_scale(e, e.state().screen.scale - kNotch);
}

Result<void> presenter(session::SessionEditor& e, const session::Command& c) {
  return turn_one(e, c, e.state().screen, &view::Screen::presenter);
}
Result<void> palette(session::SessionEditor& e, const session::Command& c) {
  view::Screen screen = e.state().screen;
  if (const Result<void> turned = turn(screen.palette_open, c); !turned) return turned;
  screen.palette_words = argument(c, "words").value_or("");
  e.set(std::move(screen));
  return {};
}
Result<void> reduced_motion(session::SessionEditor& e, const session::Command& c) {
  e.cursor().set_beat(1.0, false);
  return turn_one(e, c, e.state().screen, &view::Screen::reduced_motion);
}
// Asked for by name, phases stand although values flow between arrays.
Result<void> phase_view(session::SessionEditor& e, const session::Command& c) {
  return change(e, e.state().appearance, [&](view::Appearance& look) {
    look.flow_view = argument(c, "value") == "on" ? view::FlowView::Off : view::FlowView::Auto;
    return turn(look.phase_view, c);
  });
}
Result<void> flow_view(session::SessionEditor& e, const session::Command& c) {
  return change(e, e.state().appearance, [&](view::Appearance& look) -> Result<void> {
    bool on = look.flow_view == view::FlowView::On;
    if (auto turned = turn(on, c); !turned) return turned;
    look.flow_view = on ? view::FlowView::On : view::FlowView::Off;
    return {};
  });
}
Result<void> grid_view(session::SessionEditor& e, const session::Command& c) {
  return turn_one(e, c, e.state().appearance, &view::Appearance::grid_view);
}
Result<void> sass(session::SessionEditor& e, const session::Command& c) {
  return turn_one(e, c, e.state().tools, &view::Tools::sass);
}

Result<void> heat(session::SessionEditor& e, const session::Command& c) {
  const auto value = argument(c, "counter");
  view::Appearance look = e.state().appearance;
  const bool timed = e.state().tools.time.on;
  const auto named =
      value ? view::heat_named(*value) : view::heat_after(view::shown_heat(e.session()), timed);
  if (!named) return bad_input(say("'{}' is no counter of the heat gutter", *value));
  if (*named == view::kCyclesHeat && !timed)
    return bad_input(tr("cycles are known where time is modelled: time value=on"));
  look.heat = *named;
  e.set(std::move(look));
  return {};
}

Result<void> panel(session::SessionEditor& e, const session::Command& c) {
  const auto id = needed(c, "id");
  if (!id) return id.error();
  const auto& panels = e.session().panels();
  if (!panels.empty() && std::find(panels.begin(), panels.end(), *id) == panels.end())
    return bad_input(say("there is no panel '{}': {}", *id, fmt::join(panels, ", ")));
  e.focus(*id);
  return {};
}

Result<void> help(session::SessionEditor& e, const session::Command& c) {
  view::Tools tools = e.state().tools;
  tools.help_topic = argument(c, "topic").value_or("");
  e.set(std::move(tools));
  e.focus("help");
  return {};
}

Result<void> quit(session::SessionEditor& e, const session::Command&) {
  e.ask(session::QuitRequest{});
  return {};
}

constexpr std::array kRows{
    CommandRow{"palette", mark("Commands"), "Ctrl+P", "[value=on|off] [words=WORDS]",
               mark("Opens the list of all commands, and searches lessons and glossary."),
               mark("View"), always, palette},
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
    CommandRow{"flow-view", mark("Flow between arrays"), "", "[value=on|off]",
               mark("Draws, in Arrays, the elements of all arrays that an element is made of."),
               mark("View"), always, flow_view},
    CommandRow{"grid-view", mark("Whole grid"), "G", "[value=on|off]",
               mark("Shows all blocks of the grid in Warps, or the warps of one."), mark("View"),
               always, grid_view},
    CommandRow{"sass", mark("Machine code"), "", "[value=on|off]",
               mark("Shows the machine code (SASS) that the PTX was made into, beside the source."),
               mark("View"), always, sass},
    CommandRow{
        "heat", mark("Heat gutter"), "H",
        "[counter=warp-instructions|shared-wavefronts|bank-conflicts|global-sectors|"
        "divergent-branches|cycles|COUNTER]",
        mark("Chooses the counter beside the source lines, any of the report's, or the cycles "
             "that warps stood there; with no counter, the next one."),
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

}  // namespace lanescope::ui::commands
