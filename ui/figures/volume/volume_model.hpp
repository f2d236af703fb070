#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/result.hpp"
#include "ui/figures/flow/flow_cache.hpp"

namespace lanescope::ui::figures::volume {

// A volume that a block reads, point by point, to write another one of the same shape: the point
// that is computed, and the slices around it.
struct VolumeShape {
  std::uint32_t width = 0, height = 0, depth = 0;
  std::size_t source = 0;  // of FlowGround::arrays; the target is the last one

  [[nodiscard]] Dim3 place(std::uint32_t element) const {
    return {element % width, element / width % height, element / width / height};
  }
};
// Whether the experiment has buffers of such a shape at all.
[[nodiscard]] bool has_volume(const run::ModelRun& run);
// The first array that the block reads with the target's three sides. An Error says why there is
// none, as the panel shows it.
[[nodiscard]] Result<VolumeShape> volume_shape(const view::View& view,
                                               const flow::FlowGround& ground);

// What a point tells at this moment, the later ones over the earlier ones.
enum class PointMark : std::uint8_t {
  None,
  Before,   // read by the block, in an earlier interval between barriers
  Read,     // in the latest one
  Written,  // the block has written the target's point there
  Now,      // touched by the shown instruction
  Others,   // flows into the focus, read by another thread
  Own,      // flows into the focus, read by its own thread
};
struct Point {
  PointMark mark = PointMark::None;
  bool later = false;  // of what flows into the focus: not read yet
  bool focus = false;  // the point that is computed
};
// Points x from, y from, … of the slices z from `first` on.
struct VolumeModel {
  VolumeShape shape;
  Dim3 first, extent;
  std::vector<Point> points;  // extent.x · extent.y · extent.z, x fastest
  Dim3 focus;
  bool has_focus = false;
  std::string sentence;

  [[nodiscard]] const Point& at(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    return points[(std::uint64_t{z} * extent.y + y) * extent.x + x];
  }
};
// `most`: points along x and y, and slices, that are told of, around the focus. `counted`: the
// sentence says how many points the block has read and written.
inline constexpr Dim3 kMostPoints{14, 10, 5};
[[nodiscard]] VolumeModel volume_model(const view::View& view, const flow::FlowGround& ground,
                                       const VolumeShape& shape,
                                       const flow::FlowCache::Focused& focused, bool counted = true,
                                       const Dim3& most = kMostPoints);
// "32 × 16 × 16 · slices 3 to 7"
[[nodiscard]] std::string volume_words(const VolumeModel& model);

}  // namespace lanescope::ui::figures::volume
