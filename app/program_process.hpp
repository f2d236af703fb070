#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lab/program/program_run.hpp"
#include "sim/base/result.hpp"

namespace lanescope::app {

// Runs a program to its end, with our standard streams, working directory and environment, and with
// these variables besides. Interrupts are the program's: who waits for it lives on.
[[nodiscard]] Result<program::Ending> run_to_end(
    const std::string& path, const std::vector<std::string>& arguments,
    const std::vector<std::pair<std::string, std::string>>& variables);

}  // namespace lanescope::app
