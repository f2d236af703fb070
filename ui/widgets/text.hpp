#pragma once

#include <string>
#include <string_view>

#include <imgui.h>

#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

enum class Face : std::uint8_t { Text, Bold, Mono };

// A face at a size, in a colour.
struct TextLook {
  Face face = Face::Text;
  float size = 0.0F;         // 0: Style::text_size
  std::uint32_t colour = 0;  // packed; 0: Role::Text
};
[[nodiscard]] TextLook plain(const style::Style& style);
[[nodiscard]] TextLook bold(const style::Style& style);
[[nodiscard]] TextLook mono(const style::Style& style);
[[nodiscard]] TextLook secondary(const style::Style& style);   // grey, text size
[[nodiscard]] TextLook small_text(const style::Style& style);  // grey, small
[[nodiscard]] TextLook small_mono(const style::Style& style);

[[nodiscard]] ImFont* font_of(const style::Style& style, Face face);
[[nodiscard]] ImVec2 measure(const style::Style& style, const TextLook& look, std::string_view text,
                             float wrap_width = 0.0F);

// Draws at a place of the draw list and tells the label log. `room`: the rectangle's size that the
// words must fit into; 0: unlimited.
void draw_text(ImDrawList& list, const style::Style& style, const TextLook& look, ImVec2 at,
               std::string_view text, ImVec2 room = {0, 0});
// Centred in (x: `align` 0 left … 1 right, y: centre) a rectangle; words too wide end in "…", and
// nothing is drawn when not even three signs fit.
void draw_text_in(ImDrawList& list, const style::Style& style, const TextLook& look, ImVec2 min,
                  ImVec2 max, std::string_view text, float align = 0.5F);
// Broken into lines at a width, from a place down.
void draw_wrapped(ImDrawList& list, const style::Style& style, const TextLook& look, ImVec2 at,
                  std::string_view text, float width);
// The text, or its beginning with "…", so that it fits; empty when nothing sensible does.
[[nodiscard]] std::string shorten(const style::Style& style, const TextLook& look,
                                  std::string_view text, float width);

// Tells the label log of words that were broken into lines in a rectangle.
void log_wrapped(const style::Style& style, std::string_view words, ImVec2 min, ImVec2 max);

// With no-break spaces between a number and its unit, so that no line ends there: "100 %".
[[nodiscard]] std::string keep_together(std::string_view text);

// In the flow of the window, wrapped at its right edge (a panel's sentence): an ImGui item.
void paragraph(const style::Style& style, std::string_view text);
void paragraph(const style::Style& style, const TextLook& look, std::string_view text);
// A panel with nothing to show says what to do.
void empty_state(const style::Style& style, std::string_view text);

// A tooltip in our type, wrapped; the form with a rectangle shows it while the pointer is there and
// the window is hovered.
void tooltip(const style::Style& style, std::string_view text);
bool tooltip_over(const style::Style& style, ImVec2 min, ImVec2 max, std::string_view text);

// "1,204", "262,144".
[[nodiscard]] std::string grouped(std::uint64_t number);

}  // namespace lanescope::ui::widgets
