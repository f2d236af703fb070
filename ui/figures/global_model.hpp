#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/analysis/access.hpp"
#include "ui/style/style.hpp"
#include "ui/view/beats.hpp"
#include "ui/view/view.hpp"

namespace lanescope::ui::figures {

// The Global memory panel: the 128-byte lines of one request, four sectors each, and which bytes of
// them its lanes use.
//
//   [■■■■■■■■][■■■■■■■■][■■■■■■■■][■■■■■■■■]   in[1024]
//    sector 0   sector 1   sector 2  sector 3
//   4 sectors for 32 lanes: 128 bytes fetched, 128 used (100 %).
struct SectorCell {
  bool fetched = false;
  std::uint32_t byte_mask = 0;  // bytes used, of 32
  LaneMask lanes = 0;
  std::uint32_t order = 0;   // beat in which it is fetched
  std::uint32_t passes = 1;  // of an atomic: how often it is counted
};
struct LineRow {              // one 128-byte line
  std::uint64_t address = 0;  // of the line
  std::string label;          // "in[1024]", or the address
  SectorCell sectors[4];
};
struct GlobalModel {
  std::vector<LineRow> lines;
  std::uint32_t hidden_lines = 0;  // beyond the limit
  bool has_request = false;
  bool current = false;  // of the shown step itself
  trace::Access access;
  analysis::GlobalRequest request;
  view::RequestBeats beats;  // values only while `current`
  int lane_count = 32;
  style::Role role = style::Role::Load;
  std::string instruction, note, sentence;
};
[[nodiscard]] std::optional<GlobalModel> global_model(const view::View& view,
                                                      std::uint32_t max_lines = 8);

}  // namespace lanescope::ui::figures
