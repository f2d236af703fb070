#pragma once

#include "ui/figures/phase_picture.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

// The stretch of columns in view; count 0: as many as can be told apart.
struct PhaseView {
  float first = 0.0F, count = 0.0F;
  std::size_t followed = ~std::size_t{0};  // the row that was last scrolled to
};
// What the pointer is on.
struct PhaseHit {
  bool any = false;
  bool clicked = false;
  std::size_t line = 0;
  std::uint32_t column = 0;
};
// Draws the picture into the width at hand, as an ImGui item. Rows after the tick are faint: they
// have not happened yet. The wheel zooms into the columns, dragging moves along them; both change
// `view`.
PhaseHit draw_phase_figure(const style::Style& style, const figures::PhasePicture& picture,
                           const figures::PhaseMoment& moment, float available_height,
                           PhaseView& view);

}  // namespace lanescope::ui::widgets
