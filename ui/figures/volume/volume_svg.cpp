#include <algorithm>

#include <fmt/format.h>

#include "ui/figures/svg_text.hpp"
#include "ui/figures/volume/volume_picture.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::volume {
namespace {

constexpr float kWidth = 900.0F, kHeight = 480.0F, kEdge = 16.0F, kFont = 12.0F, kLine = 18.0F;

class Writer {
 public:
  explicit Writer(bool dark) : style_(style::make_style({dark, false, true, 1.0F})) {}

  [[nodiscard]] std::string text(const VolumePicture& picture, const std::string& sentence) {
    out_ = svg_begin(kWidth + 2 * kEdge, kHeight + 2 * kLine + 3 * kEdge, kFont,
                     style_[style::Role::Panel]) +
           svg_group_at(kEdge);
    for (const Sheet& one : picture.shapes) shape(one);
    for (const VolumeLabel& one : picture.labels) label(one);
    // What it says of the thread, and of the block.
    const std::size_t end = std::min(sentence.find(". "), sentence.size() - 1) + 1;
    caption(sentence.substr(0, end), kHeight + kEdge);
    if (end < sentence.size()) caption(sentence.substr(end + 1), kHeight + kEdge + kLine);
    return out_ + "</g>\n</svg>\n";
  }

 private:
  void caption(const std::string& words, float y) {
    label({{0.0F, y}, {kWidth, y + kLine}, words, 0.0F, style::Role::Text});
  }
  void shape(const Sheet& one) {
    std::string points;
    for (const Spot& spot : one.corners) points += fmt::format("{:.1f},{:.1f} ", spot.x, spot.y);
    points.pop_back();
    const std::string look =
        one.fill > 0.0F
            ? fmt::format(
                  "fill=\"{}\"",
                  svg_colour(svg_blend(style_[one.role], style_[style::Role::Panel], one.fill)))
            : fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"{:g}\"",
                          svg_colour(style_.outline_colour[static_cast<int>(one.role)]), one.line);
    out_ += fmt::format("<polygon points=\"{}\" {}/>\n", points, look);
  }
  void label(const VolumeLabel& one) {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n", one.from.x,
                        (one.from.y + one.to.y) * 0.5F + kFont * 0.35F,
                        svg_colour(style_.ink_colour[static_cast<int>(one.ink)]),
                        svg_escaped(one.text));
  }

  style::Style style_;
  std::string out_;
};

}  // namespace

Result<std::string> volume_svg(const view::View& view, bool dark, bool counted) {
  const auto question = flow::flow_question(view);
  if (!question) return bad_input(tr("Run a stencil to see its volume."));
  const flow::FlowGround ground = question->answer();
  const auto shape = volume_shape(view, ground);
  if (!shape) return shape.error();
  flow::FlowCache::Focused focused{flow::flow_focus(view, ground), nullptr};
  const flow::FlowSources sources =
      focused.focus ? flow::flow_sources(*question, ground, *focused.focus) : flow::FlowSources{};
  if (focused.focus) focused.sources = &sources;
  const VolumeModel model = volume_model(view, ground, *shape, focused, counted);
  return Writer(dark).text(volume_picture(model, {kWidth, kHeight, kFont, 1.0F}), model.sentence);
}

}  // namespace lanescope::ui::figures::volume
