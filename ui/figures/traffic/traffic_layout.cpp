#include "ui/figures/traffic/traffic_layout.hpp"

#include <algorithm>
#include <cmath>

namespace lanescope::ui::figures::traffic {
namespace {

// Of a box's width: where shared memory begins, and the middles of what passes it and comes to it.
constexpr float kSharedLeft = 0.32F, kPast = 0.16F, kToShared = 0.66F;

struct Sizes {
  float box = 0.0F, gap = 0.0F;  // heights
};
Sizes sizes_of(float height, float line) {
  Sizes sizes;
  sizes.box = std::clamp(height / 8.0F, line * 1.7F, line * 3.0F);
  sizes.gap = std::clamp((height - sizes.box * 5.0F) / 4.0F, line * 1.5F, line * 2.4F);
  return sizes;
}

// Widths in proportion; what moves at all can be seen.
float band_width(std::uint64_t bytes, std::uint64_t most, float line) {
  if (bytes == 0) return 0.0F;
  const double share = static_cast<double>(bytes) / static_cast<double>(most);
  return std::max(static_cast<float>(share) * line * 1.1F, line * 0.1F);
}

}  // namespace

TrafficLayout traffic_layout(const TrafficModel& model, float width, float height, float line) {
  const Sizes sizes = sizes_of(height, line);
  TrafficLayout layout;
  const float box = std::floor(std::min(width * 0.46F, line * 14.0F));
  for (std::size_t i = 0; i < kPlaces; ++i) {
    const float top = std::round(static_cast<float>(i) * (sizes.box + sizes.gap));
    const bool shared = static_cast<Place>(i) == Place::Shared;
    layout.boxes[i] = {shared ? std::round(box * kSharedLeft) : 0.0F, top, box,
                       std::round(top + sizes.box)};
  }
  const auto add = [&](Way way, Place from, Place to, float middle) {
    const TrafficWay& moves = model.ways[static_cast<std::size_t>(way)];
    Bands bands;
    bands.top = layout.boxes[static_cast<std::size_t>(from)].bottom;
    bands.bottom = layout.boxes[static_cast<std::size_t>(to)].top;
    bands.middle = std::round(box * middle);
    bands.in = band_width(moves.bytes.in, model.most, line);
    bands.out = band_width(moves.bytes.out, model.most, line);
    bands.words = bands.middle + line * 1.5F;
    bands.line = bands.bottom - sizes.gap / 2;
    layout.ways[static_cast<std::size_t>(way)] = bands;
  };
  add(Way::ToShared, Place::Registers, Place::Shared, kToShared);
  add(Way::ToL1, Place::Registers, Place::L1, kPast);
  add(Way::Copied, Place::Shared, Place::L1, kToShared);
  // The words of both stand behind the right one.
  const Bands& copied = layout.ways[static_cast<std::size_t>(Way::Copied)];
  if (copied.in > 0.0F) layout.ways[static_cast<std::size_t>(Way::ToL1)].words = copied.words;
  add(Way::ToL2, Place::L1, Place::L2, 0.5F);
  add(Way::ToDram, Place::L2, Place::Dram, 0.5F);
  layout.notes = box + line;
  layout.height = layout.boxes.back().bottom;
  layout.has_more = sizes.box >= line * 2.2F;
  return layout;
}

}  // namespace lanescope::ui::figures::traffic
