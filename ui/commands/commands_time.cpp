#include <algorithm>
#include <array>

#include "sim/analysis/search.hpp"
#include "ui/commands/command_rows.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

struct UnitName {
  std::string_view name;
  view::StepUnit unit;
};
constexpr std::array<UnitName, 4> kUnits{{{"instruction", view::StepUnit::WarpInstruction},
                                          {"round", view::StepUnit::Round},
                                          {"line", view::StepUnit::Line},
                                          {"phase", view::StepUnit::Phase}}};

// `unit=` or the session's; `count=` times.
Result<void> step(session::SessionEditor& editor, const session::Command& command, bool forward) {
  view::StepUnit unit = editor.state().pace.step_unit;
  if (const auto named = argument(command, "unit")) {
    const auto parsed = parse_unit(*named);
    if (!parsed) return parsed.error();
    unit = *parsed;
  }
  std::uint64_t count = 1;
  if (argument(command, "count")) {
    const auto parsed = number(command, "count");
    if (!parsed) return parsed.error();
    count = std::min<std::uint64_t>(*parsed, 1'000'000);
  }
  editor.cursor().set_playing(false);
  for (std::uint64_t i = 0; i < count; ++i) {
    forward ? editor.cursor().step_forward(unit) : editor.cursor().step_back(unit);
  }
  return {};
}

Result<void> step_forward_row(session::SessionEditor& e, const session::Command& c) {
  return step(e, c, true);
}
Result<void> step_back_row(session::SessionEditor& e, const session::Command& c) {
  return step(e, c, false);
}

Result<void> to_start(session::SessionEditor& e, const session::Command&) {
  e.cursor().set_playing(false);
  e.cursor().show(Tick{0});
  return {};
}
Result<void> to_end(session::SessionEditor& e, const session::Command&) {
  e.cursor().set_playing(false);
  e.cursor().show(e.cursor().end());
  return {};
}
Result<void> next_phase_row(session::SessionEditor& e, const session::Command&) {
  e.cursor().step_forward(view::StepUnit::Phase);
  return {};
}
Result<void> previous_phase_row(session::SessionEditor& e, const session::Command&) {
  e.cursor().step_back(view::StepUnit::Phase);
  return {};
}
Result<void> next_of_warp_row(session::SessionEditor& e, const session::Command&) {
  if (e.state().cursor.tick < e.cursor().end())
    e.cursor().play_to(analysis::next_of_warp(*e.session().trace(), e.state().cursor.tick));
  return {};
}
Result<void> previous_of_warp_row(session::SessionEditor& e, const session::Command&) {
  if (e.state().cursor.tick.value > 0)
    e.cursor().show(analysis::previous_of_warp(*e.session().trace(), e.state().cursor.tick));
  return {};
}
Result<void> play_pause(session::SessionEditor& e, const session::Command&) {
  e.cursor().set_playing(!e.state().cursor.playing);
  return {};
}
Result<void> play(session::SessionEditor& e, const session::Command&) {
  e.cursor().set_playing(true);
  return {};
}
Result<void> pause(session::SessionEditor& e, const session::Command&) {
  e.cursor().set_playing(false);
  return {};
}

