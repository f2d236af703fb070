#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"
#include "ui/session/command.hpp"
#include "ui/session/session.hpp"
#include "ui/view/shown_text.hpp"

namespace lanescope::ui::session {
class SessionEditor;
}  // namespace lanescope::ui::session

namespace lanescope::ui::commands {

// One row of the only table of commands: menu, key, palette, lesson step, script and test all call
// it.
struct CommandRow {
  std::string_view name;       // "step-forward"
  std::string_view title;      // "Step forward": English, as help and group
  std::string_view shortcut;   // "Right", "Ctrl+P", "" for none
  std::string_view arguments;  // "tick=N|phase=N|mark=fault", for help
  std::string_view help;       // one sentence
  std::string_view group;      // "Time", "View", "Experiment", "Lesson"
  bool (*enabled)(const session::Session&);
  Result<void> (*run)(session::SessionEditor&, const session::Command&);
  // In the user's language.
  [[nodiscard]] const char* shown_title() const { return view::shown_text(title); }
  [[nodiscard]] const char* shown_help() const { return view::shown_text(help); }
};
[[nodiscard]] std::span<const CommandRow> command_table();
[[nodiscard]] const CommandRow* find_command(std::string_view name);

// What a Session runs commands by: the row of the command's name. Changes can be undone, and a
// complaint also becomes Session::message().
Result<void> run_command(session::SessionEditor& editor, const session::Command& command);

Result<void> execute(session::Session& session, const session::Command& command);
Result<void> execute(session::Session& session, std::string_view text);
// Words for the status line, as the Error that they are.
Result<void> complain(session::Session& session, std::string text);

// What panels hand out while drawing; run after the frame, so that a frame sees one state.
class CommandQueue {
 public:
  void post(std::string text) { pending_.push_back(std::move(text)); }
  void run_all(session::Session& session);

 private:
  std::vector<std::string> pending_;
};

}  // namespace lanescope::ui::commands
