#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/analysis/occupancy.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::panels::occupancy {

// The Occupancy panel: one SM with the blocks that fit, what they take, and what would happen at
// other block sizes.
struct ResourceBar {
  std::string name;  // "Warps"
  std::uint64_t used = 0, limit = 1;
  std::string text;  // "48 of 64"
  bool limits = false;
};
struct OccupancyPoint {
  std::uint32_t threads = 32;
  double theoretical = 0.0;
  bool current = false;
};
struct OccupancyModel {
  std::uint32_t resident_blocks = 0;
  std::uint32_t room_for = 0;  // places to draw: resident ones and, dashed, those without room
  std::uint32_t warps_per_block = 1;
  std::vector<ResourceBar> bars;
  std::vector<OccupancyPoint> by_block_size;  // sensitivity
  std::string sentence;
  std::string note;       // "limited by shared memory"
  bool withheld = false;  // the lesson's question asks for it: nothing is told
  analysis::Occupancy occupancy;
};
[[nodiscard]] std::optional<OccupancyModel> occupancy_model(const session::Session& session);

}  // namespace lanescope::ui::panels::occupancy
