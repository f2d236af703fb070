#pragma once

#include "ui/panels/experiment/experiment_model.hpp"
#include "ui/panels/panel.hpp"

namespace lanescope::ui::panels::experiment {

// Widths: of the numbers, a column for each thing that rungs are compared by, and of the bars,
// which give way to titles.
struct LadderColumns {
  std::vector<float> values;
  float bar = 0.0F;
};
[[nodiscard]] LadderColumns ladder_columns(const style::Style& style, const ExperimentModel& model);

// What the rungs are compared by, above their numbers.
void draw_ladder_header(const style::Style& style, const ExperimentModel& model, float height);
// A rung: its title, its bars above each other, its numbers side by side. A click opens it.
void draw_ladder_row(Frame& frame, const ExperimentModel& model, const LadderRow& row,
                     const LadderColumns& columns, float height);

}  // namespace lanescope::ui::panels::experiment
