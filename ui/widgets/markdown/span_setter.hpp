#pragma once

#include <string_view>
#include <vector>

#include <imgui.h>

#include "ui/widgets/markdown/markdown.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets::markdown {

[[nodiscard]] TextLook look_of(const style::Style& style, const MarkdownSpan& span, bool heading);

// Sets the words of spans side by side on the window's draw list, and breaks lines between them.
class SpanSetter {
 public:
  SpanSetter(const style::Style& style, ImVec2 origin, float width)
      : style_(style), origin_(origin), width_(width), line_height_(style.text_size * 1.5F) {}

  void set(const std::vector<MarkdownSpan>& spans, bool heading = false);
  [[nodiscard]] float height() const { return y_ + line_height_; }

 private:
  struct WordPlacement {
    bool boxed = false;  // code stands in a box
    bool stays = false;  // on the line of the word before
    float room = 0.0F;   // that must be free behind it
  };
  // `after`: the room that signs of the next span need beside the last word.
  void set_span(const TextLook& look, const MarkdownSpan& span, float after, bool joined);
  // The terms of which the word from `begin` up to `end` is a part.
  void link(const TextLook& look, const MarkdownSpan& span, std::size_t begin, std::size_t end,
            ImVec2 at);
  ImVec2 word(const TextLook& look, std::string_view text, const WordPlacement& place);
  void new_line();

  const style::Style& style_;
  ImVec2 origin_;
  float width_, line_height_;
  float x_ = 0.0F, y_ = 0.0F;
  int pieces_ = 0;  // of the last term
};

}  // namespace lanescope::ui::widgets::markdown
