#include "ui/widgets/buttons.hpp"

#include <string>

#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets {
namespace {

struct Colours {
  std::uint32_t fill, border, ink;
};

Colours colours_of(const style::Style& style, Emphasis emphasis, bool enabled, bool hovered,
                   bool held) {
  if (!enabled && emphasis != Emphasis::Told) {
    return {style.pack(style::Role::Header), style.pack(style::Role::Line),
            style.pack(style::Role::TextSecondary, 0.55F)};
  }
  switch (emphasis) {
    case Emphasis::Primary:
    case Emphasis::Chosen: {
      const float alpha = held ? 0.8F : hovered ? 0.9F : 1.0F;
      return {style.pack(style::Role::Accent, alpha), style.pack(style::Role::Accent),
              style.on(style::Role::Accent)};
    }
    case Emphasis::Quiet:
      return {hovered ? style.pack(style::Role::Line) : 0U, 0U,
              style.pack(hovered ? style::Role::Text : style::Role::TextSecondary)};
    case Emphasis::Plain:
    case Emphasis::Told:
      break;
  }
  const style::Role fill = held      ? style::Role::Wasted
                           : hovered ? style::Role::Line
                                     : style::Role::Header;
  return {style.pack(fill), style.pack(hovered ? style::Role::TextSecondary : style::Role::Line),
          style.pack(style::Role::Text)};
}

struct Pressed {
  bool clicked = false;
  ImVec2 min, max;
  Colours colours;
};

Pressed press(const style::Style& style, const char* id, ImVec2 size, Emphasis emphasis,
              bool enabled, float rounding) {
  ImGui::BeginDisabled(!enabled);
  Pressed out;
  out.clicked = ImGui::InvisibleButton(id, size);
  ImGui::EndDisabled();
  out.min = ImGui::GetItemRectMin();
  out.max = ImGui::GetItemRectMax();
  out.colours = colours_of(style, emphasis, enabled, ImGui::IsItemHovered(), ImGui::IsItemActive());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(out.min, out.max, out.colours.fill, rounding);
  if (out.colours.border != 0) list.AddRect(out.min, out.max, out.colours.border, rounding);
  if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible) {
    list.AddRect(out.min, out.max, style.pack(style::Role::Accent), rounding, 2.0F * style.scale);
  }
  return out;
}

float height_of(const style::Style& style) { return style.text_size + style.gap * 1.4F; }

}  // namespace

bool icon_button(const style::Style& style, const char* id, Icon icon, ImVec2 size,
                 Emphasis emphasis, bool enabled) {
  const Pressed p = press(style, id, size, emphasis, enabled, style.rounding);
  const ImVec2 centre{(p.min.x + p.max.x) / 2, (p.min.y + p.max.y) / 2};
  draw_icon(*ImGui::GetWindowDrawList(), icon, centre, size.y * 0.42F, p.colours.ink);
  return p.clicked;
}

ImVec2 text_button_size(const style::Style& style, std::string_view text) {
  return {measure(style, plain(style), text).x + style.padding * 1.6F, height_of(style)};
}

bool text_button(const style::Style& style, const char* id, std::string_view text, float width,
                 Emphasis emphasis, bool enabled) {
  ImVec2 size = text_button_size(style, text);
  if (width > 0.0F) size.x = width;
  const Pressed p = press(style, id, size, emphasis, enabled, style.rounding);
  const bool strong = emphasis != Emphasis::Plain && emphasis != Emphasis::Quiet;
  const TextLook look{strong ? Face::Bold : Face::Text, style.text_size, p.colours.ink};
  draw_text_in(*ImGui::GetWindowDrawList(), style, look, p.min, p.max, text);
  return p.clicked;
}

ImVec2 chip_size(const style::Style& style, std::string_view text) {
  const TextLook look = small_text(style);
  return {measure(style, look, text).x + style.padding * 2.0F, style.small_size + style.gap * 1.2F};
}

bool chip(const style::Style& style, const char* id, std::string_view text, style::Role role) {
  const ImVec2 size = chip_size(style, text);
  const bool clicked = ImGui::InvisibleButton(id, size);
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, max, style.pack(role, ImGui::IsItemHovered() ? 0.22F : 0.08F),
                     size.y / 2);
  list.AddRect(min, max, style.outline(role), size.y / 2);
  draw_text_in(list, style, {Face::Text, style.small_size, style.ink(role)}, min, max, text);
  return clicked;
}

ImVec2 drop_down_size(const style::Style& style, std::string_view text) {
  return {measure(style, mono(style), text).x + style.padding * 2.0F + style.text_size * 0.6F,
          height_of(style)};
}

bool drop_down(const style::Style& style, const char* id, std::string_view text, float width) {
  ImVec2 size = drop_down_size(style, text);
  if (width > 0.0F) size.x = width;
  const Pressed p = press(style, id, size, Emphasis::Plain, true, style.rounding);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float arrow = style.text_size * 0.6F;
  const ImVec2 text_max{p.max.x - arrow - style.padding * 0.8F, p.max.y};
  draw_text_in(list, style, mono(style), {p.min.x + style.padding * 0.8F, p.min.y}, text_max, text,
               0.0F);
  draw_icon(list, Icon::ChevronDown,
            {p.max.x - style.padding * 0.6F - arrow / 2, (p.min.y + p.max.y) / 2}, arrow,
            style.pack(style::Role::TextSecondary));
  return p.clicked;
}

}  // namespace lanescope::ui::widgets
