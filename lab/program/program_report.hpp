#pragma once

#include <string>

#include "lab/program/program_run.hpp"
#include "lab/program/recorded_lengths.hpp"

namespace lanescope::program {

// docs/CONTRACT.md, "Whole programs"; `lengths` of its timeline.
[[nodiscard]] std::string program_json(const ProgramRun& program, const Lengths& lengths);
[[nodiscard]] std::string program_text(const ProgramRun& program, const Lengths& lengths);

}  // namespace lanescope::program
