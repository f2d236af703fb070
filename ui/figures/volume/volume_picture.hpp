#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/figures/volume/volume_model.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures::volume {

struct VolumeRoom {
  float width = 0.0F, height = 0.0F;  // pixels
  float text = 12.0F;                 // size of words
  float scale = 1.0F;
};
// No room for more than three slices.
[[nodiscard]] bool is_low(const VolumeRoom& room);
struct Spot {
  float x = 0.0F, y = 0.0F;
};
// Slices lie as sheets behind each other, the first in front at the lower left.
struct VolumeLayout {
  Spot origin;         // the upper left corner of the first sheet
  Spot across, down;   // one point along x and along y
  Spot next;           // from a sheet to the next one
  Dim3 first, extent;  // as in the model
  [[nodiscard]] Spot corner(std::uint32_t x, std::uint32_t y, std::uint32_t z) const;
};
// Plain shapes by role: what the panel and the SVG file both draw.
struct Sheet {
  std::array<Spot, 4> corners;
  style::Role role = style::Role::Inactive;
  float fill = 1.0F;  // opacity; 0: an outline only
  float line = 0.0F;  // width of the outline; 0: none
};
struct VolumeLabel {
  Spot from, to;
  std::string text;
  float align = 0.0F;  // 0 left … 1 right
  style::Role ink = style::Role::TextSecondary;
};
struct VolumePicture {
  VolumeLayout layout;
  std::vector<Sheet> shapes;
  std::vector<VolumeLabel> labels;
};
[[nodiscard]] VolumePicture volume_picture(const VolumeModel& model, const VolumeRoom& room);
// The element at a place of the picture; of sheets that cover each other the one in front.
[[nodiscard]] std::optional<std::uint32_t> point_at(const VolumeModel& model,
                                                    const VolumeLayout& layout, Spot at);

// As a drawing for slides and texts. Plain SVG 1.1.
[[nodiscard]] Result<std::string> volume_svg(const view::View& view, bool dark, bool counted);

}  // namespace lanescope::ui::figures::volume
