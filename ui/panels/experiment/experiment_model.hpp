#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/session/session.hpp"

namespace lanescope::ui::panels::experiment {

// What the Experiment panel draws.
//
//   Ladder                     PTX warp instructions, by the model
//   1 interleaved, modulo   ▆▆▆▆▆▆▆▆  53,248
//   2 interleaved, strided  ▆▆▆▆▆     40,960
//   Block size                 256 = 8 warps
//   ━━━━━━━━━━●━━━━━━━━━━
struct LadderRow {
  std::string id, title, note;
  std::optional<double> value;  // of what the ladder is about, in its last whole run
  std::string value_text = "–";
  double share = 0.0;  // of the largest
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
  std::string ladder_title;  // "Shared wavefronts": what rungs are compared by
  std::vector<SliderRow> sliders;
  std::vector<ChoiceRow> choices;
  bool edited = false;
  std::string note;  // "re-ran in 3.1 ms"
};
[[nodiscard]] ExperimentModel experiment_model(const session::Session& session);

}  // namespace lanescope::ui::panels::experiment
