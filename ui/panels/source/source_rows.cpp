#include "ui/panels/source/source_rows.hpp"

#include <algorithm>
#include <string_view>

#include "sim/base/utf8.hpp"

namespace lanescope::ui::panels::source {
namespace {

constexpr std::size_t kDeeper = 4, kFewestColumns = 16;

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

std::size_t indent_of(std::string_view text) {
  return std::min(text.find_first_not_of(' '), text.size());
}

// How many blanks each line loses at its beginning.
std::vector<std::size_t> moved_left(std::span<const session::SourceLine> lines,
                                    std::size_t columns) {
  std::vector<std::size_t> moved(lines.size(), 0);
  for (std::size_t first = 1; first < lines.size();) {
    const std::size_t indent = indent_of(lines[first].text);
    std::size_t last = first, longest = 0;
    while (last < lines.size() && indent_of(lines[last].text) == indent)
      longest = std::max(longest, signs_of(lines[last++].text));
    const std::size_t usual = indent_of(lines[first - 1].text) + kDeeper;
    if (longest > columns && indent > usual + kDeeper)
      std::fill(moved.begin() + static_cast<std::ptrdiff_t>(first),
                moved.begin() + static_cast<std::ptrdiff_t>(last), indent - usual);
    first = last;
  }
  return moved;
}

void wrap_line(std::string_view text, std::size_t line, std::size_t columns, std::size_t moved,
               std::vector<SourceRow>& rows) {
  const std::size_t indent = std::min(indent_of(text) - moved + kDeeper, columns / 2);
  std::size_t begin = moved, room = columns;
  do {
    const std::size_t end = end_of_row(text, begin, room);
    rows.push_back({line, begin, end, begin == moved ? 0 : indent, begin != moved});
    begin = std::min(text.find_first_not_of(' ', end), text.size());
    room = columns - indent;
  } while (begin < text.size());
}

}  // namespace

std::vector<SourceRow> wrap_lines(std::span<const session::SourceLine> lines, std::size_t columns) {
  columns = std::max(columns, kFewestColumns);
  const std::vector<std::size_t> moved = moved_left(lines, columns);
  std::vector<SourceRow> rows;
  for (std::size_t i = 0; i < lines.size(); ++i)
    wrap_line(lines[i].text, i, columns, moved[i], rows);
  return rows;
}

std::size_t row_of_line(std::span<const SourceRow> rows, std::size_t line) {
  const auto found = std::ranges::lower_bound(rows, line, {}, &SourceRow::line);
  return static_cast<std::size_t>(found - rows.begin());
}

}  // namespace lanescope::ui::panels::source
