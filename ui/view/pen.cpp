#include "ui/view/pen.hpp"

#include <fmt/format.h>

#include "ui/view/state.hpp"

namespace lanescope::ui::view {

std::string pen_place(const State& state) {
  return fmt::format("{}/{}/{}", state.experiment.lesson, state.experiment.lesson_step,
                     state.experiment.rung);
}

bool is_visible(const PenStroke& stroke, const State& state) {
  return state.classroom.pen.keep || stroke.place == pen_place(state);
}

}  // namespace lanescope::ui::view
