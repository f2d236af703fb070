#include "ui/widgets/markdown/markdown.hpp"

#include <algorithm>

#include <imgui.h>

#include "ui/widgets/markdown/markdown_table.hpp"
#include "ui/widgets/markdown/span_setter.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets::markdown {
namespace {

// Markdown breaks code into pieces at line ends: they stay as they are.
void draw_code(const style::Style& style, const MarkdownBlock& block) {
  std::string text;
  for (const MarkdownSpan& span : block.spans) text += span.text;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  const ImVec2 size = measure(style, mono(style), text);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, pad = style.gap;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + width, at.y + size.y + 2 * pad},
                     style.pack(style::Role::Background), style.rounding);
  draw_text(list, style, mono(style), {at.x + pad, at.y + pad}, text);
  ImGui::Dummy({width, size.y + 2 * pad});
}

void draw_block(const style::Style& style, const MarkdownBlock& block) {
  if (block.kind == MarkdownBlock::Kind::Code) {
    draw_code(style, block);
    return;
  }
  if (block.kind == MarkdownBlock::Kind::Table) {
    draw_table(style, block);
    return;
  }
  const bool item = block.kind == MarkdownBlock::Kind::Item;
  const float indent = item ? style.text_size * (1.3F * static_cast<float>(block.level + 1)) : 0.0F;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = std::max(ImGui::GetContentRegionAvail().x, 20.0F);
  SpanSetter setter(style, {at.x + indent, at.y}, width - indent);
  if (item) {
    const float marker = measure(style, plain(style), block.marker).x;
    draw_text(*ImGui::GetWindowDrawList(), style, secondary(style),
              {at.x + indent - marker - style.text_size * 0.4F, at.y + style.text_size * 0.2F},
              block.marker);
  }
  setter.set(block.spans, block.kind == MarkdownBlock::Kind::Heading);
  ImGui::Dummy({width, setter.height()});
}

}  // namespace

void draw_markdown(const style::Style& style, const std::vector<MarkdownBlock>& blocks) {
  for (const MarkdownBlock& block : blocks) {
    draw_block(style, block);
  }
}

}  // namespace lanescope::ui::widgets::markdown
