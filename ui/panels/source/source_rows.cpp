#include "ui/panels/source/source_rows.hpp"

#include <algorithm>
#include <string_view>

namespace lanescope::ui::panels::source {
namespace {

constexpr std::size_t kDeeper = 4, kFewestColumns = 16;

bool begins_sign(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

// Behind so many signs from `begin` on, or at the end.
std::size_t behind_signs(std::string_view text, std::size_t begin, std::size_t signs) {
  std::size_t at = begin;
  for (; at < text.size(); ++at) {
    if (!begins_sign(text[at])) continue;
    if (signs == 0) return at;
    --signs;
  }
  return at;
}

std::size_t end_of_row(std::string_view text, std::size_t begin, std::size_t columns) {
  const std::size_t most = behind_signs(text, begin, columns);
  if (most == text.size()) return most;
  const std::size_t least = begin + (most - begin) / 2;
  const std::size_t at = text.substr(0, most).find_last_of(" ,(");
  return at == std::string_view::npos || at < least ? most : at + 1;
}

void wrap_line(std::string_view text, std::size_t line, std::size_t columns,
               std::vector<SourceRow>& rows) {
  const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
  const std::size_t indent = std::min(first + kDeeper, columns / 2);
  std::size_t begin = 0, room = columns;
  do {
    const std::size_t end = end_of_row(text, begin, room);
    rows.push_back({line, begin, end, begin == 0 ? 0 : indent});
    begin = std::min(text.find_first_not_of(' ', end), text.size());
    room = columns - indent;
  } while (begin < text.size());
}

}  // namespace

std::vector<SourceRow> wrap_lines(std::span<const session::SourceLine> lines, std::size_t columns) {
  std::vector<SourceRow> rows;
  for (std::size_t i = 0; i < lines.size(); ++i)
    wrap_line(lines[i].text, i, std::max(columns, kFewestColumns), rows);
  return rows;
}

std::size_t row_of_line(std::span<const SourceRow> rows, std::size_t line) {
  const auto found = std::ranges::lower_bound(rows, line, {}, &SourceRow::line);
  return static_cast<std::size_t>(found - rows.begin());
}

}  // namespace lanescope::ui::panels::source
