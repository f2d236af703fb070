#include "ui/commands/commands.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "ui/commands/command_rows.hpp"
#include "ui/session/edit/session_editor.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {

std::span<const CommandRow> command_table() {
  static const std::vector<CommandRow> kTable = [] {
    std::vector<CommandRow> table;
    for (const auto rows : {
#define LANESCOPE_COMMANDS(rows) rows(),
#include "ui/commands/command_groups.def"
#undef LANESCOPE_COMMANDS
         }) {
      table.insert(table.end(), rows.begin(), rows.end());
    }
    return table;
  }();
  return kTable;
}

const CommandRow* find_command(std::string_view name) {
  const auto table = command_table();
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const CommandRow& row) { return row.name == name; });
  return found == table.end() ? nullptr : &*found;
}

namespace {

// Changes of one kind: the same command with the same keys, as of one slider, of the same thing.
std::string kind_of(const session::Command& command) {
  std::string kind = command.name;
  for (const auto& [key, value] : command.arguments)
    kind += " " + (key == "name" ? key + "=" + value : key);
  return kind;
}

Result<void> run_row(session::SessionEditor& editor, const session::Command& command) {
  const CommandRow* row = find_command(command.name);
  if (row == nullptr) return bad_input(say("there is no command '{}'", command.name));
  if (!row->enabled(editor.session())) {
    const bool no_run = editor.session().trace() == nullptr;
    return bad_input(no_run ? say("'{}' needs a run first", row->shown_title())
                            : say("there is nothing here for '{}'", row->shown_title()));
  }
  return row->run(editor, command);
}

}  // namespace

Result<void> run_command(session::SessionEditor& editor, const session::Command& command) {
  session::SavedExperiment before = session::saved_experiment(editor.state());
  Result<void> done = run_row(editor, command);
  const bool of_history = command.name == "undo" || command.name == "redo";
  const bool had_kernel = !before.chosen.lesson.empty() || before.chosen.pasted != nullptr;
  if (!of_history && had_kernel && before != session::saved_experiment(editor.state()))
    editor.note_change(std::move(before), kind_of(command));
  // The pointer tells nothing that would settle a complaint.
  if (!done || command.name != "point")
    editor.set_message(done ? std::string{} : done.error().text());
  return done;
}

Result<void> execute(session::Session& session, const session::Command& command) {
  return session.execute(command);
}

Result<void> complain(session::Session& session, std::string text) {
  return execute(session, session::Command{"say", {{"text", std::move(text)}}});
}

Result<void> execute(session::Session& session, std::string_view text) {
  auto commands = session::parse_script(text);
  if (!commands) return complain(session, commands.error().text());
  for (const session::Command& command : *commands) {
    if (auto done = execute(session, command); !done) return done;
  }
  return {};
}

void CommandQueue::run_all(session::Session& session) {
  for (const std::string& text : std::exchange(pending_, {})) (void)execute(session, text);
}

std::optional<std::string> argument(const session::Command& command, std::string_view key) {
  const auto found = command.arguments.find(std::string(key));
  if (found == command.arguments.end()) return std::nullopt;
  return found->second;
}

Result<std::string> needed(const session::Command& command, std::string_view key) {
  if (auto found = argument(command, key)) return std::move(*found);
  return bad_input(say("{} needs {}=…", command.name, key));
}

Result<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size() || text.empty()) {
    return bad_input(say("'{}' is not a number from 0 up", text));
  }
  return value;
}

Result<std::uint64_t> number(const session::Command& command, std::string_view key) {
  const auto text = needed(command, key);
  if (!text) return text.error();
  auto value = parse_number(*text);
  if (value) return value;
  return bad_input(fmt::format("{}: {}: {}", command.name, key, value.error().message));
}

Result<std::uint32_t> small_number(const session::Command& command, std::string_view key) {
  const auto value = number(command, key);
  if (!value) return value.error();
  if (*value <= std::numeric_limits<std::uint32_t>::max())
    return static_cast<std::uint32_t>(*value);
  return bad_input(say("{}: {}: {} is too large", command.name, key, *value));
}

Result<double> real(const session::Command& command, std::string_view key) {
  const auto text = needed(command, key);
  if (!text) return text.error();
  double value = 0.0;
  const auto [end, problem] = std::from_chars(text->data(), text->data() + text->size(), value);
  const bool whole = problem == std::errc{} && end == text->data() + text->size();
  if (whole && std::isfinite(value)) return value;
  return bad_input(say("{}: {}: '{}' is not a number", command.name, key, *text));
}

Result<void> turn(bool& what, const session::Command& command) {
  const auto value = argument(command, "value");
  if (!value)
    what = !what;
  else if (*value == "on")
    what = true;
  else if (*value == "off")
    what = false;
  else
    return bad_input(say("{}: '{}' is neither on nor off", command.name, *value));
  return {};
}

bool always(const session::Session&) { return true; }
bool has_trace(const session::Session& session) { return session.trace() != nullptr; }
bool has_lesson(const session::Session& session) { return session.lesson() != nullptr; }

}  // namespace lanescope::ui::commands
