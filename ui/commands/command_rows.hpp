#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ui/commands/commands.hpp"
#include "ui/session/edit/session_editor.hpp"

// The parts of the command table, by group, and what their rows share. Private to ui/commands.
namespace lanescope::ui::commands {

#define LANESCOPE_COMMANDS(rows) [[nodiscard]] std::span<const CommandRow> rows();
#include "ui/commands/command_groups.def"
#undef LANESCOPE_COMMANDS

// A source with a `main`.
[[nodiscard]] bool is_program(const std::string& file);
// A session, a saved run or a program, which then is a recent file.
Result<void> open_path(session::SessionEditor& editor, const std::string& file);

// Arguments. A missing or malformed one is an Error that names the command and the key.
[[nodiscard]] std::optional<std::string> argument(const session::Command& command,
                                                  std::string_view key);
[[nodiscard]] Result<std::string> needed(const session::Command& command, std::string_view key);
[[nodiscard]] Result<std::uint64_t> number(const session::Command& command, std::string_view key);
// One that fits into 32 bits: an index, a line.
[[nodiscard]] Result<std::uint32_t> small_number(const session::Command& command,
                                                 std::string_view key);
[[nodiscard]] Result<double> real(const session::Command& command, std::string_view key);
[[nodiscard]] Result<std::uint64_t> parse_number(std::string_view text);
// `value=on|off`; no value: the other way round.
[[nodiscard]] Result<void> turn(bool& what, const session::Command& command);

// enabled-when
[[nodiscard]] bool always(const session::Session& session);
[[nodiscard]] bool has_trace(const session::Session& session);
[[nodiscard]] bool has_lesson(const session::Session& session);
// The lesson's question has more than N choices.
template <std::size_t N>
[[nodiscard]] bool has_choice(const session::Session& session) {
  const lesson::LessonStep* step = session.step();
  return step != nullptr && step->question && step->question->choices.size() > N;
}

[[nodiscard]] Result<view::StepUnit> parse_unit(std::string_view text);

}  // namespace lanescope::ui::commands
