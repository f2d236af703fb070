#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ui/view/appearance.hpp"
#include "ui/view/pen.hpp"

namespace lanescope::ui::view {

// A second window, for the class: pictures and the question in large type, no controls.
struct Projector {
  bool on = false;
  double scale = 1.0;          // of its type, beside what its size asks for
  std::optional<Theme> theme;  // empty: as the studio
  // Where the teacher points, as shares of a panel; empty panel: nowhere.
  std::string pointed_panel;
  PenStroke::Point pointer;
  friend bool operator==(const Projector&, const Projector&) = default;
};

// What a teacher shows with, in front of a class. In no file.
struct Classroom {
  Projector projector;
  Pen pen;
  friend bool operator==(const Classroom&, const Classroom&) = default;
};

struct Tour {
  std::optional<std::uint32_t> stop;  // the one shown (tour.hpp)
  bool offered = false;               // on the first start
  friend bool operator==(const Tour&, const Tour&) = default;
};

}  // namespace lanescope::ui::view
