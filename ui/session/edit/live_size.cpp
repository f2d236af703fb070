#include "ui/session/edit/live_size.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace lanescope::ui::session {

lesson::ParameterValues live_values(const lesson::Rung& rung, lesson::ParameterValues values,
                                    const view::ImageView& view) {
  const std::array<std::pair<const char*, std::uint32_t>, 3> wanted{
      {{"width", view.live_width}, {"height", view.live_height}, {"r", view.live_radius}}};
  const auto has = [&](const char* name) {
    return std::ranges::find(rung.parameters, name, &lesson::Parameter::name) !=
           rung.parameters.end();
  };
  if (!has("width") || !has("height")) return values;
  for (const auto& [name, value] : wanted)
    if (value != 0 && has(name)) values[name] = value;
  return values;
}

}  // namespace lanescope::ui::session
