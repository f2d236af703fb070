#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::ui::session {

class SessionEditor;

// `name key=value key="two words"`, as in a script, in `--do`, in a lesson step.
struct Command {
  std::string name;
  std::map<std::string, std::string> arguments;
};

[[nodiscard]] Result<Command> parse_command(std::string_view text);
// Separated by ';' or line ends; '#' starts a comment.
[[nodiscard]] Result<std::vector<Command>> parse_script(std::string_view text);

// A value in quotes, as scripts write one with blanks, line ends or quotation marks in it.
[[nodiscard]] std::string quote(std::string_view value);

// What runs a command: the table of ui/commands, which stands above the session. The session lends
// it an editor of itself.
using CommandRunner = Result<void> (*)(SessionEditor& editor, const Command& command);

}  // namespace lanescope::ui::session
