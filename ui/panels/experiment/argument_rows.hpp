#pragma once

#include <string>
#include <vector>

#include "ui/session/session.hpp"

namespace lanescope::ui::panels::experiment {

// The arguments of the kernel, with what each is given, for the Experiment panel.
//
//   in    f32[1,024]      0, 1, 2, … ▾
//   mask  f32[7]       weights.csv ▾
struct ArgumentRow {
  std::string name, type;  // "f32[1,024]", "i32"
  std::string words;       // what it is given, short
  std::string value;       // the same as `argument value=` takes it
  std::string tooltip;
  bool is_buffer = true;
  bool is_changed = false;  // not what the lesson or the command line gave
  bool takes_count = false;
  bool is_fixed = false;  // a texture: what changes is its buffer
};
struct ArgumentRows {
  std::vector<ArgumentRow> rows;
};
// Of the run on screen. Numbers that follow from a lesson's sliders are left out.
[[nodiscard]] ArgumentRows argument_rows(const session::Session& session);
// Of what the rows depend on besides the view.
[[nodiscard]] std::uint64_t argument_key(const session::Session& session);

// "0, 1, 2, …", "random · seed 7", "weights.csv".
[[nodiscard]] std::string fill_words(const lanescope::experiment::Fill& fill);

}  // namespace lanescope::ui::panels::experiment
