#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/result.hpp"
#include "ui/figures/network/network_model.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures::network {

struct NetworkRoom {
  float width = 0.0F, height = 0.0F;
  float text = 12.0F;  // size of words
  float scale = 1.0F;
};
// Where wires and columns lie, in pixels. Of a column with more lanes than there is room for some
// are drawn; wires that are closer than can be told apart are one ground.
struct NetworkLayout {
  float left = 0.0F, right = 0.0F, top = 0.0F, bottom = 0.0F;  // of the wires
  float pitch = 1.0F, lane = 1.0F;  // from wire to wire, from lane to lane of a column
  std::uint32_t most_lanes = 1;     // of a column
  std::uint32_t every = 1;          // wires from one written number to the next
  float values_at = 0.0F, values_width = 0.0F, values_text = 0.0F;  // 0: no room
  float text = 12.0F;
  float distances = 0.0F, stages = 0.0F;  // y of the rows of words; stages 0: no room
  std::vector<float> column;              // x of each one's first lane
  bool folded = false;                    // lanes are left out

  [[nodiscard]] float wire(std::uint32_t number) const {
    return top + (static_cast<float>(number) + 0.5F) * pitch;
  }
  // The place of a lane among those drawn of a column of `lanes`; none: it is left out.
  [[nodiscard]] std::optional<std::uint32_t> slot(std::uint32_t lanes, std::uint32_t lane) const;
  // The nearest one.
  [[nodiscard]] std::uint32_t nearest_slot(std::uint32_t lanes, std::uint32_t lane) const;
  [[nodiscard]] float width_of(std::uint32_t lanes) const;
};
[[nodiscard]] NetworkLayout network_layout(const NetworkScene& scene, const NetworkModel& model,
                                           const NetworkRoom& room);

// The picture as plain shapes by role, in this order: what the panel and the SVG file both draw.
struct NetworkSpot {
  float x = 0.0F, y = 0.0F;
};
struct NetworkBox {
  NetworkSpot from, to;
  style::Role role = style::Role::Inactive;
  float fill = 1.0F;  // opacity
};
struct NetworkStroke {
  NetworkSpot from, to;
  style::Role role = style::Role::Active;
  float width = 1.0F, opacity = 1.0F;
};
struct NetworkDot {
  NetworkSpot at;
  float radius = 2.0F;
  style::Role role = style::Role::Active;
  float opacity = 1.0F;
};
struct NetworkArrow {  // upwards or downwards
  NetworkSpot tip;
  float size = 4.0F;
  bool down = true;
  style::Role role = style::Role::Active;
  float opacity = 1.0F;
};
struct NetworkLabel {
  NetworkSpot from, to;
  std::string text;
  float align = 0.5F;  // 0 left … 1 right
  style::Role ink = style::Role::TextSecondary;
  float size = 12.0F;
  bool number = false;  // in the fixed-width face
};
struct NetworkPicture {
  NetworkLayout layout;
  std::vector<NetworkBox> boxes;
  std::vector<NetworkStroke> strokes;
  std::vector<NetworkDot> dots;
  std::vector<NetworkArrow> arrows;
  std::vector<NetworkLabel> labels;
};
[[nodiscard]] NetworkPicture network_picture(const NetworkScene& scene, const NetworkModel& model,
                                             const NetworkRoom& room);

// Its words (network_rows.cpp).
void add_rows(const NetworkScene& scene, const NetworkModel& model, const NetworkRoom& room,
              NetworkPicture& picture);

// What lies at a place of the picture.
struct NetworkUnder {
  std::optional<std::uint32_t> comparator, wire;
};
[[nodiscard]] std::optional<NetworkUnder> network_under(const NetworkScene& scene,
                                                        const NetworkLayout& layout,
                                                        NetworkSpot at);

// As a drawing for slides and texts. Plain SVG 1.1.
[[nodiscard]] Result<std::string> network_svg(const view::View& view, bool dark,
                                              NetworkSecrets secrets);

}  // namespace lanescope::ui::figures::network