Result<void> speed(session::SessionEditor& e, const session::Command& c) {
  const auto value = real(c, "value");
  if (!value) return value.error();
  if (*value < 0.1 || *value > 100'000.0)
    return bad_input(tr("speed goes from 0.1 to 100000 steps a second"));
  e.set(view::Pace{e.state().pace.step_unit, *value});
  return {};
}
Result<void> scale_speed(session::SessionEditor& e, double factor) {
  view::Pace pace = e.state().pace;
  pace.steps_per_second = std::clamp(pace.steps_per_second * factor, 0.25, 65'536.0);
  e.set(pace);
  return {};
}
Result<void> faster(session::SessionEditor& e, const session::Command&) {
  return scale_speed(e, 2.0);
}
Result<void> slower(session::SessionEditor& e, const session::Command&) {
  return scale_speed(e, 0.5);
}

Result<void> step_unit(session::SessionEditor& e, const session::Command& c) {
  const auto value = needed(c, "value");
  if (!value) return value.error();
  const auto unit = parse_unit(*value);
  if (!unit) return unit.error();
  e.set(view::Pace{*unit, e.state().pace.steps_per_second});
  return {};
}

Result<void> beat(session::SessionEditor& e, const session::Command& c) {
  const auto value = real(c, "value");
  if (!value) return value.error();
  e.cursor().set_beat(*value, argument(c, "hold") || e.state().cursor.held);
  return {};
}

constexpr std::array kRows{
    CommandRow{"play-pause", mark("Play or pause"), "Space", "",
               mark("Starts or stops playing the run."), mark("Time"), has_trace, play_pause},
    CommandRow{"play", mark("Play"), "", "", mark("Plays the run from here."), mark("Time"),
               has_trace, play},
    CommandRow{"pause", mark("Pause"), "", "", mark("Stops playing."), mark("Time"), has_trace,
               pause},
    CommandRow{"step-forward", mark("Step forward"), "Right",
               "unit=instruction|round|line|phase count=N", mark("Executes the next step."),
               mark("Time"), has_trace, step_forward_row},
    CommandRow{"step-back", mark("Step back"), "Left", "unit=instruction|round|line|phase count=N",
               mark("Goes back by one step."), mark("Time"), has_trace, step_back_row},
    CommandRow{"next-phase", mark("Next phase"), "PageDown", "", mark("Goes to the next barrier."),
               mark("Time"), has_trace, next_phase_row},
    CommandRow{"previous-phase", mark("Previous phase"), "PageUp", "",
               mark("Goes back to the barrier before."), mark("Time"), has_trace,
               previous_phase_row},
    CommandRow{"to-start", mark("To the start"), "Home", "", mark("Goes to tick 0."), mark("Time"),
               has_trace, to_start},
    CommandRow{"to-end", mark("To the end"), "End", "", mark("Goes to the last tick."),
               mark("Time"), has_trace, to_end},
    CommandRow{"next-of-warp", mark("Next instruction of this warp"), "Shift+Right", "",
               mark("Goes on until this warp has issued again."), mark("Time"), has_trace,
               next_of_warp_row},
    CommandRow{"previous-of-warp", mark("Previous instruction of this warp"), "Shift+Left", "",
               mark("Goes back to this warp's instruction before."), mark("Time"), has_trace,
               previous_of_warp_row},
    CommandRow{"speed", mark("Speed"), "", "value=STEPS_PER_SECOND",
               mark("Sets how many steps are played in a second."), mark("Time"), always, speed},
    CommandRow{"faster", mark("Faster"), "+", "", mark("Doubles the speed."), mark("Time"), always,
               faster},
    CommandRow{"slower", mark("Slower"), "-", "", mark("Halves the speed."), mark("Time"), always,
               slower},
    CommandRow{"step-unit", mark("Step unit"), "", "value=instruction|round|line|phase",
               mark("Chooses what a step is: a warp instruction, one instruction of every warp, a "
                    "source line, or a phase."),
               mark("Time"), always, step_unit},
    CommandRow{"beat", mark("Beat"), "", "value=0…1 [hold]",
               mark("Shows the step at a moment of its animation; 1 is its end. From there it "
                    "plays on, unless it is held."),
               mark("Time"), has_trace, beat},
};

}  // namespace

std::span<const CommandRow> time_rows() { return kRows; }

Result<view::StepUnit> parse_unit(std::string_view text) {
  for (const UnitName& row : kUnits) {
    if (row.name == text) return row.unit;
  }
  return bad_input(say("'{}' is no step unit: instruction, round, line or phase", text));
}

}  // namespace lanescope::ui::commands
