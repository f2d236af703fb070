#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ui/style/style.hpp"
#include "ui/view/view.hpp"

namespace lanescope::ui::figures {

// The paths of a diverged warp, drawn as strands that split and join:
//
//                ╭────●──────────╮        line 12  lanes 0–15, is ready
//   ──── line 9 ─┤               ├─ line 16
//                ╰──────────────◆╯        line 14  lanes 16–31, waits where the paths meet
//
// A strand is a group of lanes; how far along it stands is its pc between the branch and the place
// where the paths meet. A fork inside a fork begins later and ends sooner.
struct Strand {
  LaneMask lanes = 0;
  Pc pc;
  std::uint32_t line = 0;
  std::string text;  // the instruction that comes next for it
  std::string lanes_text, status;
  style::Role role = style::Role::Active;
  bool joined = false;      // waits where the paths meet
  bool moves = false;       // the shown step was its
  double before = 0.0;      // 0 … 1 between fork and join, ahead of the shown step
  double at = 0.0;          // after it
  std::uint32_t depth = 0;  // forks around its own
  std::vector<int> forks;   // those around it, outermost first: indices into Strands::forks
};
struct Fork {
  LaneMask lanes = 0;
  Pc branch, join;
  std::uint32_t branch_line = 0, join_line = 0;
  bool has_join = false;  // the paths meet before the end of the kernel
  std::uint32_t depth = 0;
  std::size_t first = 0, last = 0;  // its strands: [first, last)
};
struct Strands {
  std::vector<Strand> strands;  // from top to bottom
  std::vector<Fork> forks;      // outermost first
};
// Empty while the warp is one group.
[[nodiscard]] Strands strands_of(const view::View& view, WarpIndex warp);
// Where the strand's lanes stand at a moment of the shown step, 0 … 1.
[[nodiscard]] double place_at(const Strand& strand, double moment);

}  // namespace lanescope::ui::figures
