#pragma once

#include <string>
#include <vector>

#include "ui/session/session.hpp"

namespace lanescope::ui::panels::image {

// What a GPU's live picture may be made with, apart from the one that is stepped.
struct LiveChoice {
  std::string words;    // "1,920 × 1,080", "radius 32"
  std::string command;  // "image size=1920x1080"
  bool chosen = false;
};
struct LiveChoices {
  std::vector<LiveChoice> sizes, radii;  // empty: the rung has none
};
[[nodiscard]] LiveChoices live_choices(const session::Session& session);

}  // namespace lanescope::ui::panels::image
