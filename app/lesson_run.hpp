#pragma once

#include "app/options.hpp"
#include "lab/experiment/experiment.hpp"

namespace lanescope::app {

// `run LESSON/RUNG`: everything from the lesson, the other words override. --arg replaces a buffer
// or a scalar by its name, or sets a parameter of the rung; --block and --grid replace the
// launches' dimensions (--block sets the parameter `block` where the rung has one); --set sets
// parameters.
[[nodiscard]] Result<experiment::Experiment> from_lesson(const RunArguments& arguments);

}  // namespace lanescope::app
