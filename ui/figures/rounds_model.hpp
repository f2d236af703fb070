#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ui/view/view.hpp"

namespace lanescope::ui::figures {

// A grid on a GPU with so many SMs, for lessons with a parameter `sms`: a pure function of grid,
// occupancy and that number. It assumes that all blocks take equally long and are handed out as
// they are numbered, one to each SM in turn; it says nothing of time.
//
//          SM 0   SM 1          2 SMs, a place on each, 5 blocks:
//   round 1   0      1          3 rounds, and a place is idle in the last
//   round 2   2      3
//   round 3   4
struct RoundsModel {
  std::uint32_t sms = 1;
  std::uint32_t places = 1;        // on each SM: blocks that are resident at a time
  std::uint32_t shown_places = 1;  // those that get a block in the first round
  std::uint64_t blocks = 1, rounds = 1;
  std::uint64_t idle = 0;      // places of the last round without a block
  std::uint64_t selected = 0;  // block in the picture
  std::string sentence;

  // Nullopt: no block is left for this place.
  [[nodiscard]] std::optional<std::uint64_t> block_at(std::uint64_t round, std::uint32_t sm,
                                                      std::uint32_t place) const;
};
[[nodiscard]] std::optional<RoundsModel> rounds_model(const view::View& view);
[[nodiscard]] RoundsModel rounds_of(std::uint64_t blocks, std::uint32_t sms, std::uint32_t places);

}  // namespace lanescope::ui::figures
