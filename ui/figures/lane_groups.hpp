#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ui/view/view.hpp"

namespace lanescope::ui::figures {

// Lanes of a warp that do something together, as the members of the last instruction in which each
// of them took part: a shuffle, a vote, a match, a reduction, a barrier of the warp, or the
// question who is here. Lanes that name the same members are one group.
//
//   ┌──┬──┬──┐  ┌──┬──┬──┐        two tiles of four
//   ┌─────┬─────┐                 lanes 0, 2 and 4 (an upper level: groups that lie inside each
//   other)
struct LaneGroup {
  LaneMask lanes = 0;
  std::uint32_t level = 0;  // 0: nearest to the lanes
};
struct LaneGroups {
  std::vector<LaneGroup> groups;  // by lowest lane
  std::uint32_t levels = 0;
  bool possible = false;  // the kernel has such instructions
  bool now = false;       // the shown instruction is such a one
  std::string sentence;   // "8 groups of 4 lanes, named by shfl.sync."; empty without groups

  [[nodiscard]] const LaneGroup* of(std::uint32_t lane) const;
};
// Of the shown warp. It looks at other moments: machines that the view has given are no longer
// valid.
[[nodiscard]] LaneGroups lane_groups(const view::View& view);

}  // namespace lanescope::ui::figures
