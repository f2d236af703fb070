#include <fmt/format.h>

#include "ui/figures/svg_text.hpp"
#include "ui/figures/threads/thread_picture.hpp"

namespace lanescope::ui::figures::threads {
namespace {

constexpr float kWidth = 900.0F, kHeight = 480.0F, kEdge = 16.0F, kFont = 12.0F, kCaption = 30.0F;

class Writer {
 public:
  explicit Writer(bool dark) : style_(style::make_style({dark, false, true, 1.0F})) {}

  [[nodiscard]] std::string text(const ThreadPicture& picture) {
    out_ = svg_begin(kWidth + 2 * kEdge, kHeight + kCaption + 2 * kEdge, kFont,
                     style_[style::Role::Panel]) +
           svg_group_at(kEdge);
    for (const ThreadBox& one : picture.boxes) box(one);
    for (const ThreadLabel& one : picture.labels) label(one);
    ThreadLabel sentence;
    sentence.y = kHeight + kEdge * 0.5F;
    sentence.height = kCaption;
    sentence.text = picture.sentence;
    sentence.ink = style::Role::Text;
    label(sentence);
    return out_ + "</g>\n</svg>\n";
  }

 private:
  void box(const ThreadBox& one) {
    out_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", one.x,
        one.y, one.width, one.height,
        svg_colour(svg_blend(style_[one.role], style_[style::Role::Panel], one.fill)));
  }
  void label(const ThreadLabel& one) {
    const char* const anchor = one.align <= 0.0F ? "start" : one.align >= 1.0F ? "end" : "middle";
    const style::Rgba colour = one.ground ? style_.on_colour[static_cast<int>(*one.ground)]
                                          : style_.ink_colour[static_cast<int>(one.ink)];
    out_ += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\"{}>{}</text>\n",
        one.x + one.width * one.align, one.y + one.height * 0.5F + kFont * 0.35F, anchor,
        svg_colour(colour), one.number ? " font-family=\"JetBrains Mono, monospace\"" : "",
        svg_escaped(one.text));
  }

  style::Style style_;
  std::string out_;
};

}  // namespace

std::string thread_svg(const ThreadView& view, bool dark) {
  return Writer(dark).text(thread_picture(view, {kWidth, kHeight, kFont, 1.0F}));
}

}  // namespace lanescope::ui::figures::threads
