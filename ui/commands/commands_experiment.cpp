#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "lab/experiment/spec.hpp"
#include "ui/commands/command_rows.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

Result<void> set_policy(session::SessionEditor& e, const std::string& value) {
  view::Machine machine = e.state().experiment.machine;
  if (value == "its")
    machine.policy = engine::Policy::Its;
  else if (value == "ipdom")
    machine.policy = engine::Policy::Ipdom;
  else if (value == "min_pc")
    machine.policy = engine::Policy::MinPc;
  else
    return bad_input(say("'{}' is no policy: its, ipdom or min_pc", value));
  return e.experiment().set_machine(machine);
}

Result<void> set_order(session::SessionEditor& e, const std::string& value) {
  view::Machine machine = e.state().experiment.machine;
  if (value == "round_robin")
    machine.order = engine::Order::RoundRobin;
  else if (value == "barrier")
    machine.order = engine::Order::Barrier;
  else
    return bad_input(say("'{}' is no order: round_robin or barrier", value));
  return e.experiment().set_machine(machine);
}

Result<void> set_warp_size(session::SessionEditor& e, const std::string& value) {
  const auto size = parse_number(value);
  if (!size) return size.error();
  constexpr std::array<std::uint64_t, 5> kSizes{4, 8, 16, 32, 64};
  if (std::find(kSizes.begin(), kSizes.end(), *size) == kSizes.end()) {
    return bad_input(tr("a warp has 4, 8, 16, 32 or 64 lanes"));
  }
  view::Machine machine = e.state().experiment.machine;
  machine.warp_size = static_cast<int>(*size);
  if (machine.warp_size != 32) machine.machine_code = false;
  return e.experiment().set_machine(machine);
}

Result<void> set_engine(session::SessionEditor& e, const std::string& value) {
  if (value != "ptx" && value != "sass")
    return bad_input(say("'{}' is no engine: ptx or sass", value));
  view::Machine machine = e.state().experiment.machine;
  machine.machine_code = value == "sass";
  if (machine.machine_code) machine.warp_size = 32;
  return e.experiment().set_machine(machine);
}

Result<void> set_arch(session::SessionEditor& e, const std::string& value) {
  const auto limits = analysis::sm_limits(value);
  if (!limits) return limits.error();
  view::Machine machine = e.state().experiment.machine;
  machine.arch = value;
  return e.experiment().set_machine(machine);
}

Result<void> set_input(session::SessionEditor& e, const std::string& value) {
  if (!value.empty()) {
    const auto parsed = experiment::parse_symbol("input:f32[1]=" + value);
    if (!parsed) return parsed.error();
  }
  return e.experiment().set_input(value);
}

struct Setting {
  std::string_view name;
  Result<void> (*set)(session::SessionEditor&, const std::string&);
};
constexpr std::array<Setting, 6> kSettings{{{"engine", set_engine},
                                            {"policy", set_policy},
                                            {"order", set_order},
                                            {"warp-size", set_warp_size},
                                            {"arch", set_arch},
                                            {"input", set_input}}};

Result<void> set_one(session::SessionEditor& e, const std::string& name, const std::string& value) {
  for (const Setting& setting : kSettings) {
    if (setting.name == name) return setting.set(e, value);
  }
  std::int64_t number = 0;
  const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (problem != std::errc{} || end != value.data() + value.size()) {
    return bad_input(say("set: {}: '{}' is not a whole number", name, value));
  }
  return e.experiment().set_parameter(name, number);
}

Result<void> set_row(session::SessionEditor& e, const session::Command& c) {
  if (c.arguments.empty()) return bad_input(tr("set needs NAME=VALUE"));
  for (const auto& [name, value] : c.arguments) {
    if (auto done = set_one(e, name, value); !done) return done;
  }
  return {};
}

Result<void> rung_row(session::SessionEditor& e, const session::Command& c) {
  const auto id = needed(c, "id");
  return id ? e.experiment().open_rung(*id) : Result<void>(id.error());
}

// From here to the rung `way` further in the ladder.
Result<void> rung_by(session::SessionEditor& e, std::ptrdiff_t way) {
  const auto& rungs = e.session().lesson()->rungs;
  const auto at = std::find_if(rungs.begin(), rungs.end(), [&](const lesson::Rung& r) {
    return r.id == e.state().experiment.rung;
  });
  const std::ptrdiff_t index = at - rungs.begin() + way;
  if (index < 0 || index >= static_cast<std::ptrdiff_t>(rungs.size()))
    return bad_input(tr("the ladder ends here"));
  return e.experiment().open_rung(rungs[static_cast<std::size_t>(index)].id);
}
Result<void> next_rung(session::SessionEditor& e, const session::Command&) { return rung_by(e, 1); }
Result<void> previous_rung(session::SessionEditor& e, const session::Command&) {
  return rung_by(e, -1);
}

Result<void> edit_row(session::SessionEditor& e, const session::Command& c) {
  const auto text = needed(c, "text");
  return text ? e.experiment().edit_source(*text) : Result<void>(text.error());
}
Result<void> compile_row(session::SessionEditor& e, const session::Command&) {
  return e.experiment().rerun();
}
Result<void> revert_row(session::SessionEditor& e, const session::Command&) {
  return e.experiment().revert_source();
}

Result<void> editor_row(session::SessionEditor& e, const session::Command& c) {
  const std::string value = argument(c, "value").value_or(e.state().tools.editing ? "off" : "on");
  if (value != "on" && value != "off") return bad_input(tr("edit-source: value is on or off"));
  view::Tools tools = e.state().tools;
  tools.editing = value == "on";
  if (tools.editing) e.focus("source");
  e.set(std::move(tools));
  return {};
}

bool has_kernel(const session::Session& s) { return s.rung() != nullptr || s.pasted() != nullptr; }
bool is_edited(const session::Session& s) { return !s.state().experiment.edited_source().empty(); }

constexpr std::array kRows{
    CommandRow{
        "set", mark("Set"), "",
        "PARAMETER=N|engine=ptx|arch=sm_90|policy=its|order=round_robin|warp-size=32|input=FILL",
        mark("Changes a parameter of the run and runs again."), mark("Experiment"), has_kernel,
        set_row},
    CommandRow{"rung", mark("Rung"), "", "id=ID",
               mark("Opens a rung of the ladder; parameters that both have stay."),
               mark("Experiment"), has_lesson, rung_row},
    CommandRow{"next-rung", mark("Next rung"), "Ctrl+Down", "", mark("Opens the rung below."),
               mark("Experiment"), has_lesson, next_rung},
    CommandRow{"previous-rung", mark("Previous rung"), "Ctrl+Up", "", mark("Opens the rung above."),
               mark("Experiment"), has_lesson, previous_rung},
    CommandRow{"edit", mark("Edit"), "", "text=SOURCE",
               mark("Replaces the kernel's source, compiles and runs it."), mark("Experiment"),
               has_kernel, edit_row},
    CommandRow{"edit-source", mark("Edit the source"), "Ctrl+E", "[value=on|off]",
               mark("Makes Source an editor, or ends it: what was written stays."),
               mark("Experiment"), has_kernel, editor_row},
    CommandRow{"compile", mark("Compile and run"), "Ctrl+Return", "",
               mark("Compiles the source as it is in the editor and runs it."), mark("Experiment"),
               has_kernel, compile_row},
    CommandRow{"revert", mark("Revert"), "", "", mark("Takes back all changes of the source."),
               mark("Experiment"), is_edited, revert_row},
};

}  // namespace

std::span<const CommandRow> experiment_rows() { return kRows; }

}  // namespace lanescope::ui::commands
