#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/isa/alu.hpp"
#include "tests/sim/isa/row_file.hpp"

namespace lanescope::isa_test {

struct LaneRun {
  std::vector<std::byte> output;
  std::string error;         // empty when the kernel ran to its end
  std::string masked_error;  // where the masked form disagrees with the full one
};

// Runs the kernel of a row that only computes (loads, stores and arithmetic in a straight line) by
// means of bind_alu alone, 32 threads at a time. The machine of sim/machine has no part in it.
[[nodiscard]] LaneRun run_lanes(const RowFile& file, isa::VectorLevel level);

// Whether run_lanes can run it.
[[nodiscard]] bool only_computes(const RowFile& file);

}  // namespace lanescope::isa_test
