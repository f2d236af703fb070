#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lab/program/program_run.hpp"
#include "sim/base/result.hpp"

namespace lanescope::app {

// Where a library for programs lies, the only one of its folder, of the build or of an installed
// Lanescope: "cuda", "libcudart.so.13". Empty: it is not there.
[[nodiscard]] std::string library_folder(const std::string& folder, const std::string& library);

// Where a program's standard output goes. Kept: nowhere else, and its standard input is empty.
enum class Output : std::uint8_t { Ours, OursAndKept, Kept };
struct ProgramEnd {
  program::Ending ending;
  std::string output;  // where it is kept
};
// Runs a program to its end, with our standard streams, working directory and environment, and with
// these variables besides. Interrupts are the program's: who waits for it lives on.
[[nodiscard]] Result<ProgramEnd> run_to_end(
    const std::string& path, const std::vector<std::string>& arguments,
    const std::vector<std::pair<std::string, std::string>>& variables, Output output);

}  // namespace lanescope::app
