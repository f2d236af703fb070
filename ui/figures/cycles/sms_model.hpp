#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/figures/cycles/window.hpp"

namespace lanescope::ui::figures::cycles {

// The SMs panel: a row for each simulated SM, a bar for each block from its arrival to its leaving.
//
//   SM 0  0████████|5████|9██        places of an SM below each other; where they would be too low
//         1██████████|6█████         for bars, how many blocks are there at a time
struct BlockBar {
  BlockIndex block;
  std::uint32_t place = 0;  // in its row, from above
  std::int64_t begin = 0, end = 0;
};
struct SmRow {
  std::uint32_t sm = 0, sms = 1;  // the first one of the row, and how many
  std::vector<BlockBar> blocks;   // in the order of their begins
};
struct SmsModel {
  Window window;             // of the whole launch
  Window in_cycles;          // what Cycles shows of it
  std::int64_t moment = 0;   // the shown cycle
  std::uint32_t places = 1;  // blocks of a row that were there at a time, at most
  std::vector<SmRow> rows;
  std::string sentence;
};

// `most_rows`: where there are more SMs, neighbours share a row.
[[nodiscard]] std::optional<SmsModel> sms_model(const session::Session& session,
                                                std::size_t most_rows);
// "SM 3", "SMs 4–7".
[[nodiscard]] std::string sm_title(const SmRow& row);
[[nodiscard]] std::string block_words(const SmRow& row, const BlockBar& bar);
// How many blocks there are in a row in a cycle.
[[nodiscard]] std::string load_words(const SmRow& row, std::int64_t cycle);

}  // namespace lanescope::ui::figures::cycles
