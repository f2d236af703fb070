#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ui/panels/panel.hpp"

namespace lanescope::ui::studio {

// The line of time in the transport:
//
//      ▼   ⚑    ▼▼             ▼          conflicts and bookmarks above, divergence below
//   ━━━━━┃━━━━━━━━━┃━━━━●──────┃───────   barriers across, the handle at the tick
//           ●   ●
//
// Marks are gathered by place when the run changes, so that a frame paints at most a few thousand
// of them, however long the run.
class Scrubber {
 public:
  // An ImGui item "###scrubber"; dragging posts `goto tick=`.
  void draw(panels::Frame& frame, float width, float height);

 private:
  struct Pixels {
    std::vector<float> barriers, conflicts, divergences, faults, launches;  // 0 … 1
  };
  void gather(const session::Session& session);

  Pixels pixels_;
  std::uint64_t run_ = ~std::uint64_t{0};
  std::string note_;  // being written
};

}  // namespace lanescope::ui::studio
