#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace lanescope::ui::gl {

// In the desktop's coordinates.
struct DesktopRect {
  int x = 0, y = 0, width = 0, height = 0;
};
// The monitor for the class: one that the studio's window is not on, the largest of several; empty
// when there is no second one.
[[nodiscard]] std::optional<std::size_t> monitor_for_class(std::span<const DesktopRect> monitors,
                                                           const DesktopRect& studio);

}  // namespace lanescope::ui::gl
