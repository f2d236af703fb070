#include "ui/commands/palette_model.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ui/commands/commands.hpp"
#include "ui/teaching/course_search.hpp"
#include "ui/teaching/glossary.hpp"
#include "ui/view/fuzzy.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

// Found by its English as by what it is called in the user's language.
void offer(std::vector<PaletteEntry>& out, const std::string& filter, const std::string& english,
           PaletteEntry entry) {
  const auto score =
      std::max(view::fuzzy_score(filter, english), view::fuzzy_score(filter, entry.title));
  if (!score) return;
  entry.score = *score;
  out.push_back(std::move(entry));
}

// Arguments in brackets may be left out, and these two have a step unit to fall back on.
bool needs_more(const CommandRow& row) {
  return !row.arguments.empty() && row.arguments.front() != '[' && row.name != "step-forward" &&
         row.name != "step-back";
}

void offer_commands(std::vector<PaletteEntry>& out, const session::Session& session,
                    const std::string& filter) {
  for (const CommandRow& row : command_table()) {
    const bool internal = row.arguments == "-";
    if (internal || !row.enabled(session)) continue;
    const bool more = needs_more(row);
    // Those that ask for words stand behind the others, and only where they are looked for.
    if (more && filter.empty()) continue;
    PaletteEntry entry{row.shown_title(),
                       row.shown_help(),
                       std::string(row.shortcut),
                       std::string(row.name),
                       more,
                       0};
    if (more) {
      entry.title += " …";
      entry.detail = std::string(row.arguments);
      entry.command += ' ';
    }
    offer(out, filter, std::string(row.title) + (more ? " …" : ""), std::move(entry));
  }
}

void offer_places(std::vector<PaletteEntry>& out, const session::Session& session,
                  const std::string& filter) {
  for (const lesson::Lesson& lesson : session.lessons()) {
    offer(out, filter, fmt::format("Lesson: {}", lesson.title),
          {say("Lesson: {}", lesson.title), lesson.summary, "",
           fmt::format("lesson id={}", session::quote(lesson.id)), false, 0});
  }
  if (const lesson::Lesson* lesson = session.lesson()) {
    for (const lesson::Rung& rung : lesson->rungs) {
      offer(out, filter, fmt::format("Rung: {}", rung.title),
            {say("Rung: {}", rung.title), rung.note, "",
             fmt::format("rung id={}", session::quote(rung.id)), false, 0});
    }
  }
  for (const std::string& id : session.panels()) {
    offer(out, filter, fmt::format("Panel: {}", id),
          {say("Panel: {}", id), tr("Brings it to the front."), "", fmt::format("panel id={}", id),
           false, 0});
  }
  for (const teaching::Term& term : teaching::glossary()) {
    offer(out, filter, fmt::format("Word: {}", term.word),
          {say("Word: {}", term.shown_word()), term.shown_meaning(), "",
           fmt::format("help topic={}", session::quote(term.word)), false, 0});
  }
}

// Steps of all lessons by what their texts say, behind what is called so.
void offer_steps(std::vector<PaletteEntry>& out, const session::Session& session,
                 const std::string& filter) {
  constexpr int kBehindNames = -1'000'000;
  for (const teaching::FoundStep& found : teaching::search_course(session.lessons(), filter)) {
    const lesson::Lesson& lesson = *found.lesson;
    out.push_back(
        {say("{}, step {}: {}", lesson.title, found.step + 1, lesson.steps[found.step].title),
         found.around, "",
         fmt::format("lesson id={} step={}", session::quote(lesson.id), found.step + 1), false,
         kBehindNames});
  }
}

}  // namespace

std::vector<PaletteEntry> palette_entries(const session::Session& session,
                                          const std::string& filter) {
  std::vector<PaletteEntry> out;
  offer_commands(out, session, filter);
  offer_places(out, session, filter);
  offer_steps(out, session, filter);
  std::stable_sort(out.begin(), out.end(),
                   [](const PaletteEntry& a, const PaletteEntry& b) { return a.score > b.score; });
  const std::string name = filter.substr(0, filter.find(' '));
  const CommandRow* const row = find_command(name);
  if (row == nullptr || name.size() == filter.size()) return out;
  const auto typed = session::parse_command(filter);
  const bool whole = typed && !typed->arguments.empty();
  std::string detail = whole ? row->shown_help() : std::string(row->arguments);
  out.insert(out.begin(), {whole ? filter : std::string(row->shown_title()) + " …",
                           std::move(detail), "", filter, !whole, 0});
  return out;
}

}  // namespace lanescope::ui::commands
