#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::test {

// What was measured of one case: the first launches of a rung at a size.
struct RecordedCase {
  std::string lesson, rung, size;
  std::uint32_t launches = 0;
  // Warp instructions of all of them; of launches whose counters were not read, as many as the
  // largest one has that were.
  double instructions = 0;
  [[nodiscard]] std::string name() const { return lesson + "/" + rung + " " + size; }
};

// Of a file that cycles.py wrote, in its order.
[[nodiscard]] Result<std::vector<RecordedCase>> read_recorded(const std::filesystem::path& file);

}  // namespace lanescope::test
