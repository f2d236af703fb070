#include "ui/widgets/markdown.hpp"

#include <algorithm>

#include <imgui.h>

#include "ui/widgets/scroll_edges.hpp"
#include "ui/widgets/term_text.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets {
namespace {

// Signs that end a word: one that begins a span stays with the word before it.
bool closes(char sign) { return std::string_view(".,;:!?)").find(sign) != std::string_view::npos; }

// The signs at the beginning of the next span that stay with the end of this one.
std::string_view signs_after(const std::vector<MarkdownSpan>& spans, std::size_t span) {
  if (span + 1 >= spans.size() || spans[span].text.empty() || spans[span].text.back() == ' ')
    return {};
  const std::string_view next = spans[span + 1].text;
  std::size_t count = 0;
  while (count < next.size() && closes(next[count])) ++count;
  return next.substr(0, count);
}

// Sets words side by side and breaks lines between them.
class Setter {
 public:
  Setter(const style::Style& style, ImVec2 origin, float width, float line_height)
      : style_(style), origin_(origin), width_(width), line_height_(line_height) {}

  // `after`: the room that signs of the next span need beside the last word.
  void set(const TextLook& look, const MarkdownSpan& span, float after, bool joined) {
    const std::string_view text = span.text;
    std::size_t at = 0;
    while (at < text.size()) {
      if (text[at] == '\n') {
        new_line();
        ++at;
      } else if (text[at] == ' ') {
        if (x_ > 0.0F) x_ += measure(style_, look, " ").x;
        ++at;
      } else {
        const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
        const float room = end == text.size() ? after : 0.0F;
        const bool stays = joined && at == 0;
        const ImVec2 place = word(look, text.substr(at, end - at), {span.code, stays, room});
        if (style_.terms != nullptr) link(look, span, at, end, place);
        at = end;
      }
    }
  }
  [[nodiscard]] float height() const { return y_ + line_height_; }
  void new_line() {
    x_ = 0.0F;
    y_ += line_height_;
  }

 private:
  // The terms of which the word from `begin` up to `end` is a part.
  void link(const TextLook& look, const MarkdownSpan& span, std::size_t begin, std::size_t end,
            ImVec2 at) {
    const std::string_view text = span.text;
    for (const teaching::TermLink& term : span.links) {
      const std::size_t from = std::max(term.begin, begin), to = std::min(term.end, end);
      if (from >= to) continue;
      const float left = measure(style_, look, text.substr(begin, from - begin)).x;
      const ImVec2 size = measure(style_, look, text.substr(from, to - from));
      pieces_ = from == term.begin ? 0 : pieces_ + 1;
      term_piece(style_, *term.term, pieces_, {at.x + left, at.y},
                 {at.x + left + size.x, at.y + size.y});
    }
  }
  struct WordPlacement {
    bool boxed = false;  // code stands in a box
    bool stays = false;  // on the line of the word before
    float room = 0.0F;   // that must be free behind it
  };
  ImVec2 word(const TextLook& look, std::string_view text, const WordPlacement& place) {
    const ImVec2 size = measure(style_, look, text);
    if (!place.stays && x_ > 0.0F && x_ + size.x + place.room > width_) new_line();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at{origin_.x + x_, origin_.y + y_ + (line_height_ - size.y) / 2};
    x_ += size.x;
    const float middle = origin_.y + y_ + line_height_ / 2, half = style_.text_size / 2;
    if (!row_is_whole(list, middle - half, middle + half)) return at;
    if (place.boxed) {
      const float inset = style_.text_size * 0.15F;
      list.AddRectFilled({at.x - inset, at.y - inset / 2},
                         {at.x + size.x + inset, at.y + size.y + inset / 2},
                         style_.pack(style::Role::Header), inset * 2);
    }
    draw_text(list, style_, look, at, text);
    return at;
  }

  const style::Style& style_;
  ImVec2 origin_;
  float width_, line_height_;
  float x_ = 0.0F, y_ = 0.0F;
  int pieces_ = 0;  // of the last term
};

TextLook look_of(const style::Style& style, const MarkdownSpan& span, bool heading) {
  TextLook look = span.code ? mono(style) : span.bold || heading ? bold(style) : plain(style);
  if (span.emphasis) look.colour = style.ink(style::Role::Accent);
  return look;
}

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
  const bool item = block.kind == MarkdownBlock::Kind::Item;
  const float indent = item ? style.text_size * (1.3F * static_cast<float>(block.level + 1)) : 0.0F;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = std::max(ImGui::GetContentRegionAvail().x, 20.0F);
  Setter setter(style, {at.x + indent, at.y}, width - indent, style.text_size * 1.5F);
  if (item) {
    const float marker = measure(style, plain(style), block.marker).x;
    draw_text(*ImGui::GetWindowDrawList(), style, secondary(style),
              {at.x + indent - marker - style.text_size * 0.4F, at.y + style.text_size * 0.2F},
              block.marker);
  }
  const bool heading = block.kind == MarkdownBlock::Kind::Heading;
  bool joined = false;
  for (std::size_t i = 0; i < block.spans.size(); ++i) {
    const std::string_view signs = signs_after(block.spans, i);
    const float after =
        signs.empty() ? 0.0F : measure(style, look_of(style, block.spans[i + 1], heading), signs).x;
    setter.set(look_of(style, block.spans[i], heading), block.spans[i], after, joined);
    joined = !signs.empty();
  }
  ImGui::Dummy({width, setter.height()});
}

}  // namespace

void draw_markdown(const style::Style& style, const std::vector<MarkdownBlock>& blocks) {
  for (const MarkdownBlock& block : blocks) {
    draw_block(style, block);
  }
}

}  // namespace lanescope::ui::widgets
