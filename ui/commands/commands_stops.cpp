#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "ui/commands/command_rows.hpp"
#include "ui/lane_language/lane_names.hpp"
#include "ui/session/source_model.hpp"
#include "ui/session/stop_search.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

// The line that is named, else the selected one, else that of the instruction in the picture.
Result<std::uint32_t> line_meant(const session::Session& session, const session::Command& c) {
  if (argument(c, "line")) return small_number(c, "line");
  if (session.state().cursor.selection.line) return *session.state().cursor.selection.line;
  const std::uint32_t shown = session::source_now(session).line;
  if (shown == 0) return bad_input(tr("break: select a source line first, or say line=N"));
  return shown;
}

Result<void> check_line(const session::Session& session, std::uint32_t line) {
  const session::SourceModel model = session::source_model(session);
  const auto found = std::find_if(model.lines.begin(), model.lines.end(),
                                  [&](const session::SourceLine& l) { return l.number == line; });
  if (found != model.lines.end() && found->has_code) return {};
  return bad_input(say("no instruction belongs to line {}: nothing can stop there", line));
}

// `if=` and `lane=` in one condition.
Result<std::string> condition_of(const session::Session& session, const session::Command& c) {
  std::string text = argument(c, "if").value_or("");
  if (argument(c, "lane")) {
    const auto lane = number(c, "lane");
    if (!lane) return lane.error();
    text = fmt::format("lane == {}{}{}", *lane, text.empty() ? "" : " && ", text);
    if (text.find("||") != std::string::npos)
      return bad_input(tr("break: with || in the condition, say lane == N in each part of it"));
  }
  if (text.empty()) return text;
  const auto parsed = lane_language::LaneExpression::parse(text);
  if (!parsed) return bad_input(fmt::format("break: {}", parsed.error().message));
  if (!parsed->is_condition())
    return bad_input(tr("break: a condition compares with ==, !=, <, <=, > or >="));
  if (session.program() != nullptr) {
    if (auto known = parsed->check(lane_language::names_of(session)); !known)
      return bad_input(fmt::format("break: {}", known.error().message));
  }
  return text;
}

// With a condition: sets it. Without: sets a breakpoint where there is none, else takes it away.
Result<void> break_row(session::SessionEditor& e, const session::Command& c) {
  const auto line = line_meant(e.session(), c);
  if (!line) return line.error();
  view::Marks marks = e.state().marks;
  auto& points = marks.breakpoints;
  const auto at = std::find_if(points.begin(), points.end(),
                               [&](const view::Breakpoint& point) { return point.line == *line; });
  const auto condition = condition_of(e.session(), c);
  if (!condition) return condition.error();
  const bool removes = argument(c, "off") || (condition->empty() && at != points.end());
  if (removes) {
    if (at == points.end()) return bad_input(say("line {} has no breakpoint", *line));
    points.erase(at);
  } else {
    if (auto ok = check_line(e.session(), *line); !ok) return ok;
    if (at != points.end())
      at->condition = *condition;
    else
      points.push_back({*line, *condition});
    std::ranges::sort(points, {}, &view::Breakpoint::line);
  }
  e.set(std::move(marks));
  return {};
}

Result<void> clear_breaks(session::SessionEditor& e, const session::Command&) {
  view::Marks marks = e.state().marks;
  marks.breakpoints.clear();
  e.set(std::move(marks));
  return {};
}

Result<void> next_break(session::SessionEditor& e, const session::Command&) {
  e.cursor().set_playing(false);
  const bool found = e.cursor().find_stop(session::StopFinder::Goal::Next, e.state().cursor.tick,
                                          e.cursor().end());
  return found ? Result<void>{} : bad_input(e.session().message());
}

Result<void> previous_break(session::SessionEditor& e, const session::Command&) {
  e.cursor().set_playing(false);
  const std::uint64_t tick = e.state().cursor.tick.value;
  const Tick before{tick == 0 ? 0 : tick - 1};
  const bool found = e.cursor().find_stop(session::StopFinder::Goal::Previous, Tick{0}, before);
  return found ? Result<void>{} : bad_input(e.session().message());
}

bool has_breakpoints(const session::Session& s) {
  return s.trace() != nullptr && !s.state().marks.breakpoints.empty();
}
bool has_bookmarks(const session::Session& s) {
  return s.trace() != nullptr && !s.state().marks.bookmarks.empty();
}

Tick tick_of(const session::Session& session, const view::Bookmark& mark) {
  return view::tick_at(*session.trace(), mark.place);
}

// At the present moment; a note that is given replaces the one there.
Result<void> bookmark_row(session::SessionEditor& e, const session::Command& c) {
  const session::Session& session = e.session();
  view::Marks all = e.state().marks;
  auto& marks = all.bookmarks;
  const Tick now = e.state().cursor.tick;
  const auto at = std::find_if(marks.begin(), marks.end(),
                               [&](const view::Bookmark& m) { return tick_of(session, m) == now; });
  const auto note = argument(c, "note");
  if (argument(c, "off")) {
    if (at == marks.end()) return bad_input(tr("there is no bookmark at this moment"));
    marks.erase(at);
  } else if (at != marks.end()) {
    if (note)
      at->note = *note;
    else
      marks.erase(at);
  } else {
    const auto later = std::find_if(marks.begin(), marks.end(), [&](const view::Bookmark& m) {
      return tick_of(session, m) > now;
    });
    marks.insert(later, {view::place_of(*session.trace(), now), note.value_or("")});
  }
  e.set(std::move(all));
  return {};
}

