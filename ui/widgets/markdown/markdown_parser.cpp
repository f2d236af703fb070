#include <fmt/format.h>
#include <md4c.h>

#include "ui/widgets/markdown/markdown.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets::markdown {
namespace {

// Collects what md4c calls out.
struct Collector {
  std::vector<MarkdownBlock> blocks;
  int bold = 0, emphasis = 0, code = 0;
  struct List {
    bool ordered;
    unsigned next;
  };
  std::vector<List> lists;
  bool item_open = false;  // its first paragraph belongs to it

  MarkdownBlock& open(MarkdownBlock::Kind kind, int level = 0) {
    blocks.push_back({kind, level, {}, {}, {}});
    return blocks.back();
  }
  // Where words go now: the last cell of a table, or the last block.
  std::vector<MarkdownSpan>& spans_now() {
    if (blocks.empty()) open(MarkdownBlock::Kind::Paragraph);
    MarkdownBlock& block = blocks.back();
    const bool in_cell = !block.rows.empty() && !block.rows.back().empty();
    return in_cell ? block.rows.back().back() : block.spans;
  }
  void add(std::string text) {
    std::vector<MarkdownSpan>& spans = spans_now();
    MarkdownSpan span{std::move(text), bold > 0, emphasis > 0, code > 0, {}};
    // Pieces in one look are one span, so that terms of two words are found across line ends.
    const bool goes_on = !spans.empty() && blocks.back().kind != MarkdownBlock::Kind::Code &&
                         spans.back().text != "\n" && span.text != "\n" &&
                         spans.back().bold == span.bold && spans.back().code == span.code &&
                         spans.back().emphasis == span.emphasis;
    if (goes_on)
      spans.back().text += span.text;
    else
      spans.push_back(std::move(span));
  }
};

Collector& of(void* user) { return *static_cast<Collector*>(user); }

void enter_item(Collector& c) {
  Collector::List& list = c.lists.back();
  MarkdownBlock& block = c.open(MarkdownBlock::Kind::Item, static_cast<int>(c.lists.size()) - 1);
  block.marker = list.ordered ? fmt::format("{}.", list.next++) : "•";
  c.item_open = true;
}

int enter_block(MD_BLOCKTYPE type, void* detail, void* user) {
  Collector& c = of(user);
  switch (type) {
    case MD_BLOCK_P:
      if (!c.item_open) c.open(MarkdownBlock::Kind::Paragraph);
      c.item_open = false;
      break;
    case MD_BLOCK_H:
      c.open(MarkdownBlock::Kind::Heading,
             static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level));
      break;
    case MD_BLOCK_CODE:
      c.open(MarkdownBlock::Kind::Code);
      break;
    case MD_BLOCK_UL:
      c.lists.push_back({false, 0});
      break;
    case MD_BLOCK_OL:
      c.lists.push_back({true, static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start});
      break;
    case MD_BLOCK_LI:
      enter_item(c);
      break;
    case MD_BLOCK_TABLE:
      c.open(MarkdownBlock::Kind::Table);
      break;
    case MD_BLOCK_TR:
      c.blocks.back().rows.emplace_back();
      break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
      c.blocks.back().rows.back().emplace_back();
      break;
    default:
      break;
  }
  return 0;
}

int leave_block(MD_BLOCKTYPE type, void*, void* user) {
  Collector& c = of(user);
  if (type == MD_BLOCK_UL || type == MD_BLOCK_OL) c.lists.pop_back();
  if (type == MD_BLOCK_LI) c.item_open = false;
  return 0;
}

int count_span(Collector& c, MD_SPANTYPE type, int by) {
  if (type == MD_SPAN_STRONG) c.bold += by;
  if (type == MD_SPAN_EM) c.emphasis += by;
  if (type == MD_SPAN_CODE) c.code += by;
  return 0;
}
int enter_span(MD_SPANTYPE type, void*, void* user) { return count_span(of(user), type, 1); }
int leave_span(MD_SPANTYPE type, void*, void* user) { return count_span(of(user), type, -1); }

int take_text(MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* user) {
  Collector& c = of(user);
  if (type == MD_TEXT_SOFTBR)
    c.add(" ");
  else if (type == MD_TEXT_BR)
    c.add("\n");
  else if (type == MD_TEXT_NULLCHAR)
    c.add("\xEF\xBF\xBD");
  else
    c.add(std::string(text, size));
  return 0;
}

void link_terms(std::vector<MarkdownSpan>& spans, std::vector<const teaching::Term*>& seen) {
  for (MarkdownSpan& span : spans) {
    if (span.code) continue;
    span.text = keep_together(span.text);
    span.links = teaching::find_terms(span.text, seen);
  }
}

void link_terms(std::vector<MarkdownBlock>& blocks) {
  std::vector<const teaching::Term*> seen;
  for (MarkdownBlock& block : blocks) {
    if (block.kind == MarkdownBlock::Kind::Heading || block.kind == MarkdownBlock::Kind::Code)
      continue;
    link_terms(block.spans, seen);
    for (auto& row : block.rows)
      for (MarkdownCell& cell : row) link_terms(cell, seen);
  }
}

}  // namespace

std::vector<MarkdownBlock> parse_markdown(std::string_view text) {
  Collector collector;
  MD_PARSER parser{};
  parser.flags = MD_FLAG_NOHTML | MD_FLAG_TABLES;
  parser.enter_block = enter_block;
  parser.leave_block = leave_block;
  parser.enter_span = enter_span;
  parser.leave_span = leave_span;
  parser.text = take_text;
  md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, &collector);
  link_terms(collector.blocks);
  return std::move(collector.blocks);
}

}  // namespace lanescope::ui::widgets::markdown
