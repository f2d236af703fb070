#pragma once

#include <cstdint>

namespace lanescope::events {

// A request of all 32 lanes for 4-byte words, each half of them for one word or for words one
// behind the other: rows of tiles, and what all lanes share. Plain data: also for sources that are
// compiled for a vector level.
struct HalfRows {
  std::uint64_t start[2];  // addresses of lanes 0 and 16
  std::uint32_t step[2];   // bytes from lane to lane: 0 or 4
  [[nodiscard]] std::uint64_t last(int half) const { return start[half] + 15U * step[half]; }
};

}  // namespace lanescope::events
