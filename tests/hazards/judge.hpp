#pragma once

#include <string>

#include "cuda/toolchain/compiler.hpp"
#include "lab/run/run_model.hpp"
#include "tests/hazards/pairs.hpp"

// What a run of a twin must have told.
namespace lanescope::test {

// The hazard of the table, at the marked lines.
void expect_told(const HazardPair& pair, const run::ModelRun& run);
// Nothing that matters, and the results of the table.
void expect_clean(const HazardPair& pair, const run::ModelRun& run);

[[nodiscard]] cuda::toolchain::Compiler& compiler();

}  // namespace lanescope::test
