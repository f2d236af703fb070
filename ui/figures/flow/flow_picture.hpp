#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/figures/flow/flow_focus.hpp"

namespace lanescope::ui::figures::flow {

// What a cell tells, the later ones over the earlier ones.
enum class FlowMark : std::uint8_t {
  None,
  Read,      // by the block, in the latest interval in which it read the array
  Written,   // by the block so far
  Now,       // touched by the shown instruction
  AlsoRead,  // by the thread that stores the focus; it does not flow into it
  Steers,    // told where, or which
  Value,     // flows into the focus
  Focus
};
struct FlowCell {
  FlowMark mark = FlowMark::None;
  bool later = false;  // not yet at this tick
  bool selected = false;
};
// The stretch of an array that is drawn: rows of a matrix, or elements of a strip in one row.
struct FlowRegion {
  std::uint32_t row = 0, column = 0;  // the first
  std::uint32_t rows = 1, columns = 0;
  std::uint32_t pitch = 0;  // columns of the whole matrix; 0: a strip
  [[nodiscard]] std::uint32_t element(std::uint32_t cell) const {
    return (row + cell / columns) * pitch + column + cell % columns;
  }
  [[nodiscard]] std::optional<std::uint32_t> cell(std::uint32_t element) const;
};
// A rectangle of cells of a region: rows and columns from, to (behind the last).
struct FlowFrame {
  std::uint32_t row = 0, column = 0, rows = 0, columns = 0;
};
struct FlowFigure {
  FlowRegion region;
  std::vector<FlowCell> cells;     // rows × columns; beyond the array's end None
  std::optional<FlowFrame> frame;  // where the block's reads, or the target's writes, lie close
  std::string caption;             // "a", "in: elements 256–511 of 1,000"
  std::uint32_t count = 0;         // of cells that are elements
};
struct FlowPicture {
  std::vector<FlowFigure> figures;  // as FlowGround::arrays
  std::optional<FlowFocus> focus;
  bool atomic = false;
  bool pending = false;  // what flows into the focus is still looked for
  std::string sentence;
  std::string focus_words;  // "block (1, 0), thread (2, 5)"
};

// Whole arrays where they can be drawn, or, `close`, only what the block touches.
[[nodiscard]] std::vector<FlowRegion> flow_regions(const FlowGround& ground, bool close);
// `sources` may be null while they are looked for.
[[nodiscard]] FlowPicture flow_picture(const view::View& view, const FlowGround& ground,
                                       const std::optional<FlowFocus>& focus,
                                       const FlowSources* sources,
                                       const std::vector<FlowRegion>& regions);
// "c[2][13]" of a matrix, "c[45]" of a strip.
[[nodiscard]] std::string element_name(const FlowArray& array, std::uint32_t element);

}  // namespace lanescope::ui::figures::flow
