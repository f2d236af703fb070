#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "sim/analysis/lines.hpp"
#include "sim/analysis/search.hpp"
#include "ui/commands/command_rows.hpp"
#include "ui/figures/program/origin_words.hpp"
#include "ui/session/source_model.hpp"
#include "ui/view/array_info.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

using trace::MarkKind;

struct MarkName {
  std::string_view name;
  MarkKind kind;
};
constexpr std::array<MarkName, 6> kMarks{{{"divergence", MarkKind::Divergence},
                                          {"conflict", MarkKind::BankConflict},
                                          {"uncoalesced", MarkKind::Uncoalesced},
                                          {"barrier", MarkKind::Barrier},
                                          {"fault", MarkKind::Fault},
                                          {"launch", MarkKind::LaunchBoundary}}};

Result<MarkKind> mark_kind(std::string_view text) {
  for (const MarkName& row : kMarks) {
    if (row.name == text) return row.kind;
  }
  return bad_input(
      say("'{}' is no kind of mark: divergence, conflict, uncoalesced, barrier, fault or launch",
          text));
}

// The instruction in the picture; a mark "after" it lies behind it in time.
Tick shown_tick(const session::Session& session) {
  const std::uint64_t tick = session.state().cursor.tick.value;
  return Tick{tick == 0 ? 0 : tick - 1};
}

Result<void> go(session::SessionEditor& editor, std::optional<Tick> to, std::string_view what) {
  if (!to) return bad_input(say("there is no {}", what));
  editor.cursor().set_playing(false);
  editor.cursor().show_instruction(*to);
  return {};
}

// Barriers and launches are moments between instructions; other marks are instructions.
bool is_moment(MarkKind kind) {
  return kind == MarkKind::Barrier || kind == MarkKind::LaunchBoundary;
}

std::optional<Tick> first_mark(const trace::Trace& trace, MarkKind kind) {
  const auto marks = trace.marks();
  const auto first = std::ranges::find(marks, kind, &trace::Mark::kind);
  return first == marks.end() ? std::nullopt : std::optional(first->tick);
}

Result<void> go_to_mark(session::SessionEditor& e, const session::Command& c, bool forward) {
  const auto name = needed(c, "kind");
  if (!name) return name.error();
  const auto kind = mark_kind(*name);
  if (!kind) return kind.error();
  const trace::Trace& trace = *e.session().trace();
  const bool moment = is_moment(*kind);
  const Tick here = moment ? e.state().cursor.tick : shown_tick(e.session());
  std::optional<Tick> to = forward ? analysis::next_mark(trace, here, *kind)
                                   : analysis::previous_mark(trace, here, *kind);
  // At tick 0 nothing has been executed: instruction 0 may be the next mark.
  if (forward && !moment && e.state().cursor.tick.value == 0) to = first_mark(trace, *kind);
  if (!moment || !to) return go(e, to, forward ? say("next {}", *name) : say("previous {}", *name));
  e.cursor().set_playing(false);
  e.cursor().play_to(*to);
  return {};
}

Result<void> next_mark_row(session::SessionEditor& e, const session::Command& c) {
  return go_to_mark(e, c, true);
}
Result<void> previous_mark_row(session::SessionEditor& e, const session::Command& c) {
  return go_to_mark(e, c, false);
}
// Those with keys of their own.
Result<void> next_divergence(session::SessionEditor& e, const session::Command&) {
  return next_mark_row(e, {"next-mark", {{"kind", "divergence"}}});
}
Result<void> previous_divergence(session::SessionEditor& e, const session::Command&) {
  return previous_mark_row(e, {"previous-mark", {{"kind", "divergence"}}});
}
Result<void> next_conflict(session::SessionEditor& e, const session::Command&) {
  return next_mark_row(e, {"next-mark", {{"kind", "conflict"}}});
}
Result<void> previous_conflict(session::SessionEditor& e, const session::Command&) {
  return previous_mark_row(e, {"previous-mark", {{"kind", "conflict"}}});
}
Result<void> next_barrier(session::SessionEditor& e, const session::Command&) {
  return next_mark_row(e, {"next-mark", {{"kind", "barrier"}}});
}
Result<void> previous_barrier(session::SessionEditor& e, const session::Command&) {
  return previous_mark_row(e, {"previous-mark", {{"kind", "barrier"}}});
}
Result<void> next_fault(session::SessionEditor& e, const session::Command&) {
  return next_mark_row(e, {"next-mark", {{"kind", "fault"}}});
}
Result<void> previous_fault(session::SessionEditor& e, const session::Command&) {
  return previous_mark_row(e, {"previous-mark", {{"kind", "fault"}}});
}

