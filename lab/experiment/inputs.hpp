#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/experiment/experiment.hpp"

namespace lanescope::experiment {

// What of an experiment has a name and a value: buffers, symbols, and numbers among the arguments
// of its first launch. Points into the experiment.
struct Input {
  std::string name;
  BufferValue* buffer = nullptr;
  ScalarValue* scalar = nullptr;  // the one or the other
  bool is_symbol = false;
};
[[nodiscard]] std::vector<Input> inputs_of(Experiment& experiment);

// Gives a buffer or symbol another fill ("iota", or "[64]=iota" with so many elements), or a number
// another value ("32"), in all launches. An image without a width gets that of the fill before or
// of the shape.
[[nodiscard]] Result<void> set_input(Experiment& experiment, std::string_view name,
                                     std::string_view text);

}  // namespace lanescope::experiment
