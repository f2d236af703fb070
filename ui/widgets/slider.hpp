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

}  // namespace lanescope::ui::widgets
