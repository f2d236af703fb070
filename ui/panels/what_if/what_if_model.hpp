#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/panels/what_if/what_if_sliders.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::panels::what_if {

// What the What if panel draws. All times are modelled.
//
//   Warps on the SM                     32 of 64
//   ━━━━━━━━━━━━●━━━━━━━━
//   6,330 → 4,480 cycles, 71 % of the time
//   ✓ no bank conflicts      6,330 → 5,790
//   ○ barriers are free
//      [ less ] [ about the same ] [ more ]
struct WhatIfQuestion {
  std::string id, words;
  bool asked = false, revealed = false;
  bool known = false;         // its time is there
  double share = 1.0;         // of the time as it is
  std::string answer, brief;  // once it is revealed: "6,330 → 5,790", "→ 5,790"; "no change"
  std::string verdict;        // of what was predicted, in a sentence; empty: nothing was
  bool right = false;         // it was
};
struct WhatIfChoice {
  std::string name, title, value;  // `time NAME=VALUE`
  struct Option {
    std::string value, words, hint;
  };
  std::vector<Option> options;
};
struct WhatIfModel {
  std::vector<WhatIfSlider> sliders;
  bool is_changed = false;  // by them
  std::string result;       // with them: "6,330 → 4,480 cycles, 71 % of the time"
  double share = 1.0;       // of the time as it is
  std::vector<WhatIfQuestion> questions;
  bool any_revealed = false, all_revealed = false;
  std::string sentence;  // what costs most, or what to do to learn it
  std::vector<WhatIfChoice> choices;
  std::string machine;  // its title
  std::string error;    // how far modelled times are from measured ones, or that nobody knows
};
// What costs most, where the answer to this question saves the most and `share` of the time is
// left.
[[nodiscard]] std::string cost_words(std::string_view question, double share);
// Of the last run that was timed, while the one on screen is not yet; nullopt: of none.
[[nodiscard]] std::optional<WhatIfModel> what_if_model(const session::Session& session);

}  // namespace lanescope::ui::panels::what_if
