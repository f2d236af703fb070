#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ui/figures/network/network_picture.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::network {
namespace {

constexpr float kSign = 0.62F;  // width of a digit, by its size
constexpr float kLeastLane = 3.0F, kReadable = 9.0F;

// A stage stands apart from the one before it, a column from its neighbour.
constexpr float kBetweenColumns = 1.6F, kBetweenStages = 1.4F;  // lanes

float lanes_of_all(const NetworkScene& scene, std::uint32_t most) {
  float all = 0.0F;
  for (const std::uint32_t lanes : scene.lanes)
    all += static_cast<float>(std::min(lanes, most) - 1) + kBetweenColumns;
  return all + static_cast<float>(scene.network.stages) * kBetweenStages;
}

// Lanes as wide as there is room for; where they would be too narrow, some of the wide columns.
void fit_lanes(const NetworkScene& scene, const NetworkRoom& room, float width,
               NetworkLayout& layout) {
  const std::uint32_t widest = *std::ranges::max_element(scene.lanes);
  const float least = kLeastLane * room.scale;
  layout.most_lanes = widest;
  if (width / lanes_of_all(scene, widest) < least) {
    std::uint32_t low = 1, high = widest;  // the most that fit
    while (low < high) {
      const std::uint32_t middle = (low + high + 1) / 2;
      if (width / lanes_of_all(scene, middle) >= least)
        low = middle;
      else
        high = middle - 1;
    }
    layout.most_lanes = low;
  }
  layout.folded = layout.most_lanes < widest;
  layout.lane = std::min(width / lanes_of_all(scene, layout.most_lanes), room.text * 1.5F);
}

void place_columns(const NetworkScene& scene, const NetworkModel& model, NetworkLayout& layout) {
  const std::uint32_t front = model.column.value_or(static_cast<std::uint32_t>(scene.lanes.size()));
  float x = layout.left;
  for (std::uint32_t c = 0; c < scene.lanes.size(); ++c) {
    const auto& columns = scene.network.columns;
    if (c == 0 || columns[c].stage != columns[c - 1].stage) x += kBetweenStages * layout.lane;
    if (c == front && layout.values_width > 0.0F) {
      layout.values_at = x;
      x += layout.values_width;
    }
    layout.column.push_back(x + layout.lane * kBetweenColumns * 0.5F);
    x += layout.width_of(scene.lanes[c]) + layout.lane * kBetweenColumns;
  }
  if (front == scene.lanes.size() && layout.values_width > 0.0F) {
    layout.values_at = x;
    x += layout.values_width;
  }
  layout.right = x;
}

}  // namespace

std::uint32_t NetworkLayout::nearest_slot(std::uint32_t lanes, std::uint32_t number) const {
  if (lanes <= most_lanes) return number;
  if (most_lanes == 1) return 0;
  const float share = static_cast<float>(number) / static_cast<float>(lanes - 1);
  return static_cast<std::uint32_t>(std::lround(share * static_cast<float>(most_lanes - 1)));
}

std::optional<std::uint32_t> NetworkLayout::slot(std::uint32_t lanes, std::uint32_t number) const {
  const std::uint32_t nearest = nearest_slot(lanes, number);
  if (lanes <= most_lanes || most_lanes == 1)
    return lanes <= most_lanes || number == lanes / 2 ? std::optional(nearest) : std::nullopt;
  const float drawn = static_cast<float>(nearest) / static_cast<float>(most_lanes - 1);
  const auto own = static_cast<std::uint32_t>(std::lround(drawn * static_cast<float>(lanes - 1)));
  return own == number ? std::optional(nearest) : std::nullopt;
}

float NetworkLayout::width_of(std::uint32_t lanes) const {
  return static_cast<float>(std::min(lanes, most_lanes) - 1) * lane;
}

NetworkLayout network_layout(const NetworkScene& scene, const NetworkModel& model,
                             const NetworkRoom& room) {
  NetworkLayout layout;
  layout.text = room.text;
  const auto wires = static_cast<float>(scene.wires());
  const bool stages = room.height > room.text * 18.0F && scene.network.stages > 1;
  const float below = room.text * (stages ? 2.9F : 1.6F);
  layout.top = 2.0F;
  const float height = std::max(room.height - layout.top - below, room.text);
  layout.pitch = std::min(height / wires, room.text * 2.2F);
  layout.bottom = layout.top + layout.pitch * wires;
  layout.distances = layout.bottom + 3.0F * room.scale;
  layout.stages = stages ? layout.distances + room.text * 1.35F : 0.0F;
  while (static_cast<float>(layout.every) * layout.pitch < room.text * 1.35F) layout.every *= 2;
  // Beside the wires: their numbers, and what the rows of words are about.
  const std::size_t signs = std::max(fmt::format("{}", scene.wires() - 1).size(),
                                     room.width > room.text * 30.0F ? std::size_t{8} : 1);
  layout.left = static_cast<float>(signs) * kSign * room.text + 4.0F * room.scale;
  float width = std::max(room.width - layout.left - 2.0F, 8.0F);
  std::size_t longest = 1;
  for (const std::string& value : model.values) longest = std::max(longest, value.size());
  layout.values_text = std::min(room.text, layout.pitch * 0.95F);
  if (layout.values_text >= kReadable * room.scale && !model.values.empty()) {
    layout.values_width = (static_cast<float>(longest) + 1.5F) * kSign * layout.values_text;
    if (layout.values_width > width * 0.25F) layout.values_width = 0.0F;
  }
  width -= layout.values_width;
  fit_lanes(scene, room, width, layout);
  place_columns(scene, model, layout);
  return layout;
}

std::optional<NetworkUnder> network_under(const NetworkScene& scene, const NetworkLayout& layout,
                                          NetworkSpot at) {
  if (at.y < layout.top || at.y >= layout.bottom || at.x < 0.0F || at.x > layout.right)
    return std::nullopt;
  const float reach = std::max(layout.lane * 0.6F, 3.0F);
  const float half = std::max(layout.pitch * 0.4F, 2.0F);
  NetworkUnder under;
  float nearest = reach;
  for (std::uint32_t c = 0; c < layout.column.size(); ++c) {
    const float from = layout.column[c];
    if (at.x < from - reach || at.x > from + layout.width_of(scene.lanes[c]) + reach) continue;
    const analysis::NetworkColumn& column = scene.network.columns[c];
    for (std::uint32_t one = column.begin; one < column.end; ++one) {
      const auto slot = layout.slot(scene.lanes[c], scene.lane[one]);
      if (!slot) continue;
      const analysis::Comparator& comparator = scene.network.comparators[one];
      const float off = std::abs(from + static_cast<float>(*slot) * layout.lane - at.x);
      const bool beside = at.y < layout.wire(comparator.first) - half ||
                          at.y > layout.wire(comparator.second) + half;
      if (off >= nearest || beside) continue;
      nearest = off;
      under.comparator = one;
    }
  }
  const auto wire = static_cast<std::uint32_t>((at.y - layout.top) / layout.pitch);
  if (!under.comparator) under.wire = std::min(wire, scene.wires() - 1);
  return under;
}

}  // namespace lanescope::ui::figures::network
