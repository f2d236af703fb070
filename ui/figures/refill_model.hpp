#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ui/view/view.hpp"

namespace lanescope::ui::figures {

// The blocks of a launch on a GPU with so many SMs where they differ in length: whichever place is
// free first takes the next block, as they are numbered.
//
//   SM 0  |0-----------------|7----------------|     2 SMs, a place on each, 8 blocks
//   SM 1  |1--|2--|3--|4--|5--|6--|
//
// From the trace alone: a block is as long as its longest warp has recorded steps. It says nothing
// of time: blocks that share an SM slow each other down, memory lets them wait, and hardware hands
// blocks out as it likes.
struct RefillBlock {
  std::uint64_t block = 0;
  std::uint32_t sm = 0, place = 0;
  std::uint64_t begin = 0, end = 0;  // steps
};
struct RefillModel {
  std::uint32_t sms = 1;
  std::uint32_t places = 1;  // on each SM, of those that ever get a block
  std::vector<RefillBlock> blocks;
  std::uint64_t end = 0;       // of the last block
  std::uint64_t idle = 0;      // steps that places stand empty until then, all together
  std::uint64_t selected = 0;  // block in the picture
  std::string sentence;
};

// Lengths by the blocks' numbers; among places that are free at once the first one of each SM comes
// first, as in RoundsModel.
[[nodiscard]] RefillModel refill_of(std::span<const std::uint64_t> lengths, std::uint32_t sms,
                                    std::uint32_t places);
// Nullopt: the rung has no `sms`, not all blocks of the launch are recorded, they are more than can
// be drawn, or all are equally long, which the rounds show.
[[nodiscard]] std::optional<RefillModel> refill_model(const view::View& view);

// As a drawing for slides and texts. Plain SVG 1.1.
[[nodiscard]] std::string refill_svg(const RefillModel& model, bool dark);

}  // namespace lanescope::ui::figures
