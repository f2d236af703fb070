#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "ui/commands/command_rows.hpp"
#include "ui/session/user_files.hpp"
#include "ui/teaching/notes.hpp"
#include "ui/teaching/tour.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

// The class's window.

Result<void> projector(session::SessionEditor& e, const session::Command& c) {
  view::Classroom classroom = e.state().classroom;
  view::Projector& changed = classroom.projector;
  if (argument(c, "scale")) {
    const auto scale = real(c, "scale");
    if (!scale) return scale.error();
    if (!(*scale >= 0.5 && *scale <= 2.5))
      return bad_input(tr("projector: scale goes from 0.5 to 2.5"));
    changed.scale = *scale;
  }
  if (const auto theme = argument(c, "theme")) {
    if (*theme != "dark" && *theme != "light" && *theme != "same")
      return bad_input(say("'{}' is no theme: dark, light or same", *theme));
    changed.theme.reset();
    if (*theme != "same") changed.theme = *theme == "dark" ? view::Theme::Dark : view::Theme::Light;
  }
  // Without any word it is turned on or off; with others only when `value` says so.
  if (argument(c, "value") || c.arguments.empty()) {
    if (auto done = turn(changed.on, c); !done) return done;
  }
  if (!changed.on) changed.pointed_panel.clear();
  e.set(std::move(classroom));
  return {};
}

Result<std::vector<view::PenStroke::Point>> points_of(const session::Command& c) {
  const auto text = needed(c, "points");
  if (!text) return text.error();
  std::vector<view::PenStroke::Point> points;
  const char* at = text->data();
  const char* const end = at + text->size();
  const auto coordinate = [&](float& value, char after) {
    const auto [rest, problem] = std::from_chars(at, end, value);
    // A little beside the panel is still in the window.
    if (problem != std::errc{} || !std::isfinite(value) || std::abs(value) > 100.0F) return false;
    at = rest;
    if (at == end) return after == ' ';
    return *at++ == after;
  };
  while (at != end) {
    view::PenStroke::Point point;
    if (!coordinate(point.x, ',') || !coordinate(point.y, ' '))
      return bad_input(say("{}: points are written \"x,y x,y\", as shares of 1", c.name));
    points.push_back(point);
  }
  if (points.empty()) return bad_input(say("{}: no points", c.name));
  return points;
}

Result<void> point(session::SessionEditor& e, const session::Command& c) {
  view::Classroom classroom = e.state().classroom;
  view::Projector& projector = classroom.projector;
  projector.pointed_panel = argument(c, "panel").value_or("");
  if (!projector.pointed_panel.empty()) {
    const auto points = points_of(c);
    if (!points) return points.error();
    projector.pointer = points->front();
  }
  e.set(std::move(classroom));
  return {};
}

// The pen.

Result<style::Role> colour_of(const std::string& name) {
  for (const style::Role role : view::kPenColours) {
    if (style::role_name(role) == name) return role;
  }
  std::string known;
  for (const style::Role role : view::kPenColours)
    known += fmt::format("{}{}", known.empty() ? "" : ", ", style::role_name(role));
  return bad_input(say("the pen has no colour '{}': {}", name, known));
}

Result<void> pen(session::SessionEditor& e, const session::Command& c) {
  view::Classroom classroom = e.state().classroom;
  view::Pen& pen = classroom.pen;
  if (const auto name = argument(c, "colour")) {
    const auto found = colour_of(*name);
    if (!found) return found.error();
    pen.colour = *found;
    pen.on = true;
  }
  if (const auto value = argument(c, "keep")) {
    if (auto done = turn(pen.keep, {c.name, {{"value", *value}}}); !done) return done;
  }
  if (argument(c, "value") || c.arguments.empty()) {
    if (auto done = turn(pen.on, c); !done) return done;
  }
  e.set(std::move(classroom));
  return {};
}

Result<void> next_colour(session::SessionEditor& e, const session::Command&) {
  view::Classroom classroom = e.state().classroom;
  view::Pen& pen = classroom.pen;
  const auto now =
      std::find(std::begin(view::kPenColours), std::end(view::kPenColours), pen.colour);
  const bool last = now == std::end(view::kPenColours) || now + 1 == std::end(view::kPenColours);
  pen.colour = last ? view::kPenColours[0] : *(now + 1);
  e.set(std::move(classroom));
  return {};
}

