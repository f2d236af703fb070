#pragma once

#include <string>
#include <variant>
#include <vector>

#include "lab/run/prepare.hpp"

namespace lanescope::run {

// Whether the model runs a kernel, and all that it calls: the instructions that it lacks.
struct KernelCoverage {
  std::string
      name;  // plain where no other kernel of the file has it; of a PTX file as it stands there
  std::vector<std::string> missing;  // each once, in the order of the code
};
using CoverageResult = std::variant<std::vector<KernelCoverage>, PrepareFailure>;

// Of every kernel that the file has or instantiates, in the order of the PTX. A PTX file needs no
// compiler.
[[nodiscard]] CoverageResult coverage(const experiment::Experiment& experiment,
                                      ports::toolchain::Compiler& compiler);

}  // namespace lanescope::run
