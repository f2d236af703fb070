#include <algorithm>
#include <numbers>

#include "ui/widgets/buttons.hpp"

namespace lanescope::ui::widgets {
namespace {

// One icon being drawn: unit coordinates, -1 … 1 around its centre.
struct Pen {
  ImDrawList& list;
  ImVec2 centre;
  float half;
  std::uint32_t colour;

  [[nodiscard]] ImVec2 at(float x, float y) const {
    return {centre.x + x * half, centre.y + y * half};
  }
  // A triangle with its point at `tip`, pointing right (way 1) or left (way -1).
  void triangle(float tip, float length, float way) const {
    const ImVec2 a = at(tip, 0), b = at(tip - way * length, -0.8F),
                 c = at(tip - way * length, 0.8F);
    if (way > 0) {
      list.AddTriangleFilled(a, c, b, colour);
    } else {
      list.AddTriangleFilled(a, b, c, colour);
    }
  }
  void bar(float x, float width) const {
    list.AddRectFilled(at(x - width / 2, -0.8F), at(x + width / 2, 0.8F), colour, half * 0.12F);
  }
  void line(float x0, float y0, float x1, float y1) const {
    list.AddLine(at(x0, y0), at(x1, y1), colour, std::max(half * 0.24F, 1.2F));
  }
  void circle(float radius) const { list.AddCircle(centre, half * radius, colour, 0, half * 0.2F); }
};

void draw_transport(const Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::ToStart:
      pen.bar(-0.75F, 0.24F);
      pen.triangle(-0.55F, 1.3F, -1);
      break;
    case Icon::ToEnd:
      pen.bar(0.75F, 0.24F);
      pen.triangle(0.55F, 1.3F, 1);
      break;
    case Icon::PreviousPhase:
      pen.triangle(-1.0F, 1.0F, -1);
      pen.triangle(0.0F, 1.0F, -1);
      break;
    case Icon::NextPhase:
      pen.triangle(0.0F, 1.0F, 1);
      pen.triangle(1.0F, 1.0F, 1);
      break;
    case Icon::StepBack:
      pen.triangle(-0.75F, 1.35F, -1);
      break;
    case Icon::Play:
      pen.triangle(0.85F, 1.5F, 1);
      break;
    case Icon::StepForward:
      pen.triangle(0.75F, 1.35F, 1);
      break;
    case Icon::Pause:
      pen.bar(-0.42F, 0.42F);
      pen.bar(0.42F, 0.42F);
      break;
    default:
      break;
  }
}

void draw_theme(const Pen& pen) {
  pen.circle(0.8F);
  constexpr float kPi = std::numbers::pi_v<float>;
  pen.list.PathArcTo(pen.centre, pen.half * 0.8F, -kPi / 2, kPi / 2);
  pen.list.PathFillConvex(pen.colour);
}

void draw_layout(const Pen& pen) {
  pen.list.AddRect(pen.at(-0.8F, -0.75F), pen.at(0.8F, 0.75F), pen.colour, pen.half * 0.2F,
                   pen.half * 0.18F);
  pen.line(-0.15F, -0.75F, -0.15F, 0.75F);
  pen.line(-0.15F, 0.0F, 0.8F, 0.0F);
}

void draw_help(const Pen& pen) {
  ImFont* font = ImGui::GetFont();
  const float size = pen.half * 2.1F;
  const ImVec2 extent = font->CalcTextSizeA(size, 1e9F, 0.0F, "?");
  pen.list.AddText(font, size, {pen.centre.x - extent.x / 2, pen.centre.y - extent.y / 2},
                   pen.colour, "?");
}

void draw_projector(const Pen& pen) {  // a screen on a stand
  pen.list.AddRect(pen.at(-0.85F, -0.75F), pen.at(0.85F, 0.35F), pen.colour, pen.half * 0.15F,
                   pen.half * 0.18F);
  pen.line(0.0F, 0.35F, -0.45F, 0.85F);
  pen.line(0.0F, 0.35F, 0.45F, 0.85F);
}

void draw_command(const Pen& pen) {  // a prompt: > _
  pen.line(-0.8F, -0.55F, -0.25F, 0.0F);
  pen.line(-0.25F, 0.0F, -0.8F, 0.55F);
  pen.line(0.05F, 0.6F, 0.85F, 0.6F);
}

void draw_edit(const Pen& pen) {
  pen.line(-0.7F, 0.7F, 0.6F, -0.6F);
  pen.line(-0.7F, 0.75F, -0.25F, 0.7F);
}

void draw_sign(const Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::Check:
      pen.line(-0.7F, 0.05F, -0.2F, 0.55F);
      pen.line(-0.2F, 0.55F, 0.75F, -0.55F);
      break;
    case Icon::Circle:
      pen.circle(0.7F);
      break;
    case Icon::Cross:
      pen.line(-0.6F, -0.6F, 0.6F, 0.6F);
      pen.line(-0.6F, 0.6F, 0.6F, -0.6F);
      break;
    case Icon::ChevronDown:
      pen.line(-0.6F, -0.3F, 0, 0.35F);
      pen.line(0, 0.35F, 0.6F, -0.3F);
      break;
    case Icon::ChevronLeft:
      pen.line(0.3F, -0.6F, -0.35F, 0);
      pen.line(-0.35F, 0, 0.3F, 0.6F);
      break;
    case Icon::ChevronRight:
      pen.line(-0.3F, -0.6F, 0.35F, 0);
      pen.line(0.35F, 0, -0.3F, 0.6F);
      break;
    case Icon::Theme:
      draw_theme(pen);
      break;
    case Icon::Layout:
      draw_layout(pen);
      break;
    case Icon::Help:
      draw_help(pen);
      break;
    case Icon::Projector:
      draw_projector(pen);
      break;
    case Icon::Command:
      draw_command(pen);
      break;
    case Icon::Edit:
      draw_edit(pen);
      break;
    default:
      draw_transport(pen, icon);
      break;
  }
}

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float size, std::uint32_t colour) {
  draw_sign({list, centre, size / 2, colour}, icon);
}

}  // namespace lanescope::ui::widgets