constexpr std::size_t kMostPoints = 100'000;  // of all lines together

std::size_t points_drawn(const view::Pen& pen) {
  std::size_t count = 0;
  for (const view::PenStroke& stroke : pen.strokes) count += stroke.points.size();
  return count;
}

Result<void> pen_stroke(session::SessionEditor& e, const session::Command& c) {
  auto points = points_of(c);
  if (!points) return points.error();
  view::Classroom classroom = e.state().classroom;
  view::Pen& pen = classroom.pen;
  view::PenStroke stroke;
  stroke.panel = argument(c, "panel").value_or("");
  stroke.colour = pen.colour;
  if (const auto name = argument(c, "colour")) {
    const auto found = colour_of(*name);
    if (!found) return found.error();
    stroke.colour = *found;
  }
  stroke.place = view::pen_place(e.state());
  stroke.points = std::move(*points);
  if (points_drawn(pen) + stroke.points.size() > kMostPoints)
    return bad_input(tr("the drawing is too large: clear it first"));
  pen.strokes.push_back(std::move(stroke));
  e.set(std::move(classroom));
  return {};
}

bool has_strokes(const session::Session& session) {
  const view::State& state = session.state();
  return std::any_of(
      state.classroom.pen.strokes.begin(), state.classroom.pen.strokes.end(),
      [&](const view::PenStroke& stroke) { return view::is_visible(stroke, state); });
}

Result<void> pen_extend(session::SessionEditor& e, const session::Command& c) {
  const auto points = points_of(c);
  if (!points) return points.error();
  view::Classroom classroom = e.state().classroom;
  view::Pen& pen = classroom.pen;
  if (points_drawn(pen) + points->size() > kMostPoints)
    return bad_input(tr("the drawing is too large: clear it first"));
  auto& line = pen.strokes.back().points;
  line.insert(line.end(), points->begin(), points->end());
  e.set(std::move(classroom));
  return {};
}

// The last line in sight.
Result<void> pen_undo(session::SessionEditor& e, const session::Command&) {
  const view::State& state = e.state();
  view::Classroom classroom = state.classroom;
  auto& strokes = classroom.pen.strokes;
  const auto last =
      std::find_if(strokes.rbegin(), strokes.rend(),
                   [&](const view::PenStroke& stroke) { return view::is_visible(stroke, state); });
  if (last != strokes.rend()) strokes.erase(std::next(last).base());
  e.set(std::move(classroom));
  return {};
}
Result<void> pen_clear(session::SessionEditor& e, const session::Command&) {
  const view::State& state = e.state();
  view::Classroom classroom = state.classroom;
  std::erase_if(classroom.pen.strokes,
                [&](const view::PenStroke& stroke) { return view::is_visible(stroke, state); });
  e.set(std::move(classroom));
  return {};
}

// The tour.

void answer_offer(session::SessionEditor& e) {
  if (!e.state().tour.offered) return;
  e.set(view::Tour{e.state().tour.stop, false});
  session::note_tour_offered(e.session().user_folder());
}

Result<void> go_to_stop(session::SessionEditor& e, std::size_t stop) {
  answer_offer(e);
  view::Classroom classroom = e.state().classroom;
  classroom.pen.on = false;
  e.set(std::move(classroom));
  e.set(view::Tour{static_cast<std::uint32_t>(stop), e.state().tour.offered});
  const std::string panel(teaching::tour()[stop].panel);
  const auto& panels = e.session().panels();
  if (std::find(panels.begin(), panels.end(), panel) != panels.end()) e.focus(panel);
  return {};
}

Result<void> tour_row(session::SessionEditor& e, const session::Command& c) {
  if (!argument(c, "step")) return go_to_stop(e, 0);
  const auto step = number(c, "step");
  if (!step) return step.error();
  if (*step < 1 || *step > teaching::tour().size())
    return bad_input(say("the tour has {} stops, counted from 1", teaching::tour().size()));
  return go_to_stop(e, *step - 1);
}

bool on_tour(const session::Session& session) { return session.state().tour.stop.has_value(); }
bool not_first_stop(const session::Session& session) {
  return session.state().tour.stop.value_or(0) > 0;
}
bool is_tour_offered(const session::Session& session) { return session.state().tour.offered; }

