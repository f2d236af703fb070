#pragma once

#include <string>

#include "ui/figures/phase_picture.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures {

struct SvgOptions {
  bool dark = false;
  std::uint32_t most_columns = 1024;  // beyond these the picture is cut, and says so
};
// The phase view as a drawing for slides and texts: what happened in the whole run, with values in
// the cells where they have room. Plain SVG 1.1: rectangles, paths, words.
// "s: 64 elements", or what of it is left out where so many columns are drawn.
[[nodiscard]] std::string phase_caption(const PhasePicture& picture, std::uint32_t columns);
[[nodiscard]] std::string phase_svg(const PhasePicture& picture, const SvgOptions& options);

}  // namespace lanescope::ui::figures