// The selected element, or that of `array=` and `index=`.
Result<view::Selection::Element> touched_element(const session::Session& session,
                                                 const session::Command& c) {
  if (!argument(c, "array")) {
    if (session.state().cursor.selection.element) return *session.state().cursor.selection.element;
    return bad_input(tr("select an array element first, then ask who touches it"));
  }
  view::Selection::Element element;
  element.array = *argument(c, "array");
  const auto index = small_number(c, "index");
  if (!index) return index.error();
  element.index = *index;
  return element;
}

Result<analysis::Bytes> touched_bytes(const session::Session& session, const session::Command& c) {
  const auto element = touched_element(session, c);
  if (!element) return element.error();
  const auto array = view::find_array(session, element->array);
  if (!array) return bad_input(say("there is no array '{}'", element->array));
  if (element->index >= array->count)
    return bad_input(say("{} has {} elements", array->name, array->count));
  return view::bytes_of(session, *array, element->index);
}

using Search = std::optional<Tick> (*)(const trace::Trace&, Tick, const analysis::Bytes&,
                                       analysis::Touch);

Result<void> touch(session::SessionEditor& e, const session::Command& c, Search search,
                   analysis::Touch kind, std::string_view what) {
  const auto bytes = touched_bytes(e.session(), c);
  if (!bytes) return bytes.error();
  return go(e, search(*e.session().trace(), shown_tick(e.session()), *bytes, kind), what);
}

Result<void> next_touch_row(session::SessionEditor& e, const session::Command& c) {
  return touch(e, c, &analysis::next_touch, analysis::Touch::Any, tr("later access to it"));
}
Result<void> previous_touch_row(session::SessionEditor& e, const session::Command& c) {
  return touch(e, c, &analysis::previous_touch, analysis::Touch::Any, tr("earlier access to it"));
}
Result<void> next_write_row(session::SessionEditor& e, const session::Command& c) {
  return touch(e, c, &analysis::next_touch, analysis::Touch::Write, tr("later write to it"));
}
Result<void> previous_write_row(session::SessionEditor& e, const session::Command& c) {
  auto found =
      touch(e, c, &analysis::previous_touch, analysis::Touch::Write, tr("earlier write to it"));
  if (found) return found;
  const auto element = touched_element(e.session(), c);
  // Before the launch: another one of the program, or a copy of the host's.
  const std::string words =
      element ? figures::program::origin_words(e.session(), element->array, element->index) : "";
  return words.empty() ? found : bad_input(words);
}

Result<void> goto_phase(session::SessionEditor& e, const session::Command& c) {
  const auto phase = small_number(c, "phase");
  if (!phase) return phase.error();
  view::Selection where = e.state().cursor.selection;
  where.launch = 0;  // not the one in the picture: a script says where it leads
  if (argument(c, "launch")) {
    const auto launch = small_number(c, "launch");
    if (!launch) return launch.error();
    where.launch = *launch;
  }
  const trace::Trace& trace = *e.session().trace();
  if (where.launch >= trace.launches().size())
    return bad_input(say("the run has {} launches", trace.launches().size()));
  const auto blocks = trace.blocks(where.launch);
  if (!std::binary_search(blocks.begin(), blocks.end(), where.block) && !blocks.empty())
    where.block = blocks.front();
  const auto found = view::find_phase(trace, where.launch, where.block, *phase);
  if (!found) {
    return bad_input(
        say("the block has {} phases", view::phase_count(trace, where.launch, where.block)));
  }
  e.cursor().show(found->first);
  return {};
}

// The next instruction of a source line, from the start when there is none behind.
Result<void> goto_line(session::SessionEditor& e, const session::Command& c) {
  const auto line = number(c, "line");
  if (!line) return line.error();
  const session::Session& session = e.session();
  const trace::Trace& trace = *session.trace();
  const std::uint64_t count = trace.tick_count();
  for (std::uint64_t i = 0; i < count; ++i) {
    const Tick tick{(e.state().cursor.tick.value + i) % count};
    const trace::Step step = trace.step(tick);
    const engine::Program& program = *session.run()->plan().launches[step.launch].program;
    if (analysis::line_in_file(program, step.pc, session::compiled_file(session)) == *line) {
      e.cursor().show_instruction(tick);
      return {};
    }
  }
  return bad_input(say("no recorded instruction belongs to line {}", *line));
}

Result<void> goto_first_mark(session::SessionEditor& e, const std::string& name) {
  const auto kind = mark_kind(name);
  if (!kind) return kind.error();
  const trace::Trace& trace = *e.session().trace();
  const auto first =
      is_moment(*kind) ? analysis::next_mark(trace, Tick{0}, *kind) : first_mark(trace, *kind);
  if (!first) return go(e, first, say("next {}", name));
  e.cursor().show(Tick{0});
  return next_mark_row(e, {"next-mark", {{"kind", name}}});
}

