#pragma once

#include <array>

#include "ui/figures/traffic/traffic_model.hpp"

namespace lanescope::ui::figures::traffic {

struct Rect {
  float left = 0.0F, top = 0.0F, right = 0.0F, bottom = 0.0F;
};
// Two bands beside each other: what goes up, to the registers, and what goes down.
struct Bands {
  float top = 0.0F, bottom = 0.0F;
  float middle = 0.0F;              // between the two
  float in = 0.0F, out = 0.0F;      // their widths; 0: nothing moves
  float words = 0.0F, line = 0.0F;  // where the words beside them begin, and their middle
};
// Places of a picture in pixels from its corner. The way from registers to L1 passes shared memory
// by, at its left.
struct TrafficLayout {
  std::array<Rect, kPlaces> boxes;
  std::array<Bands, kWays> ways;
  float notes = 0.0F;     // where the words beside boxes begin
  float height = 0.0F;    // of all
  bool has_more = false;  // two lines of words beside a box
};
// In a room of this size; higher where that is too low. `line`: the height of text.
[[nodiscard]] TrafficLayout traffic_layout(const TrafficModel& model, float width, float height,
                                           float line);

}  // namespace lanescope::ui::figures::traffic
