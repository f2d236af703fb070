// Long lines of the source, wrapped.

#include "ui/panels/source/source_rows.hpp"

#include <string>

#include <gtest/gtest.h>

namespace lanescope::ui::panels::source {
namespace {

std::vector<session::SourceLine> lines_of(const std::vector<std::string>& texts) {
  std::vector<session::SourceLine> lines;
  for (const std::string& text : texts)
    lines.push_back({static_cast<std::uint32_t>(lines.size() + 1), text, false, 0, 0.0, {}});
  return lines;
}

std::vector<std::string> texts_of(const std::vector<session::SourceLine>& lines,
                                  const std::vector<SourceRow>& rows) {
  std::vector<std::string> texts;
  for (const SourceRow& row : rows)
    texts.push_back(std::string(row.indent, ' ') +
                    lines[row.line].text.substr(row.begin, row.end - row.begin));
  return texts;
}

TEST(SourceRows, BreakLongLinesBehindASpace) {
  const auto lines = lines_of({"short", "  out[i] = left[i] + right[i];", ""});
  const auto rows = wrap_lines(lines, 20);
  EXPECT_EQ(texts_of(lines, rows),
            (std::vector<std::string>{"short", "  out[i] = left[i] ", "      + right[i];", ""}));
  EXPECT_EQ(row_of_line(rows, 1), 1U);
  EXPECT_EQ(row_of_line(rows, 2), 3U);
  EXPECT_FALSE(rows[2].is_first());
}

// Parameters below each other stand far to the right; broken one by one they would be a staircase.
TEST(SourceRows, ParametersBelowEachOtherMoveLeftTogether) {
  const std::string far(30, ' ');
  const auto lines = lines_of({"void expand(unsigned* a,", far + "const unsigned* start,",
                               far + "int* to) {", "  int here;"});
  const auto rows = wrap_lines(lines, 40);
  EXPECT_EQ(texts_of(lines, rows),
            (std::vector<std::string>{"void expand(unsigned* a,", "    const unsigned* start,",
                                      "    int* to) {", "  int here;"}));
  for (const SourceRow& row : rows) EXPECT_TRUE(row.is_first());
  EXPECT_EQ(texts_of(lines, wrap_lines(lines, 60))[2], far + "int* to) {") << "where all fit";
}

TEST(SourceRows, BreakWordsThatHaveNoRoomAndNoSignInTwo) {
  const auto lines = lines_of({std::string(40, 'x'), "ééééééééééééééééééééééé"});
  const auto rows = wrap_lines(lines, 20);
  const auto texts = texts_of(lines, rows);
  std::string whole;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].line == 1) whole += texts[i].substr(rows[i].indent);
    EXPECT_NE(static_cast<unsigned char>(texts[i][rows[i].indent]) & 0xC0U, 0x80U);
  }
  EXPECT_EQ(whole, lines[1].text);
}

TEST(SourceRows, EveryLineThatFitsHasOneRow) {
  const auto lines = lines_of({std::string(100, 'x'), "y"});
  EXPECT_EQ(wrap_lines(lines, 100).size(), 2U);
  EXPECT_EQ(wrap_lines(lines, 0).back().line, 1U);
}

}  // namespace
}  // namespace lanescope::ui::panels::source