Result<void> goto_row(session::SessionEditor& e, const session::Command& c) {
  e.cursor().set_playing(false);
  if (argument(c, "phase")) return goto_phase(e, c);
  if (argument(c, "line")) return goto_line(e, c);
  if (const auto mark = argument(c, "mark")) return goto_first_mark(e, *mark);
  if (argument(c, "fraction")) {
    const auto share = real(c, "fraction");
    if (!share) return share.error();
    const double ticks = std::clamp(*share, 0.0, 1.0) * static_cast<double>(e.cursor().end().value);
    e.cursor().show(Tick{static_cast<std::uint64_t>(std::llround(ticks))});
    return {};
  }
  const auto tick = number(c, "tick");
  if (!tick) return tick.error();
  if (Tick{*tick} > e.cursor().end())
    return bad_input(say("the run ends at tick {}", e.cursor().end().value));
  e.cursor().show(Tick{*tick});
  return {};
}

constexpr std::array kRows{
    CommandRow{
        "goto", mark("Go to"), "", "tick=N|phase=N [launch=N]|line=N|mark=KIND|fraction=0…1",
        mark("Goes to a tick, to the beginning of a phase (of launch 0 unless told otherwise), to "
             "the next instruction of a line, or to the first mark of a kind."),
        mark("Time"), has_trace, goto_row},
    CommandRow{"next-mark", mark("Next mark"), "",
               "kind=divergence|conflict|uncoalesced|barrier|fault|launch",
               mark("Goes to the next divergence, bank conflict, barrier or fault."), mark("Time"),
               has_trace, next_mark_row},
    CommandRow{"previous-mark", mark("Previous mark"), "",
               "kind=divergence|conflict|uncoalesced|barrier|fault|launch",
               mark("Goes back to the divergence, bank conflict, barrier or fault before."),
               mark("Time"), has_trace, previous_mark_row},
    CommandRow{"next-divergence", mark("Next divergence"), "D", "",
               mark("Goes to the next branch at which a warp's lanes part."), mark("Time"),
               has_trace, next_divergence},
    CommandRow{"previous-divergence", mark("Previous divergence"), "Shift+D", "",
               mark("Goes back to the branch before at which a warp's lanes part."), mark("Time"),
               has_trace, previous_divergence},
    CommandRow{"next-conflict", mark("Next bank conflict"), "C", "",
               mark("Goes to the next request in which lanes want different words of one bank."),
               mark("Time"), has_trace, next_conflict},
    CommandRow{"previous-conflict", mark("Previous bank conflict"), "Shift+C", "",
               mark("Goes back to the request before with a bank conflict."), mark("Time"),
               has_trace, previous_conflict},
    CommandRow{"next-barrier", mark("Next barrier"), "B", "",
               mark("Goes to where the next barrier opens."), mark("Time"), has_trace,
               next_barrier},
    CommandRow{"previous-barrier", mark("Previous barrier"), "Shift+B", "",
               mark("Goes back to where the barrier before opened."), mark("Time"), has_trace,
               previous_barrier},
    CommandRow{"next-fault", mark("Next fault"), "F", "", mark("Goes to the next fault."),
               mark("Time"), has_trace, next_fault},
    CommandRow{"previous-fault", mark("Previous fault"), "Shift+F", "",
               mark("Goes back to the fault before."), mark("Time"), has_trace, previous_fault},
    CommandRow{
        "next-touch", mark("Next access to the selected element"), "T", "[array=NAME index=N]",
        mark("Goes to the next instruction that reads or writes the selected array element."),
        mark("Time"), has_trace, next_touch_row},
    CommandRow{"previous-touch", mark("Previous access to the selected element"), "Shift+T",
               "[array=NAME index=N]",
               mark("Goes back to the instruction that read or wrote the selected array element."),
               mark("Time"), has_trace, previous_touch_row},
    CommandRow{"next-write", mark("Next write of the selected element"), "W",
               "[array=NAME index=N]",
               mark("Goes to the next instruction that writes the selected array element."),
               mark("Time"), has_trace, next_write_row},
    CommandRow{"previous-write", mark("Who wrote this value"), "Shift+W", "[array=NAME index=N]",
               mark("Goes back to the instruction that wrote the selected element's value."),
               mark("Time"), has_trace, previous_write_row},
};

}  // namespace

std::span<const CommandRow> jump_rows() { return kRows; }

}  // namespace lanescope::ui::commands
