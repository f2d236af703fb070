#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "ui/commands/command_rows.hpp"
#include "ui/view/array_info.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

// The selection with a change.
template <typename Change>
Result<void> select(session::SessionEditor& e, Change change) {
  view::Selection selection = e.state().cursor.selection;
  change(selection);
  e.cursor().select(std::move(selection));
  return {};
}

Result<void> select_warp(session::SessionEditor& e, std::uint64_t warp) {
  const auto& launches = e.session().trace()->launches();
  const std::uint32_t launch = e.state().cursor.selection.launch;
  const int size = e.session().run()->plan().options.warp_size;
  if (launch >= launches.size()) return bad_input(tr("nothing has been launched"));
  const std::uint64_t lanes = static_cast<std::uint64_t>(size);
  const std::uint64_t warps = (launches[launch].block.count() + lanes - 1) / lanes;
  if (warp >= warps) return bad_input(say("the block has {} warps", warps));
  const WarpIndex index{static_cast<std::uint32_t>(warp)};
  return select(e, [&](view::Selection& s) { s.warp = index; });
}

Result<void> select_lane(session::SessionEditor& e, std::uint64_t lane) {
  const int size = e.session().run()->plan().options.warp_size;
  if (lane >= static_cast<std::uint64_t>(size)) return bad_input(say("a warp has {} lanes", size));
  return select(e, [&](view::Selection& s) { s.lane = static_cast<std::uint32_t>(lane); });
}

Result<void> select_pc(session::SessionEditor& e, std::uint64_t pc) {
  const engine::Program* program = e.session().program();
  if (program == nullptr || pc >= program->size())
    return bad_input(say("there is no instruction {}", pc));
  return select(e, [&](view::Selection& s) { s.pc = Pc{static_cast<std::uint32_t>(pc)}; });
}

// A block that is not recorded is recorded next: the same launch is run again with another window.
Result<void> select_block(session::SessionEditor& e, std::uint64_t block) {
  const trace::Trace& trace = *e.session().trace();
  const std::uint32_t launch = e.state().cursor.selection.launch;
  if (launch >= trace.launches().size()) return bad_input(tr("nothing has been launched"));
  const std::uint64_t count = trace.launches()[launch].grid.count();
  if (block >= count) return bad_input(say("the grid has {} blocks", count));
  const BlockIndex index{static_cast<std::uint32_t>(block)};
  const auto recorded = trace.blocks(launch);
  if (!std::binary_search(recorded.begin(), recorded.end(), index)) {
    trace::Window window = e.state().experiment.window;
    window.first = index;
    (void)select(e, [](view::Selection& s) { s.warp.reset(); });
    return e.experiment().record(window);
  }
  const auto steps = trace.steps_of(launch, index, WarpIndex{0});
  const auto next = std::lower_bound(steps.begin(), steps.end(), e.state().cursor.tick);
  if (next != steps.end()) {
    e.cursor().show_instruction(*next);
  } else if (!steps.empty()) {
    e.cursor().show_instruction(steps.back());
  }
  return select(e, [&](view::Selection& s) { s.block = index; });
}

Result<void> select_element(session::SessionEditor& e, const session::Command& c) {
  const auto name = needed(c, "array");
  if (!name) return name.error();
  const auto index = number(c, "index");
  if (!index) return index.error();
  const auto array = view::find_array(e.session(), *name);
  if (!array) return bad_input(say("there is no array '{}'", *name));
  if (*index >= array->count) return bad_input(say("{} has {} elements", *name, array->count));
  return select(e, [&](view::Selection& s) {
    s.element = view::Selection::Element{*name, static_cast<std::uint32_t>(*index)};
  });
}

Result<void> select_nothing(session::SessionEditor& e) {
  const view::Selection& now = e.state().cursor.selection;
  view::Selection place;
  place.launch = now.launch;
  place.block = now.block;
  e.cursor().select(place);
  return {};
}

using Selector = Result<void> (*)(session::SessionEditor&, std::uint64_t);
struct SelectRow {
  std::string_view key;
  Selector run;
};

