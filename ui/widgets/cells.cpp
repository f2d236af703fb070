#include "ui/widgets/cells.hpp"

#include <algorithm>
#include <cmath>

#include "ui/style/colour.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets {
namespace {

constexpr float kReadableText = 7.5F;  // pixels at scale 1; smaller figures are left out

float rounding_of(const style::Style& style, ImVec2 size) {
  return std::min(3.0F * style.scale, std::min(size.x, size.y) * 0.25F);
}

// Of words that fill a cell; 0: they can't be read.
float text_size_in(const style::Style& style, ImVec2 cell, std::string_view text) {
  TextLook look = small_mono(style);
  look.size = std::min(style.small_size, cell.y * 0.68F);
  if (look.size < kReadableText * style.scale) return 0.0F;
  const float room = cell.x - std::min(2.0F, cell.x * 0.1F);
  const float width = measure(style, look, text).x;
  if (width > room) look.size *= room / width;
  return look.size < kReadableText * style.scale ? 0.0F : look.size;
}

void draw_text_of(ImDrawList& list, const style::Style& style, ImVec2 min, ImVec2 max,
                  std::uint32_t ink, std::string_view text) {
  TextLook look = small_mono(style);
  look.colour = ink;
  look.size = text_size_in(style, {max.x - min.x, max.y - min.y}, text);
  if (look.size > 0.0F) draw_text_in(list, style, look, min, max, text);
}

constexpr float kFaintFill = 0.18F;  // of an outlined cell

style::Rgba blend(style::Rgba over, style::Rgba under, float alpha) {
  const auto part = [alpha](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(
        std::lround(static_cast<float>(a) * alpha + static_cast<float>(b) * (1.0F - alpha)));
  };
  return {part(over.r, under.r), part(over.g, under.g), part(over.b, under.b)};
}

}  // namespace

CellColours cell_colours(const style::Style& style, CellLook look) {
  const int role = static_cast<int>(look.role);
  switch (look.shape) {
    case CellShape::Filled:
      return {style.colour[role], style.on_colour[role]};
    case CellShape::Outlined:
      return {blend(style.colour[role], style[style::Role::Panel], kFaintFill),
              style[style::Role::Text]};
    case CellShape::Faint:
      return {style.colour[role], style[style::Role::TextSecondary]};
    case CellShape::Dashed:
    case CellShape::Dotted:
      break;
  }
  return {style[style::Role::Panel], style[style::Role::Text]};
}

void draw_cell(ImDrawList& list, const style::Style& style, ImVec2 min, ImVec2 max, CellLook look,
               std::string_view text) {
  const ImVec2 size{max.x - min.x, max.y - min.y};
  const float rounding = rounding_of(style, size);
  const float stroke = std::max(1.0F, style.scale);
  switch (look.shape) {
    case CellShape::Filled:
      list.AddRectFilled(min, max, style.pack(look.role), rounding);
      break;
    case CellShape::Outlined:
      list.AddRectFilled(min, max, style.pack(look.role, kFaintFill), rounding);
      list.AddRect(min, max, style.outline(look.role), rounding, stroke);
      break;
    case CellShape::Dashed:
      list.AddRect(min, max, style.outline(look.role), rounding, stroke);
      list.AddLine({min.x + 2, max.y - 2}, {max.x - 2, min.y + 2}, style.outline(look.role),
                   stroke);
      break;
    case CellShape::Faint:
      list.AddRectFilled(min, max, style.pack(look.role), rounding);
      break;
    case CellShape::Dotted: {
      const ImVec2 centre{(min.x + max.x) / 2, (min.y + max.y) / 2};
      list.AddCircleFilled(centre, std::max(1.0F, std::min(size.x, size.y) * 0.12F),
                           style.outline(look.role));
      break;
    }
  }
  if (!text.empty() && look.shape != CellShape::Dotted)
    draw_text_of(list, style, min, max, style::pack(cell_colours(style, look).ink, 1.0F), text);
  if (look.selected)
    list.AddRect({min.x - stroke, min.y - stroke}, {max.x + stroke, max.y + stroke},
                 style.pack(style::Role::Selected), rounding + stroke, 2.0F * stroke);
}

bool fits_in_cell(const style::Style& style, ImVec2 size, std::string_view text) {
  return text_size_in(style, size, text) > 0.0F;
}

void draw_bar(ImDrawList& list, const style::Style& style, ImVec2 min, ImVec2 max, double share,
              style::Role role) {
  const float rounding = (max.y - min.y) / 2;
  list.AddRectFilled(min, max, style.pack(style::Role::Line), rounding);
  const auto width = static_cast<float>(std::clamp(share, 0.0, 1.0)) * (max.x - min.x);
  if (width > 0)
    list.AddRectFilled(min, {min.x + std::max(width, max.y - min.y), max.y}, style.pack(role),
                       rounding);
}

}  // namespace lanescope::ui::widgets
