#include "ui/gl/panel_picture.hpp"

#include <algorithm>

#include "ui/commands/commands.hpp"
#include "ui/gl/phase_shot.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::gl {
Image cut(const Image& from, const studio::Studio::PanelRect& place) {
  const int left = std::clamp(static_cast<int>(place.x), 0, from.width);
  const int top = std::clamp(static_cast<int>(place.y), 0, from.height);
  const int right = std::clamp(static_cast<int>(place.x + place.width), left, from.width);
  const int bottom = std::clamp(static_cast<int>(place.y + place.height), top, from.height);
  Image out{right - left, bottom - top, {}};
  for (int y = top; y < bottom; ++y) {
    const auto row = from.rgb.begin() + (static_cast<std::ptrdiff_t>(y) * from.width + left) * 3;
    out.rgb.insert(out.rgb.end(), row, row + static_cast<std::ptrdiff_t>(out.width) * 3);
  }
  return out;
}

bool serve_picture(session::Session& session, const Image& frame) {
  const auto request = session.take<session::PictureRequest>();
  if (!request) return false;
  if (const auto whole = request->panel == "arrays" ? whole_phase_view(session) : std::nullopt) {
    const auto written = *whole ? write_png(**whole, request->file) : whole->error();
    if (!written) (void)commands::complain(session, written.error().text());
    return true;
  }
  std::optional<studio::Studio::PanelRect> place;
  if (!request->panel.empty()) {
    place = studio::Studio::place_of_panel(request->panel);
    if (!place) {
      (void)commands::complain(session, say("the panel '{}' is not on the screen", request->panel));
      return true;
    }
  }
  const auto written = write_png(place ? cut(frame, *place) : frame, request->file);
  if (!written) (void)commands::complain(session, written.error().text());
  return true;
}

}  // namespace lanescope::ui::gl
