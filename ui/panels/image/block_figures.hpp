#pragma once

#include <cstdint>
#include <vector>

#include "sim/trace/trace.hpp"

namespace lanescope::ui::panels::image {

// What one recorded block did, and the rectangle of a picture that it wrote.
struct BlockFigure {
  std::uint32_t launch = 0;
  BlockIndex block;
  std::uint32_t left = 0, top = 0, right = 0, bottom = 0;  // pixels, [left, right) × [top, bottom)
  std::uint64_t branches = 0, divergent = 0;
  std::uint64_t requests = 0, sectors = 0;      // of global memory
  std::uint64_t wavefronts = 0, conflicts = 0;  // of shared memory
};
// Where the picture lies: one element a pixel, row by row.
struct PicturePlace {
  std::uint64_t base = 0;  // address
  std::uint32_t element_bytes = 1;
  std::uint32_t width = 1, height = 1;
};
// The recorded blocks that wrote pixels, by launch and block; counts are those of the whole block.
// Looks at every recorded step.
[[nodiscard]] std::vector<BlockFigure> block_figures(const trace::Trace& trace,
                                                     const PicturePlace& picture);

}  // namespace lanescope::ui::panels::image
