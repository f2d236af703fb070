#include "ui/widgets/markdown/span_setter.hpp"

#include <algorithm>

#include "ui/widgets/scroll_edges.hpp"
#include "ui/widgets/term_text.hpp"

namespace lanescope::ui::widgets::markdown {
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

}  // namespace

TextLook look_of(const style::Style& style, const MarkdownSpan& span, bool heading) {
  TextLook look = span.code ? mono(style) : span.bold || heading ? bold(style) : plain(style);
  if (span.emphasis) look.colour = style.ink(style::Role::Accent);
  return look;
}

void SpanSetter::set(const std::vector<MarkdownSpan>& spans, bool heading) {
  bool joined = false;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const std::string_view signs = signs_after(spans, i);
    const float after =
        signs.empty() ? 0.0F : measure(style_, look_of(style_, spans[i + 1], heading), signs).x;
    set_span(look_of(style_, spans[i], heading), spans[i], after, joined);
    joined = !signs.empty();
  }
}

void SpanSetter::set_span(const TextLook& look, const MarkdownSpan& span, float after,
                          bool joined) {
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

void SpanSetter::new_line() {
  x_ = 0.0F;
  y_ += line_height_;
}

void SpanSetter::link(const TextLook& look, const MarkdownSpan& span, std::size_t begin,
                      std::size_t end, ImVec2 at) {
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

ImVec2 SpanSetter::word(const TextLook& look, std::string_view text, const WordPlacement& place) {
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

}  // namespace lanescope::ui::widgets::markdown