Result<void> go_to_bookmark(session::SessionEditor& e, bool forward) {
  const session::Session& session = e.session();
  const Tick now = e.state().cursor.tick;
  std::optional<Tick> best;
  for (const view::Bookmark& mark : session.state().marks.bookmarks) {
    const Tick tick = tick_of(session, mark);
    const bool beyond = forward ? tick > now : tick < now;
    if (beyond && (!best || (forward ? tick < *best : tick > *best))) best = tick;
  }
  if (!best)
    return bad_input(forward ? tr("there is no bookmark after this moment")
                             : tr("there is no bookmark before this moment"));
  e.cursor().set_playing(false);
  e.cursor().show(*best);
  return {};
}
Result<void> next_bookmark(session::SessionEditor& e, const session::Command&) {
  return go_to_bookmark(e, true);
}
Result<void> previous_bookmark(session::SessionEditor& e, const session::Command&) {
  return go_to_bookmark(e, false);
}
Result<void> clear_bookmarks(session::SessionEditor& e, const session::Command&) {
  view::Marks marks = e.state().marks;
  marks.bookmarks.clear();
  e.set(std::move(marks));
  return {};
}

// Of the register shown in Warps, in the selected lane, unless told otherwise.
Result<void> who_wrote_register(session::SessionEditor& e, const session::Command& c) {
  const session::Session& session = e.session();
  const std::string name =
      argument(c, "register").value_or(session.state().appearance.shown_register);
  if (name.empty())
    return bad_input(tr("show a register first (click one in Registers), or say register=%r1"));
  std::uint64_t lane = session.state().cursor.selection.lane.value_or(0);
  if (argument(c, "lane")) {
    const auto given = number(c, "lane");
    if (!given) return given.error();
    lane = *given;
  }
  if (lane >= static_cast<std::uint64_t>(session.run()->plan().options.warp_size))
    return bad_input(say("there is no lane {}", lane));
  const WarpIndex warp = session.shown_warp();
  const std::uint64_t tick = session.state().cursor.tick.value;
  const auto found = session::register_write_before(session, Tick{tick == 0 ? 0 : tick - 1}, warp,
                                                    static_cast<std::uint32_t>(lane), name);
  if (!found)
    return bad_input(say("no instruction before this one writes {} in lane {}", name, lane));
  e.cursor().set_playing(false);
  view::Selection selection = session.state().cursor.selection;
  selection.warp = warp;
  e.cursor().select(std::move(selection));
  e.cursor().show_instruction(*found);
  return {};
}

constexpr std::array kRows{
    CommandRow{"break", mark("Breakpoint"), "F9", "[line=N if=CONDITION lane=N off]",
               mark("Sets a breakpoint on a source line, or takes it away; a condition compares a "
                    "lane's values, as in if=\"%r5 == 3 && lane < 4\"."),
               mark("Time"), has_trace, break_row},
    CommandRow{"next-break", mark("Run to the next breakpoint"), "F5", "",
               mark("Goes on until a breakpoint stops the run."), mark("Time"), has_breakpoints,
               next_break},
    CommandRow{"previous-break", mark("Run back to a breakpoint"), "Shift+F5", "",
               mark("Goes back to where a breakpoint stopped last."), mark("Time"), has_breakpoints,
               previous_break},
    CommandRow{"clear-breaks", mark("Clear all breakpoints"), "", "",
               mark("Takes all breakpoints away."), mark("Time"), has_breakpoints, clear_breaks},
    CommandRow{
        "bookmark", mark("Bookmark"), "M", "[note=WORDS off]",
        mark("Marks this moment on the scrubber, with a note if you like; a second time takes "
             "the mark away."),
        mark("Time"), has_trace, bookmark_row},
    CommandRow{"next-bookmark", mark("Next bookmark"), "N", "", mark("Goes to the next bookmark."),
               mark("Time"), has_bookmarks, next_bookmark},
    CommandRow{"previous-bookmark", mark("Previous bookmark"), "Shift+N", "",
               mark("Goes back to the bookmark before."), mark("Time"), has_bookmarks,
               previous_bookmark},
    CommandRow{"clear-bookmarks", mark("Clear all bookmarks"), "", "",
               mark("Takes all bookmarks away."), mark("Time"), has_bookmarks, clear_bookmarks},
    CommandRow{
        "who-wrote-register", mark("Who wrote this register"), "Ctrl+W", "[register=%r1 lane=N]",
        mark("Goes back to the instruction that wrote the shown register in the selected lane."),
        mark("Time"), has_trace, who_wrote_register},
};

}  // namespace

std::span<const CommandRow> stop_rows() { return kRows; }

}  // namespace lanescope::ui::commands
