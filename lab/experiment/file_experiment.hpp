#pragma once

#include <string>

#include "lab/experiment/experiment.hpp"

namespace lanescope::experiment {

// An experiment that runs the first kernel of a .cu or .ptx file, with arguments to begin with:
// 1,024 elements for a pointer, counting up where it is only read, 1,024 for a whole number, 2 for
// others; 32 × 32 threads where the text asks for a second dimension. An Error says which argument
// has to be given by hand, on the command line.
[[nodiscard]] Result<Experiment> experiment_for_file(const std::string& path);

}  // namespace lanescope::experiment
