#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ui/commands/commands.hpp"
#include "ui/session/session_editor.hpp"

// The parts of the command table, by group, and what their rows share. Private to ui/commands.
namespace lanescope::ui {

[[nodiscard]] std::span<const CommandRow> time_rows();
[[nodiscard]] std::span<const CommandRow> jump_rows();
[[nodiscard]] std::span<const CommandRow> selection_rows();
[[nodiscard]] std::span<const CommandRow> stop_rows();
[[nodiscard]] std::span<const CommandRow> file_rows();
[[nodiscard]] std::span<const CommandRow> experiment_rows();
[[nodiscard]] std::span<const CommandRow> compare_rows();
[[nodiscard]] std::span<const CommandRow> lesson_rows();
[[nodiscard]] std::span<const CommandRow> exercise_rows();
[[nodiscard]] std::span<const CommandRow> image_rows();
[[nodiscard]] std::span<const CommandRow> view_rows();
[[nodiscard]] std::span<const CommandRow> present_rows();

[[nodiscard]] std::span<const CommandRow> input_rows();
[[nodiscard]] std::span<const CommandRow> export_rows();
[[nodiscard]] std::span<const CommandRow> watch_rows();

// A session or a saved run, which then is a recent file.
Result<void> open_path(SessionEditor& editor, const std::string& file);

// Arguments. A missing or malformed one is an Error that names the command and the key.
[[nodiscard]] std::optional<std::string> argument(const Command& command, std::string_view key);
[[nodiscard]] Result<std::string> needed(const Command& command, std::string_view key);
[[nodiscard]] Result<std::uint64_t> number(const Command& command, std::string_view key);
// One that fits into 32 bits: an index, a line.
[[nodiscard]] Result<std::uint32_t> small_number(const Command& command, std::string_view key);
[[nodiscard]] Result<double> real(const Command& command, std::string_view key);
[[nodiscard]] Result<std::uint64_t> parse_number(std::string_view text);
// `value=on|off`; no value: the other way round.
[[nodiscard]] Result<void> turn(bool& what, const Command& command);

// enabled-when
[[nodiscard]] bool always(const Session& session);
[[nodiscard]] bool has_trace(const Session& session);
[[nodiscard]] bool has_lesson(const Session& session);

[[nodiscard]] Result<StepUnit> parse_unit(std::string_view text);

}  // namespace lanescope::ui
