#include "ui/figures/flow/flow_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope::ui::figures::flow {
namespace {

constexpr float kEdge = 2.0F;      // around all, where frames stand out
constexpr float kThin = 8.0F;      // pixels of a single column beside a matrix
constexpr float kTooSmall = 6.0F;  // of a cell: the angle of a product gives way to a row

struct Size {
  std::uint32_t columns = 1, rows = 1;
};
using Sizes = std::vector<Size>;

// Strips in rows of so many elements.
Sizes sizes_of(const std::vector<FlowRegion>& regions, std::uint32_t width) {
  Sizes out;
  for (const FlowRegion& region : regions) {
    if (region.pitch != 0) {
      out.push_back({std::max(region.columns, 1U), std::max(region.rows, 1U)});
      continue;
    }
    const std::uint32_t columns = std::clamp(region.columns, 1U, width);
    out.push_back({columns, std::max((region.columns + columns - 1) / columns, 1U)});
  }
  return out;
}

float cell_for(const FlowRoom& room, float fixed_x, float fixed_y, std::uint32_t columns,
               std::uint32_t rows) {
  const float cell = std::min({(room.width - fixed_x) / static_cast<float>(columns),
                               (room.height - fixed_y) / static_cast<float>(rows), room.most});
  return cell > 4.0F ? std::floor(cell) : cell;
}

class Arrangement {
 public:
  Arrangement(const FlowRoom& room, Sizes sizes) : room_(room), sizes_(std::move(sizes)) {
    room_.width -= 2.0F * kEdge;
    room_.height -= 2.0F * kEdge;
  }

  // Below each other, captions before the rows or above them.
  FlowLayout stack() {
    const auto [columns, rows] = stacked(sizes_.size());
    const auto many = static_cast<float>(sizes_.size());
    out_.labels_left = room_.label + room_.gap < room_.width * 0.3F;
    const float left = out_.labels_left ? room_.label + room_.gap * 0.5F : 0.0F;
    const float above = out_.labels_left ? 0.0F : room_.line;
    // The caption of the first may be higher than its row.
    const float top = out_.labels_left ? room_.line * 0.5F : 0.0F;
    out_.cell =
        cell_for(room_, left, top + above * many + room_.gap * (many - 1.0F), columns, rows);
    (void)place_stack(sizes_.size(), left, std::max(0.0F, top - out_.cell * 0.5F), above);
    if (stands_alone()) widen();
    return finished();
  }
  // Sources below each other at the left, the target at the right.
  FlowLayout beside() {
    const std::size_t sources = sizes_.size() - 1;
    const Size& target = sizes_.back();
    const auto [columns, rows] = stacked(sources);
    const float gap = room_.gap * 3.0F;
    const float fixed = room_.line * static_cast<float>(sources) +
                        room_.gap * static_cast<float>(std::max<std::size_t>(sources, 1) - 1);
    out_.cell = std::min(cell_for(room_, gap, fixed, columns + target.columns, rows),
                         cell_for(room_, gap, room_.line, columns + target.columns, target.rows));
    const float height = place_stack(sources, 0.0F, 0.0F, room_.line);
    const float own = static_cast<float>(target.rows) * out_.cell + room_.line;
    place(target, width_of(columns) + gap, std::max(0.0F, (height - own) * 0.5F) + room_.line);
    if (stands_alone()) widen();
    return finished();
  }
  // All in a row.
  FlowLayout row() {
    std::uint32_t columns = 0, rows = 1;
    for (const Size& size : sizes_) {
      columns += size.columns;
      rows = std::max(rows, size.rows);
    }
    const float gap = room_.gap * 2.0F;
    out_.cell =
        cell_for(room_, gap * static_cast<float>(sizes_.size() - 1), room_.line, columns, rows);
    float x = 0.0F;
    for (const Size& size : sizes_) {
      place(size, x, room_.line);
      x += width_of(size.columns) + gap;
    }
    if (sizes_.back().columns == 1 && sizes_.back().rows > 1) {
      FlowBox& column = out_.boxes.back();
      column.cell_x = std::clamp(kThin, out_.cell, std::max(room_.width - column.x, out_.cell));
      out_.width = std::max(out_.width, column.x + column.cell_x);
    }
    return finished();
  }
  // The first at the left of the target, the second above it.
  FlowLayout product() {
    const Size &a = sizes_[0], &b = sizes_[1], &c = sizes_[2];
    out_.cell = cell_for(room_, room_.gap, room_.line * 2.0F + room_.gap * 0.5F,
                         a.columns + c.columns, b.rows + c.rows);
    const float left = width_of(a.columns) + room_.gap;
    const float down = room_.line * 2.0F + room_.gap * 0.5F + width_of(b.rows);
    place(a, 0.0F, down);
    place(b, left, room_.line);
    place(c, left, down);
    return finished();
  }

