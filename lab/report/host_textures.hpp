#pragma once

#include <string>

#include "lab/run/prepare.hpp"

// Textures of an experiment as C++ makes them, for host_program.
namespace lanescope::report::host {

// What a launch's texture is called: "t0_picture".
[[nodiscard]] std::string texture_name(std::size_t launch, const std::string& argument);
// The lines of main() that declare the textures of all launches; their buffers are there.
[[nodiscard]] std::string texture_lines(const run::Prepared& prepared);

}  // namespace lanescope::report::host
