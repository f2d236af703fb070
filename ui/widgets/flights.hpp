#pragma once

#include <string_view>

#include <imgui.h>

#include "ui/style/style.hpp"
#include "ui/view/beats.hpp"

namespace lanescope::ui::widgets {

// What travels between a lane below and a place of memory above it.
struct Flight {
  ImVec2 lane, memory;
  float bend = 0.0F;  // how far both ends of the line go straight up
};
void draw_flight_line(ImDrawList& list, const Flight& flight, std::uint32_t colour,
                      float thickness);
// The traveller where it is: an address as a dot, a value as a chip with its figure, which is left
// out where it is wider than `room`. Nothing before it leaves and after it has come.
void draw_traveller(ImDrawList& list, const style::Style& style, const Flight& flight,
                    view::PassPlace place, style::Role role, std::string_view value, float room);

// A lane of a request under its picture: outlined while it waits for its value.
struct LaneLook {
  bool shows_value = false;
  bool outlined = false;
};
[[nodiscard]] LaneLook look_of_lane(const view::RequestBeats& beats, std::size_t lane,
                                    double moment);

}  // namespace lanescope::ui::widgets
