#pragma once

#include <string_view>

#include <imgui.h>

#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

// How a cell is drawn besides its colour: the second channel of its meaning.
enum class CellShape : std::uint8_t {
  Filled,    // does something now
  Outlined,  // waits: outline over a faint fill
  Dashed,    // switched off: outline only, a stroke across
  Faint,     // there, but not concerned
  Dotted,    // gone: a dot in the middle
};
struct CellLook {
  style::Role role = style::Role::Inactive;
  CellShape shape = CellShape::Faint;
  bool selected = false;
};

// What its words are written with, and on: an outlined cell's faint fill over the panel.
struct CellColours {
  style::Rgba ground, ink;
};
[[nodiscard]] CellColours cell_colours(const style::Style& style, CellLook look);

// A rounded cell of any size; `text` (mono) only where it fits and is readable.
void draw_cell(ImDrawList& list, const style::Style& style, ImVec2 min, ImVec2 max, CellLook look,
               std::string_view text = {});
// Whether words of a cell can be read in it.
[[nodiscard]] bool fits_in_cell(const style::Style& style, ImVec2 size, std::string_view text);
// A rounded bar, `share` 0…1 of it filled.
void draw_bar(ImDrawList& list, const style::Style& style, ImVec2 min, ImVec2 max, double share,
              style::Role role);

}  // namespace lanescope::ui::widgets
