#pragma once

#include <array>
#include <cstdint>

namespace lanescope::experiment {

// The test picture of the image lessons: a house before hills in the evening, with tiles and fence
// posts whose edges a blur dissolves. A pure function of whole numbers, so that every machine gives
// the same bytes at every size; below its own height it goes on as it ends.
using Rgb = std::array<std::uint8_t, 3>;
[[nodiscard]] Rgb picture_pixel(std::uint64_t x, std::uint64_t y, std::uint64_t width);

// 0.21 red + 0.72 green + 0.07 blue, in hundredths and rounded down.
[[nodiscard]] std::uint8_t grey_of(const Rgb& colour);

}  // namespace lanescope::experiment
