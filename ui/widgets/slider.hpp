#pragma once

#include <string_view>

#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

// Title and value on one line, a track under them, over the whole width:
//   Block size        256 = 8 warps
//   ━━━━━━━━━━━━●━━━━━━━━━━
// True while dragged, with the new share of the track in `share`.
bool value_slider(const style::Style& style, const char* id, std::string_view title,
                  std::string_view value, double& share);

// Where there is little height, all on one line, the value without what it is equal to:
//   Block size  ━━━━●━━━  256
struct SliderColumns {
  float title = 0.0F, value = 0.0F;  // widths, of all sliders that stand below each other
};
void widen(SliderColumns& columns, const style::Style& style, std::string_view title,
           std::string_view value);
bool line_slider(const style::Style& style, const char* id, std::string_view title,
                 std::string_view value, const SliderColumns& columns, double& share);

}  // namespace lanescope::ui::widgets
