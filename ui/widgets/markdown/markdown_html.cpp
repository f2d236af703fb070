#include "ui/widgets/markdown/markdown_html.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace lanescope::ui::widgets::markdown {
namespace {

using Kind = MarkdownBlock::Kind;

std::string span_html(const MarkdownSpan& span) {
  if (span.text == "\n") return "<br>";
  std::string out = html_escaped(span.text);
  if (span.code) out = "<code>" + out + "</code>";
  if (span.emphasis) out = "<em>" + out + "</em>";
  if (span.bold) out = "<strong>" + out + "</strong>";
  return out;
}

std::string table_html(const MarkdownBlock& table) {
  std::string out = "<table>\n";
  const char* kind = "th";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (const MarkdownCell& cell : row) {
      out += fmt::format("<{}>", kind);
      for (const MarkdownSpan& span : cell) out += span_html(span);
      out += fmt::format("</{}>", kind);
    }
    out += "</tr>\n";
    kind = "td";
  }
  return out + "</table>\n";
}

std::string block_html(const MarkdownBlock& block) {
  std::string words;
  for (const MarkdownSpan& span : block.spans)
    words += block.kind == Kind::Code ? html_escaped(span.text) : span_html(span);
  switch (block.kind) {
    case Kind::Heading: {
      const int level = std::clamp(block.level + 2, 3, 6);
      return fmt::format("<h{0}>{1}</h{0}>\n", level, words);
    }
    case Kind::Code:
      return "<pre>" + words + "</pre>\n";
    case Kind::Item:
      return fmt::format("<p class=\"item\" style=\"margin-left:{}em\"><span>{}</span> {}</p>\n",
                         1.5 * (block.level + 1), html_escaped(block.marker), words);
    case Kind::Table:
      return table_html(block);
    case Kind::Paragraph:
      break;
  }
  return "<p>" + words + "</p>\n";
}

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string html_of(const std::vector<MarkdownBlock>& blocks) {
  std::string out;
  for (const MarkdownBlock& block : blocks) out += block_html(block);
  return out;
}

}  // namespace lanescope::ui::widgets::markdown
