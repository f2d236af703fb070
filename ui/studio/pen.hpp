#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/panels/panel.hpp"
#include "ui/view/pen.hpp"

namespace lanescope::ui::studio {

// A rectangle of the screen, in pixels.
struct Box {
  float left = 0.0F, top = 0.0F, right = 0.0F, bottom = 0.0F;
};

// A place on a panel by shares of it, as another window of the same session can find it.
struct PanelPoint {
  std::string panel;  // empty: of the whole window
  view::PenStroke::Point at;
};
[[nodiscard]] PanelPoint panel_point(const std::vector<std::string>& panels, float x, float y);
// Where that is in this window; empty: the panel is not in sight.
[[nodiscard]] std::optional<Box> box_of_panel(const std::string& panel);

// The lines of the pen over the panels; with the pen in hand, the pointer draws there, and a row of
// tools stands at the bottom. The bars above the panels can be clicked as ever.
class PenLayer {
 public:
  // `area`: of the panels. `tools`: not in a window for the class.
  void draw(panels::Frame& frame, const std::vector<std::string>& panels, const Box& area,
            bool tools);

 private:
  void draw_lines(panels::Frame& frame, const std::vector<std::string>& panels, const Box& area,
                  bool in_hand);
  void follow_pointer(panels::Frame& frame, const std::vector<std::string>& panels);

  PanelPoint last_;  // of the line that is being drawn
  float last_x_ = 0, last_y_ = 0;
};

}  // namespace lanescope::ui::studio