 private:
  [[nodiscard]] float width_of(std::uint32_t cells) const {
    return static_cast<float>(cells) * out_.cell;
  }
  [[nodiscard]] Size stacked(std::size_t count) const {
    Size all{1, 0};
    for (std::size_t i = 0; i < count; ++i) {
      all.columns = std::max(all.columns, sizes_[i].columns);
      all.rows += sizes_[i].rows;
    }
    return {all.columns, std::max(all.rows, 1U)};
  }
  float place_stack(std::size_t count, float x, float y, float above) {
    for (std::size_t i = 0; i < count; ++i) {
      place(sizes_[i], x, y + above);
      y += above + width_of(sizes_[i].rows) + (i + 1 < count ? room_.gap : 0.0F);
    }
    return y;
  }
  void place(const Size& size, float x, float y) {
    FlowBox box{
        x,         y,         x,        y - room_.line, width_of(size.columns), size.columns,
        size.rows, out_.cell, out_.cell};
    if (out_.labels_left) {
      box.label_x = 0.0F;
      box.label_y =
          std::max(y + (std::min(width_of(size.rows), out_.cell) - room_.line) * 0.5F, 0.0F);
      box.label_width = room_.label;
    }
    out_.boxes.push_back(box);
    out_.width = std::max(out_.width, x + width_of(size.columns));
    out_.height = std::max(out_.height, y + width_of(size.rows));
  }
  // A target in one row that no source is as long as: its cells stand below nobody's.
  [[nodiscard]] bool stands_alone() const {
    const Size& target = sizes_.back();
    return target.rows == 1 && std::count_if(sizes_.begin(), sizes_.end(), [&](const Size& s) {
                                 return s.columns == target.columns;
                               }) == 1;
  }
  void widen() {
    FlowBox& box = out_.boxes.back();
    const float most = std::min((room_.width - box.x) / static_cast<float>(box.columns),
                                std::min(room_.most, room_.height - box.y));
    box.cell_x = box.cell_y = std::max(out_.cell, std::floor(most));
    out_.width = std::max(out_.width, box.x + box.cell_x * static_cast<float>(box.columns));
    out_.height = std::max(out_.height, box.y + box.cell_y);
  }
  // A caption may be wider than its array: to the next one's, or the edge.
  FlowLayout finished() {
    for (FlowBox& box : out_.boxes) {
      if (out_.labels_left) break;
      float end = room_.width;
      for (const FlowBox& other : out_.boxes)
        if (other.label_x > box.label_x && std::abs(other.label_y - box.label_y) < room_.line)
          end = std::min(end, other.label_x - room_.gap * 0.5F);
      box.label_width = std::max(end - box.label_x, 0.0F);
    }
    for (FlowBox& box : out_.boxes) {
      box.x += kEdge;
      box.y += kEdge;
      box.label_x += kEdge;
      box.label_y += kEdge;
    }
    out_.width += 2.0F * kEdge;
    out_.height += 2.0F * kEdge;
    return std::move(out_);
  }

  FlowRoom room_;
  Sizes sizes_;
  FlowLayout out_;
};

}  // namespace

FlowLayout flow_layout(FlowShape shape, const std::vector<FlowRegion>& regions,
                       const FlowRoom& room) {
  if (regions.empty()) return {};
  if (shape == FlowShape::Product) {
    FlowLayout angle = Arrangement(room, sizes_of(regions, ~0U)).product();
    FlowLayout row = Arrangement(room, sizes_of(regions, ~0U)).row();
    return angle.cell < kTooSmall && row.cell > angle.cell * 1.5F ? row : angle;
  }
  if (shape == FlowShape::RowSums) {
    Sizes sizes = sizes_of(regions, ~0U);
    sizes.back() = {1, std::max(regions.back().columns, 1U)};
    return Arrangement(room, std::move(sizes)).row();
  }
  std::uint32_t longest = 1;
  for (const FlowRegion& region : regions)
    if (region.pitch == 0) longest = std::max(longest, region.columns);
  // Strips below each other let an element stand below those of its number.
  const bool strips = std::ranges::all_of(regions, [](const auto& r) { return r.pitch == 0; });
  FlowLayout best;
  float worth = 0.0F;
  for (const std::uint32_t width : {longest, 256U, 128U, 64U, 32U, 16U}) {
    if (width > longest) continue;
    const Sizes sizes = sizes_of(regions, width);
    const auto keep = [&](FlowLayout layout, float liked = 1.0F) {
      if (!best.boxes.empty() && layout.cell * liked <= worth * 1.05F) return;
      worth = layout.cell * liked;
      best = std::move(layout);
    };
    keep(Arrangement(room, sizes).stack());
    if (regions.size() < 2) continue;
    keep(Arrangement(room, sizes).beside(), strips ? 0.7F : 1.0F);
    keep(Arrangement(room, sizes).row(), strips ? 0.7F : 1.0F);
  }
  return best;
}

}  // namespace lanescope::ui::figures::flow
