#include "ui/view/pen.hpp"

#include <fmt/format.h>

#include "ui/view/state.hpp"

namespace lanescope::ui {

std::string pen_place(const State& state) {
  return fmt::format("{}/{}/{}", state.lesson, state.lesson_step, state.rung);
}

bool is_visible(const PenStroke& stroke, const State& state) {
  return state.pen.keep || stroke.place == pen_place(state);
}

}  // namespace lanescope::ui
