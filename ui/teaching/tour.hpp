#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ui/view/shown_text.hpp"

namespace lanescope::ui::teaching {

// A callout of the tour through the studio: points at a panel, or at a part around the panels.
struct TourStop {
  std::string_view id;     // "stage"
  std::string_view panel;  // id; empty: see `part`
  enum class Part : std::uint8_t { Panel, TopBar, Transport } part = Part::Panel;
  std::string_view title;
  std::string_view text;  // one sentence or two
  // In the user's language.
  [[nodiscard]] const char* shown_title() const { return view::shown_text(title); }
  [[nodiscard]] const char* shown_words() const { return view::shown_text(text); }
};
[[nodiscard]] std::span<const TourStop> tour();

}  // namespace lanescope::ui::teaching
