#pragma once

#include <cstddef>

#include "ui/gl/offscreen.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::test {

// How many pixels have just this colour.
[[nodiscard]] inline std::size_t count(const gl::Image& image, style::Rgba colour) {
  std::size_t found = 0;
  for (std::size_t i = 0; i + 2 < image.rgb.size(); i += 3) {
    found +=
        image.rgb[i] == colour.r && image.rgb[i + 1] == colour.g && image.rgb[i + 2] == colour.b
            ? 1U
            : 0U;
  }
  return found;
}

}  // namespace lanescope::ui::test