Result<void> select_line(session::SessionEditor& e, std::uint64_t line) {
  const std::string& source = e.session().source_text();
  const auto lines = 1 + static_cast<std::uint64_t>(std::ranges::count(source, '\n'));
  if (line == 0 || line > lines) return bad_input(say("the source has {} lines", lines));
  return select(e, [&](view::Selection& s) { s.line = static_cast<std::uint32_t>(line); });
}

// In this order: a block first, since it may clear the warp.
constexpr std::array<SelectRow, 5> kSelectors{{{"block", select_block},
                                               {"warp", select_warp},
                                               {"lane", select_lane},
                                               {"line", select_line},
                                               {"pc", select_pc}}};

Result<void> select_row(session::SessionEditor& e, const session::Command& c) {
  if (c.arguments.empty())
    return bad_input(tr("select needs what: warp=N, lane=N, line=N, … or none"));
  for (const auto& [key, value] : c.arguments) {
    const bool known = key == "none" || key == "array" || key == "index" ||
                       std::any_of(kSelectors.begin(), kSelectors.end(),
                                   [&](const SelectRow& row) { return row.key == key; });
    if (!known) return bad_input(say("'{}' can't be selected", key));
  }
  if (argument(c, "none")) (void)select_nothing(e);
  for (const SelectRow& row : kSelectors) {
    if (!argument(c, row.key)) continue;
    const auto value = number(c, row.key);
    if (!value) return value.error();
    if (auto done = row.run(e, *value); !done) return done;
  }
  if (argument(c, "array")) return select_element(e, c);
  return {};
}

// Escape leaves what is in the way first: the tour, then the pen.
Result<void> select_none_row(session::SessionEditor& e, const session::Command&) {
  const view::State& state = e.state();
  if (state.tour.stop) {
    e.set(view::Tour{std::nullopt, state.tour.offered});
    return {};
  }
  if (!state.classroom.pen.on) return select_nothing(e);
  view::Classroom classroom = state.classroom;
  classroom.pen.on = false;
  e.set(std::move(classroom));
  return {};
}

Result<void> show_array(session::SessionEditor& e, const session::Command& c) {
  const auto name = needed(c, "name");
  if (!name) return name.error();
  if (!name->empty() && !view::find_array(e.session(), *name))
    return bad_input(say("there is no array '{}'", *name));
  view::Appearance look = e.state().appearance;
  look.array = *name;
  e.set(std::move(look));
  return {};
}

Result<void> show_register(session::SessionEditor& e, const session::Command& c) {
  const auto name = needed(c, "name");
  if (!name) return name.error();
  const engine::Program* program = e.session().program();
  const auto& registers = program->registers();
  const bool known =
      name->empty() || std::any_of(registers.begin(), registers.end(),
                                   [&](const engine::RegisterInfo& r) { return r.name == *name; });
  if (!known) return bad_input(say("there is no register '{}'", *name));
  view::Appearance look = e.state().appearance;
  look.shown_register = *name;
  e.set(std::move(look));
  return {};
}

bool has_program(const session::Session& session) { return session.program() != nullptr; }

constexpr std::array kRows{
    CommandRow{
        "select", mark("Select"), "", "warp=N|lane=N|line=N|pc=N|block=N|array=NAME index=N|none",
        mark("Selects something in all panels at once."), mark("Selection"), has_trace, select_row},
    CommandRow{"select-none", mark("Select nothing"), "Escape", "",
               mark("Clears the selection; ends the tour or lays the pen down first."),
               mark("Selection"), always, select_none_row},
    CommandRow{"show-array", mark("Show array"), "", "name=NAME",
               mark("Shows an array in the Arrays panel; no name: the one that the step touches."),
               mark("Selection"), has_trace, show_array},
    CommandRow{"show-register", mark("Show register"), "", "name=%r1",
               mark("Shows a register's values in the lanes of the Warps panel; no name: the "
                    "step's result."),
               mark("Selection"), has_program, show_register},
};

}  // namespace

std::span<const CommandRow> selection_rows() { return kRows; }

}  // namespace lanescope::ui::commands
