#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ui/style/style.hpp"
#include "ui/teaching/term_links.hpp"

namespace lanescope::ui::widgets::markdown {

// Markdown (CommonMark, through md4c) as the blocks and spans that we draw. Links and images are
// reduced to their words.
struct MarkdownSpan {
  std::string text;  // "\n" alone: a line break
  bool bold = false, emphasis = false, code = false;
  std::vector<teaching::TermLink>
      links;  // words of the glossary in `text`; none in code and headings
};
using MarkdownCell = std::vector<MarkdownSpan>;
struct MarkdownBlock {
  enum class Kind : std::uint8_t { Paragraph, Heading, Item, Code, Table } kind = Kind::Paragraph;
  int level = 0;       // of a heading, from 1; of an item, nesting from 0
  std::string marker;  // of an item: "•", "2."
  std::vector<MarkdownSpan> spans;
  std::vector<std::vector<MarkdownCell>> rows;  // of a table, all of one length; first its heads
};
// Terms of the glossary are found once in the whole text, where they stand first.
[[nodiscard]] std::vector<MarkdownBlock> parse_markdown(std::string_view text);

// In the flow of the window, wrapped at its right edge. A table that is too wide for its longest
// words is drawn row by row, each cell behind the head of its column.
void draw_markdown(const style::Style& style, const std::vector<MarkdownBlock>& blocks);

}  // namespace lanescope::ui::widgets::markdown