Result<void> tour_end(session::SessionEditor& e, const session::Command&) {
  e.set(view::Tour{std::nullopt, e.state().tour.offered});
  return {};
}
Result<void> tour_next(session::SessionEditor& e, const session::Command& c) {
  const std::size_t next = *e.state().tour.stop + std::size_t{1};
  return next < teaching::tour().size() ? go_to_stop(e, next) : tour_end(e, c);
}
Result<void> tour_back(session::SessionEditor& e, const session::Command&) {
  return go_to_stop(e, *e.state().tour.stop - std::size_t{1});
}
Result<void> tour_decline(session::SessionEditor& e, const session::Command&) {
  answer_offer(e);
  return {};
}

// The teacher's own words for the step on screen.
Result<void> note(session::SessionEditor& e, const session::Command& c) {
  const auto text = needed(c, "text");
  if (!text) return text.error();
  view::LessonProgress progress = e.state().progress;
  auto& notes = progress.notes;
  const std::string key = teaching::note_key(e.session());
  if (key.empty()) return bad_input(tr("no step of a lesson is open"));
  if (text->empty())
    notes.erase(key);
  else
    notes[key] = *text;
  e.set(std::move(progress));
  return teaching::write_notes(e.session().user_folder(), e.state().progress.notes);
}

constexpr std::array kRows{
    CommandRow{
        "projector", mark("Projector window"), "Shift+F11",
        "[value=on|off] [scale=0.5…2.5] [theme=dark|light|same]",
        mark("Opens a second window for the class: the pictures and the question in large type. "
             "`shot` draws what it shows."),
        mark("View"), always, projector},
    CommandRow{"point", mark("Point"), "", "panel=ID points=\"x,y\"",
               mark("Shows the class where the pointer is, as shares of a panel."), mark("View"),
               always, point},
    CommandRow{
        "pen", mark("Pen"), "P", "[value=on|off] [colour=store|accent|load|atomic] [keep=on|off]",
        mark("Draws on the picture with the pointer; kept lines stay when the lesson goes on."),
        mark("View"), always, pen},
    CommandRow{"pen-colour", mark("Next colour of the pen"), "Shift+P", "",
               mark("Takes the next colour for the pen."), mark("View"), always, next_colour},
    CommandRow{"pen-stroke", mark("Draw a line"), "",
               "points=\"x,y x,y …\" [panel=ID] [colour=store|accent|load|atomic]",
               mark("Draws a line with the pen, as shares of a panel or of the window."),
               mark("View"), always, pen_stroke},
    CommandRow{"pen-extend", mark("Go on with the line"), "", "points=\"x,y x,y …\"",
               mark("Adds to the line that was drawn last."), mark("View"), has_strokes,
               pen_extend},
    CommandRow{"pen-undo", mark("Take back the last line"), "Backspace", "",
               mark("Takes back the line that the pen drew last."), mark("View"), has_strokes,
               pen_undo},
    CommandRow{"pen-clear", mark("Clear the drawing"), "Delete", "",
               mark("Takes away all lines of the pen."), mark("View"), has_strokes, pen_clear},
    CommandRow{"tour", mark("Tour"), "Shift+F1", "[step=N]",
               mark("Shows the studio in two minutes, panel by panel."), mark("Help"), always,
               tour_row},
    CommandRow{"tour-next", mark("Next stop of the tour"), "Return", "",
               mark("Goes on with the tour."), mark("Help"), on_tour, tour_next},
    CommandRow{"tour-back", mark("Back in the tour"), "Shift+Return", "",
               mark("Goes back in the tour."), mark("Help"), not_first_stop, tour_back},
    CommandRow{"tour-end", mark("End the tour"), "", "", mark("Leaves the tour."), mark("Help"),
               on_tour, tour_end},
    CommandRow{"tour-decline", mark("No tour"), "", "", mark("Does not offer the tour again."),
               mark("Help"), is_tour_offered, tour_decline},
    CommandRow{"note", mark("Note"), "", "text=WORDS",
               mark("Keeps your own words for this step of the lesson, in Notes."), mark("Lesson"),
               has_lesson, note},
};

}  // namespace

std::span<const CommandRow> present_rows() { return kRows; }

}  // namespace lanescope::ui::commands
