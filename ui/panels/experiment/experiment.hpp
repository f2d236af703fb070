#pragma once

#include <string>

#include "ui/panels/experiment/argument_rows.hpp"
#include "ui/panels/experiment/experiment_model.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::experiment {

// Which kernel runs, on what, and how: the ladder of rungs, sliders, choices.
class ExperimentPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "experiment"; }
  [[nodiscard]] std::string_view title() const override { return tr("Experiment"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return {}; }
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  void draw_ladder(Frame& frame, const ExperimentModel& model);
  struct LadderShape {
    float row = 0.0F, spacing = 0.0F;
    std::size_t seen = 0;  // rows
    [[nodiscard]] float height() const {
      return static_cast<float>(seen) * (row + spacing) - spacing;
    }
  };
  [[nodiscard]] LadderShape ladder_shape(const style::Style& style, std::size_t rows) const;
  void draw_sliders(Frame& frame, const ExperimentModel& model) const;
  static void draw_choices(Frame& frame, const ExperimentModel& model);

  view::ViewCache<ArgumentRows> arguments_;
  std::string typed_;                                // into the line of an argument
  float below_ladder_ = 0.0F, first_slider_ = 0.0F;  // heights, as drawn last
  std::string rung_seen_;                            // scrolled to
  bool low_ = false;                                 // little height: a slider a line
};

}  // namespace lanescope::ui::panels::experiment
