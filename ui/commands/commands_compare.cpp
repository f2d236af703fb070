#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "ui/commands/command_rows.hpp"
#include "ui/session/recorded_times.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

bool has_run(const session::Session& s) { return s.run() != nullptr; }
bool has_gpu(const session::Session& s) { return s.gpu().there(); }

Result<void> set_align(view::Comparison& compare, std::string_view value) {
  if (value == "tick")
    compare.align = view::Align::Tick;
  else if (value == "phase")
    compare.align = view::Align::Phase;
  else if (value == "fraction")
    compare.align = view::Align::Fraction;
  else
    return bad_input(say("'{}' is no way to align: tick, phase or fraction", value));
  return {};
}

Result<void> set_picture(view::Comparison& compare, std::string_view value) {
  if (value != "phases" && value != "requests")
    return bad_input(say("'{}' is no picture: requests or phases", value));
  compare.phases = value == "phases";
  return {};
}

Result<void> set_value(const session::SessionEditor& e, view::Comparison& compare,
                       const std::string& name, const std::string& text) {
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size())
    return bad_input(say("compare: {}: '{}' is not a whole number", name, text));
  const lesson::Lesson* lesson = e.session().lesson();
  const lesson::Rung* rung = lesson == nullptr      ? nullptr
                             : compare.rung.empty() ? e.session().rung()
                                                    : lesson->find_rung(compare.rung);
  const auto parameters =
      rung != nullptr ? rung->parameters : session::sweep_parameters(e.session());
  const auto found = std::ranges::find(parameters, name, &lesson::Parameter::name);
  if (found == parameters.end())
    return bad_input(say("compare: run B has no parameter '{}'", name));
  if (value < found->minimum || value > found->maximum)
    return bad_input(say("{} goes from {} to {}", found->title, found->minimum, found->maximum));
  compare.values[name] = value;
  return {};
}

Result<void> set_engine(view::Comparison& compare, const std::optional<std::string>& value) {
  compare.machine_code.reset();
  if (!value) return {};
  if (*value != "ptx" && *value != "sass")
    return bad_input(say("'{}' is no engine: ptx or sass", *value));
  compare.machine_code = *value == "sass";
  return {};
}

// `compare rung=ID engine=sass block=64` says what B is; what it leaves out follows A.
Result<void> describe_second(const session::SessionEditor& e, const session::Command& c,
                             view::Comparison& compare) {
  compare.on = true;
  compare.pinned.reset();
  compare.values.clear();
  compare.rung = argument(c, "rung").value_or("");
  const lesson::Lesson* lesson = e.session().lesson();
  if (!compare.rung.empty() && (lesson == nullptr || lesson->find_rung(compare.rung) == nullptr))
    return bad_input(say("there is no rung '{}' in this lesson", compare.rung));
  if (auto done = set_engine(compare, argument(c, "engine")); !done) return done;
  for (const auto& [name, value] : c.arguments) {
    if (name == "rung" || name == "engine" || name == "align" || name == "picture") continue;
    if (auto done = set_value(e, compare, name, value); !done) return done;
  }
  return {};
}

// All or nothing: a complaint leaves the comparison as it was.
Result<void> compare_row(session::SessionEditor& e, const session::Command& c) {
  if (c.arguments.empty())
    return bad_input(tr("compare needs rung=ID, NAME=VALUE, pin, off, align=… or picture=…"));
  view::Tools tools = e.state().tools;
  view::Comparison& wanted = tools.compare;
  if (argument(c, "off")) {
    wanted.on = false;
    e.set(std::move(tools));
    return {};
  }
  if (argument(c, "pin")) {
    e.pin();
    return {};
  }
  if (const auto align = argument(c, "align")) {
    if (auto done = set_align(wanted, *align); !done) return done;
  }
  if (const auto picture = argument(c, "picture")) {
    if (auto done = set_picture(wanted, *picture); !done) return done;
  }
  const auto says_what = [](const auto& entry) {
    return entry.first != "align" && entry.first != "picture";
  };
  if (std::ranges::any_of(c.arguments, says_what)) {
    if (auto done = describe_second(e, c, wanted); !done) return done;
  }
  if (wanted.on && !e.state().tools.compare.on) e.focus("compare");
  e.set(std::move(tools));
  return {};
}

bool is_parameter(const session::Session& session, const std::string& name) {
  const auto all = session::sweep_parameters(session);
  return std::ranges::find(all, name, &lesson::Parameter::name) != all.end();
}

Result<void> check_counter(const session::Session& session, const std::string& counter) {
  const bool of_gpu = counter == view::kGpuTime || counter == view::kRoofline;
  if (of_gpu && !session.gpu().there()) return bad_input(tr("there is no GPU that could be timed"));
  const bool known = of_gpu || counter == view::kModelTime ||
                     view::find_counter(counter) != nullptr ||
                     session::recording_named(session, counter) != nullptr;
  if (!known) return bad_input(say("there is no counter '{}'", counter));
  return {};
}

Result<void> sweep_row(session::SessionEditor& e, const session::Command& c) {
  view::Tools tools = e.state().tools;
  view::Sweep& wanted = tools.sweep;
  if (argument(c, "cancel")) {
    wanted.on = false;
    e.set(std::move(tools));
    return {};
  }
  if (const auto counter = argument(c, "counter")) {
    if (auto known = check_counter(e.session(), *counter); !known) return known;
    wanted.counter = *counter;
  }
  if (const auto name = argument(c, "parameter")) {
    if (!is_parameter(e.session(), *name))
      return bad_input(say("there is no parameter '{}'", *name));
    wanted.parameter = *name;
  }
  if (argument(c, "parameter") || c.arguments.empty()) {
    wanted.on = true;
    const auto all = session::sweep_parameters(e.session());
    if (all.empty()) return bad_input(tr("there is no parameter to sweep"));
    if (!is_parameter(e.session(), wanted.parameter)) wanted.parameter = all.front().name;
  }
  e.set(std::move(tools));
  return {};
}

Result<void> survey_row(session::SessionEditor& e, const session::Command&) {
  e.want_survey();
  return {};
}

constexpr std::array kRows{
    CommandRow{
        "compare", mark("Compare"), "",
        "rung=ID [engine=ptx|sass] [NAME=VALUE …] [align=tick|phase|fraction] "
        "[picture=requests|phases]|"
        "NAME=VALUE|pin|off",
        mark("Chooses a second run, B, that is stepped with the one on screen; pin keeps this "
             "run as B."),
        mark("Experiment"), has_run, compare_row},
    CommandRow{"sweep", mark("Sweep"), "", "[parameter=NAME] [counter=ID]|cancel",
               mark("Runs the model for every value of a parameter; Timings plots a counter."),
               mark("Experiment"), has_run, sweep_row},
    CommandRow{"survey", mark("Measure the GPU"), "", "",
               mark("Measures what this machine's GPU reaches at most, and transfers to it, once: "
                    "Device shows them."),
               mark("Experiment"), has_gpu, survey_row},
};

}  // namespace

std::span<const CommandRow> compare_rows() { return kRows; }

}  // namespace lanescope::ui::commands
