#pragma once

#include <imgui.h>

#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

// What an edge of a scrolled window would cut through is left out: rows are whole or not there, and
// a shadow at the edge says that there is more.

inline constexpr float kSlack = 1.0F;  // pixels: places are rounded

// Whether the edges of the list's clip rectangle leave a row whole. One that is higher than what is
// seen of the window is always drawn.
[[nodiscard]] bool row_is_whole(const ImDrawList& list, float top, float bottom);

// Clips what the present window draws to whole lines, the first of which begins at `top`.
class WholeLines {
 public:
  WholeLines(float top, float line);
  ~WholeLines();
  WholeLines(const WholeLines&) = delete;
  WholeLines& operator=(const WholeLines&) = delete;

 private:
  bool clips_ = false;
};

// At the edges of the present window beyond which it can be scrolled; the last that it draws.
void draw_scroll_shadows(const style::Style& style);

}  // namespace lanescope::ui::widgets
