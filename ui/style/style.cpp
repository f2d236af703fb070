#include "ui/style/style.hpp"

#include <cmath>

#include "ui/style/colour.hpp"

namespace lanescope::ui::style {
namespace {

// WCAG 2.2, 1.4.3 and 1.4.11.
constexpr double kTextContrast = 4.5, kShapeContrast = 3.0;

void derive_colours(Style& style) {
  const Rgba panel = style[Role::Panel];
  const Rgba text = style[Role::Text];
  const Rgba dark_ink{0, 0, 0}, light_ink{0xff, 0xff, 0xff};
  for (int i = 0; i < kRoleCount; ++i) {
    const Rgba fill = style.colour[i];
    style.outline_colour[i] = raise_contrast(fill, text, panel, kShapeContrast);
    style.ink_colour[i] = raise_contrast(fill, text, style[Role::Header], kTextContrast);
    // Light words where they can be: dark ones on a strong colour meet the number, but tire.
    const double on_light = contrast(light_ink, fill);
    const bool light = on_light >= kTextContrast || on_light > contrast(dark_ink, fill);
    style.on_colour[i] = light ? light_ink : dark_ink;
  }
  style.on_colour[static_cast<int>(Role::Inactive)] = text;
}

}  // namespace

std::uint32_t Style::pack(Role role, float alpha) const {
  return style::pack(colour[static_cast<int>(role)], alpha);
}
std::uint32_t Style::outline(Role role, float alpha) const {
  return style::pack(outline_colour[static_cast<int>(role)], alpha);
}
std::uint32_t Style::ink(Role role, float alpha) const {
  return style::pack(ink_colour[static_cast<int>(role)], alpha);
}
std::uint32_t Style::on(Role role, float alpha) const {
  return style::pack(on_colour[static_cast<int>(role)], alpha);
}

Style make_style(const StyleOptions& options) {
  Style style;
  style.dark = options.dark;
  style.presenter = options.presenter;
  style.reduced_motion = options.reduced_motion;
  style.scale = options.scale;
  for (int i = 0; i < kRoleCount; ++i) {
    style.colour[i] = palette_colour(options.dark, static_cast<Role>(i));
  }
  derive_colours(style);
  const float type = options.scale * (options.presenter ? 1.3F : 1.0F);
  style.text_size = std::round(15.0F * type);
  style.small_size = std::round(12.5F * type);
  style.title_size = std::round(15.0F * type);
  style.gap = std::round(8.0F * options.scale);
  style.padding = std::round(12.0F * options.scale);
  style.rounding = std::round(6.0F * options.scale);
  return style;
}

}  // namespace lanescope::ui::style
