#include "ui/gl/monitors.hpp"

#include <algorithm>
#include <cstdint>

namespace lanescope::ui::gl {
namespace {

std::int64_t area(int width, int height) {
  return width <= 0 || height <= 0 ? 0 : std::int64_t{width} * height;
}

std::int64_t shared_area(const DesktopRect& a, const DesktopRect& b) {
  return area(std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x),
              std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y));
}

}  // namespace

std::optional<std::size_t> monitor_for_class(std::span<const DesktopRect> monitors,
                                             const DesktopRect& studio) {
  if (monitors.size() < 2) return std::nullopt;
  // The studio is on the one that holds most of it; outside of all, on the first.
  std::size_t home = 0;
  for (std::size_t i = 1; i < monitors.size(); ++i) {
    if (shared_area(monitors[i], studio) > shared_area(monitors[home], studio)) home = i;
  }
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < monitors.size(); ++i) {
    // A mirrored picture is the studio's own.
    const bool mirrored = monitors[i].x == monitors[home].x && monitors[i].y == monitors[home].y;
    if (i == home || mirrored) continue;
    const bool larger = !best || area(monitors[i].width, monitors[i].height) >
                                     area(monitors[*best].width, monitors[*best].height);
    if (larger) best = i;
  }
  return best;
}

}  // namespace lanescope::ui::gl
