#include "ui/panels/merge/merge_figure.hpp"

#include <algorithm>
#include <cmath>

#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::merge {
namespace {

using figures::structures::MergeBox;
using figures::structures::MergeDot;
using figures::structures::MergeLabel;
using figures::structures::MergeSpot;
using figures::structures::MergeStroke;

class Painter {
 public:
  Painter(const style::Style& style, const figures::structures::MergePicture& picture,
          ImVec2 origin)
      : style_(style), picture_(picture), origin_(origin), list_(*ImGui::GetWindowDrawList()) {}

  void draw() {
    for (const MergeBox& box : picture_.boxes) draw_box(box);
    for (const MergeStroke& stroke : picture_.strokes) draw_stroke(stroke);
    for (const MergeDot& dot : picture_.dots) draw_dot(dot);
    for (const MergeLabel& label : picture_.labels) draw_label(label);
  }

 private:
  [[nodiscard]] ImVec2 place(MergeSpot spot) const {
    return {origin_.x + spot.x, origin_.y + spot.y};
  }
  void draw_box(const MergeBox& box) {
    if (box.fill > 0.0F)
      list_.AddRectFilled(place(box.from), place(box.to), style_.pack(box.role, box.fill), 2.0F);
    else
      list_.AddRect(place(box.from), place(box.to), style_.outline(box.role), 2.0F,
                    1.5F * style_.scale);
  }
  void draw_stroke(const MergeStroke& stroke) {
    const std::uint32_t colour = stroke.role == style::Role::Panel
                                     ? style_.pack(stroke.role)
                                     : style_.outline(stroke.role, stroke.opacity);
    if (stroke.dashed) {
      draw_dashes(place(stroke.way.front()), place(stroke.way.back()), colour, stroke.width);
      return;
    }
    for (const MergeSpot& spot : stroke.way) list_.PathLineTo(place(spot));
    list_.PathStroke(colour, stroke.width);
  }
  void draw_dashes(ImVec2 from, ImVec2 to, std::uint32_t colour, float width) {
    const float length = std::hypot(to.x - from.x, to.y - from.y), dash = 4.0F * style_.scale;
    for (float at = 0.0F; at < length; at += dash * 2.0F) {
      const float a = at / length, b = std::min(at + dash, length) / length;
      list_.AddLine({from.x + (to.x - from.x) * a, from.y + (to.y - from.y) * a},
                    {from.x + (to.x - from.x) * b, from.y + (to.y - from.y) * b}, colour, width);
    }
  }
  void draw_dot(const MergeDot& dot) {
    const std::uint32_t colour = style_.outline(dot.role);
    if (dot.hollow)
      list_.AddCircle(place(dot.at), dot.radius, colour, 0, 1.8F * style_.scale);
    else
      list_.AddCircleFilled(place(dot.at), dot.radius, colour);
  }
  void draw_label(const MergeLabel& label) {
    widgets::TextLook look =
        label.number ? widgets::small_mono(style_) : widgets::small_text(style_);
    if (label.number) look.size = picture_.layout.text;
    look.colour = label.ground ? style_.on(*label.ground) : style_.ink(label.ink);
    widgets::draw_text_in(list_, style_, look, place(label.from), place(label.to), label.text,
                          label.align);
  }

  const style::Style& style_;
  const figures::structures::MergePicture& picture_;
  ImVec2 origin_;
  ImDrawList& list_;
};

}  // namespace

void draw_merge_figure(const style::Style& style, const figures::structures::MergePicture& picture,
                       ImVec2 origin) {
  Painter(style, picture, origin).draw();
}

}  // namespace lanescope::ui::panels::merge
