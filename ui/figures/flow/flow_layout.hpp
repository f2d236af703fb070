#pragma once

#include <cstdint>
#include <vector>

#include "ui/figures/flow/flow_picture.hpp"

namespace lanescope::ui::figures::flow {

// Where the arrays of a flow picture lie, in pixels from its top left corner, all with cells of one
// size: as large as the room lets them be. Strips that are too long are broken into rows.
struct FlowBox {
  float x = 0.0F, y = 0.0F;
  float label_x = 0.0F, label_y = 0.0F, label_width = 0.0F;
  std::uint32_t columns = 1, rows = 1;
  // Of a cell; larger than the others' where an array is small or thin.
  float cell_x = 0.0F, cell_y = 0.0F;
};
struct FlowLayout {
  std::vector<FlowBox> boxes;  // as the regions
  float cell = 0.0F;
  float width = 0.0F, height = 0.0F;  // what is used of the room
  bool labels_left = false;

  // Left top corner of a cell of a box.
  [[nodiscard]] float x(std::size_t box, std::uint32_t at) const {
    return boxes[box].x + static_cast<float>(at % boxes[box].columns) * boxes[box].cell_x;
  }
  [[nodiscard]] float y(std::size_t box, std::uint32_t at) const {
    return boxes[box].y + static_cast<float>(at / boxes[box].columns) * boxes[box].cell_y;
  }
};
struct FlowRoom {
  float width = 0.0F, height = 0.0F;
  float line = 18.0F;   // of a caption
  float gap = 16.0F;    // between arrays
  float label = 80.0F;  // width of the widest caption
  float most = 36.0F;   // a cell is no larger
};
[[nodiscard]] FlowLayout flow_layout(FlowShape shape, const std::vector<FlowRegion>& regions,
                                     const FlowRoom& room);

}  // namespace lanescope::ui::figures::flow
