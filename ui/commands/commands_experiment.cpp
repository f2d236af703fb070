#include <algorithm>
#include <array>
#include <charconv>

#include "lab/experiment/spec.hpp"
#include "ui/commands/command_rows.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {
namespace {

Result<void> set_policy(SessionEditor& e, const std::string& value) {
  if (value == "its")
    e.state().policy = engine::Policy::Its;
  else if (value == "ipdom")
    e.state().policy = engine::Policy::Ipdom;
  else if (value == "min_pc")
    e.state().policy = engine::Policy::MinPc;
  else
    return bad_input(say("'{}' is no policy: its, ipdom or min_pc", value));
  return {};
}

Result<void> set_order(SessionEditor& e, const std::string& value) {
  if (value == "round_robin")
    e.state().order = engine::Order::RoundRobin;
  else if (value == "barrier")
    e.state().order = engine::Order::Barrier;
  else
    return bad_input(say("'{}' is no order: round_robin or barrier", value));
  return {};
}

Result<void> set_warp_size(SessionEditor& e, const std::string& value) {
  const auto size = parse_number(value);
  if (!size) return size.error();
  constexpr std::array<std::uint64_t, 5> kSizes{4, 8, 16, 32, 64};
  if (std::find(kSizes.begin(), kSizes.end(), *size) == kSizes.end()) {
    return bad_input(tr("a warp has 4, 8, 16, 32 or 64 lanes"));
  }
  e.state().warp_size = static_cast<int>(*size);
  e.state().selection.lane.reset();
  e.state().selection.warp.reset();
  return {};
}

Result<void> set_arch(SessionEditor& e, const std::string& value) {
  const auto limits = analysis::sm_limits(value);
  if (!limits) return limits.error();
  e.state().arch = value;
  return {};
}

Result<void> set_input(SessionEditor& e, const std::string& value) {
  if (!value.empty()) {
    const auto parsed = lab::parse_symbol("input:f32[1]=" + value);
    if (!parsed) return parsed.error();
  }
  e.state().input = value;
  return {};
}

struct Setting {
  std::string_view name;
  Result<void> (*set)(SessionEditor&, const std::string&);
};
constexpr std::array<Setting, 5> kSettings{{{"policy", set_policy},
                                            {"order", set_order},
                                            {"warp-size", set_warp_size},
                                            {"arch", set_arch},
                                            {"input", set_input}}};

Result<void> set_one(SessionEditor& e, const std::string& name, const std::string& value) {
  for (const Setting& setting : kSettings) {
    if (setting.name != name) continue;
    if (auto done = setting.set(e, value); !done) return done;
    return e.rerun();
  }
  std::int64_t number = 0;
  const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (problem != std::errc{} || end != value.data() + value.size()) {
    return bad_input(say("set: {}: '{}' is not a whole number", name, value));
  }
  return e.set_parameter(name, number);
}

Result<void> set_row(SessionEditor& e, const Command& c) {
  if (c.arguments.empty()) return bad_input(tr("set needs NAME=VALUE"));
  for (const auto& [name, value] : c.arguments) {
    if (auto done = set_one(e, name, value); !done) return done;
  }
  return {};
}

Result<void> rung_row(SessionEditor& e, const Command& c) {
  const auto id = needed(c, "id");
  return id ? e.open_rung(*id) : Result<void>(id.error());
}

// From here to the rung `way` further in the ladder.
Result<void> rung_by(SessionEditor& e, std::ptrdiff_t way) {
  const auto& rungs = e.session().lesson()->rungs;
  const auto at = std::find_if(rungs.begin(), rungs.end(), [&](const lab::Rung& r) {
    return r.id == e.session().state().rung;
  });
  const std::ptrdiff_t index = at - rungs.begin() + way;
  if (index < 0 || index >= static_cast<std::ptrdiff_t>(rungs.size()))
    return bad_input(tr("the ladder ends here"));
  return e.open_rung(rungs[static_cast<std::size_t>(index)].id);
}
Result<void> next_rung(SessionEditor& e, const Command&) { return rung_by(e, 1); }
Result<void> previous_rung(SessionEditor& e, const Command&) { return rung_by(e, -1); }

Result<void> edit_row(SessionEditor& e, const Command& c) {
  const auto text = needed(c, "text");
  if (!text) return text.error();
  e.edit_source(*text);
  return e.rerun();
}
Result<void> compile_row(SessionEditor& e, const Command&) { return e.rerun(); }
Result<void> revert_row(SessionEditor& e, const Command&) {
  e.revert_source();
  return e.rerun();
}

Result<void> editor_row(SessionEditor& e, const Command& c) {
  const std::string value = argument(c, "value").value_or(e.state().editing ? "off" : "on");
  if (value != "on" && value != "off") return bad_input(tr("edit-source: value is on or off"));
  e.state().editing = value == "on";
  if (e.state().editing) e.focus("source");
  return {};
}

bool has_kernel(const Session& s) { return s.rung() != nullptr || s.pasted() != nullptr; }
bool is_edited(const Session& s) { return !s.state().edited_source.empty(); }

constexpr std::array kRows{
    CommandRow{"set", mark("Set"), "",
               "PARAMETER=N|arch=sm_90|policy=its|order=round_robin|warp-size=32|input=FILL",
               mark("Changes a parameter of the run and runs again."), mark("Experiment"),
               has_kernel, set_row},
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

}  // namespace lanescope::ui
