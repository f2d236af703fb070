#include "ui/widgets/flights.hpp"

#include <algorithm>

#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets {
namespace {

// A point of the line, 0 at the lane.
ImVec2 point_of(const Flight& flight, double at) {
  const auto t = static_cast<float>(at), u = 1.0F - t;
  const float a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;
  const float y1 = flight.lane.y - flight.bend, y2 = flight.memory.y + flight.bend;
  return {(a + b) * flight.lane.x + (c + d) * flight.memory.x,
          a * flight.lane.y + b * y1 + c * y2 + d * flight.memory.y};
}

}  // namespace

void draw_flight_line(ImDrawList& list, const Flight& flight, std::uint32_t colour,
                      float thickness) {
  list.AddBezierCubic(flight.lane, {flight.lane.x, flight.lane.y - flight.bend},
                      {flight.memory.x, flight.memory.y + flight.bend}, flight.memory, colour,
                      thickness);
}

void draw_traveller(ImDrawList& list, const style::Style& style, const Flight& flight,
                    view::PassPlace place, style::Role role, std::string_view value, float room) {
  if (place.leg != view::Leg::Out && place.leg != view::Leg::Back) return;
  const ImVec2 at = point_of(flight, place.at);
  TextLook look = small_mono(style);
  look.size = style.small_size * 0.85F;
  look.colour = style.on(role);
  const ImVec2 words = value.empty() ? ImVec2{} : measure(style, look, value);
  const float pad = 2.0F * style.scale;
  if (value.empty() || words.x + 2 * pad > room) {
    const float r = 3.5F * style.scale;
    list.AddCircleFilled(at, r + style.scale, style.pack(style::Role::Panel));
    list.AddCircleFilled(at, r, style.outline(role));
    return;
  }
  const ImVec2 half{words.x / 2 + pad, words.y / 2 + pad * 0.5F};
  const ImVec2 min{at.x - half.x, at.y - half.y}, max{at.x + half.x, at.y + half.y};
  list.AddRectFilled(min, max, style.pack(role), 3.0F * style.scale);
  list.AddRect(min, max, style.pack(style::Role::Panel), 3.0F * style.scale);
  draw_text_in(list, style, look, min, max, value);
}

LaneLook look_of_lane(const view::RequestBeats& beats, std::size_t lane, double moment) {
  const view::Leg leg = beats.lane(moment, lane).leg;
  return {leg == view::Leg::Done || !beats.returns, leg != view::Leg::Done};
}

}  // namespace lanescope::ui::widgets
