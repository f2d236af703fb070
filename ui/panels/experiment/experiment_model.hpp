#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/session/session.hpp"

namespace lanescope::ui::panels::experiment {

// What the Experiment panel draws.
//
//   Ladder                Additions · Steps
//   Hillis and Steele     ▀▀▀▀▄▄▄     321  6
//   Blelloch              ▀▀▄▄▄▄▄▄▄   126 12
//   Block size                 256 = 8 warps
//   ━━━━━━━━━━●━━━━━━━━━━
struct LadderBar {
  std::optional<double> value;  // of the rung's last whole run
  std::string text = "–";
  double share = 0.0;  // of the largest of all rungs
};
struct LadderRow {
  std::string id, title, note;
  std::vector<LadderBar> bars;  // as many as rungs are compared by
  bool here = false;
};
struct SliderRow {
  std::string name, title, value_text;
  std::int64_t value = 0, minimum = 0, maximum = 1, step = 1;
  bool power_of_two = false;

  [[nodiscard]] double share() const;                       // of the way from minimum to maximum
  [[nodiscard]] std::int64_t value_at(double share) const;  // snapped
};
struct ChoiceRow {
  std::string name, title, value;  // `set NAME=VALUE`
  struct Choice {
    std::string value, words, hint;
  };
  std::vector<Choice> choices;
  [[nodiscard]] std::string words() const;  // of the value
};
struct ExperimentModel {
  std::vector<LadderRow> ladder;
  std::vector<std::string> compared;  // what rungs are compared by: "Shared wavefronts"
  std::vector<SliderRow> sliders;
  std::vector<ChoiceRow> choices;
  bool edited = false;
  std::string note;  // "re-ran in 3.1 ms"
};
[[nodiscard]] ExperimentModel experiment_model(const session::Session& session);

}  // namespace lanescope::ui::panels::experiment
