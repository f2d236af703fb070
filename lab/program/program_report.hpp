#pragma once

#include <string>

#include "lab/program/program_run.hpp"

namespace lanescope::program {

// docs/CONTRACT.md, "Whole programs".
[[nodiscard]] std::string program_json(const ProgramRun& program);
[[nodiscard]] std::string program_text(const ProgramRun& program);

}  // namespace lanescope::program
