#pragma once

#include "sim/engine/engine.hpp"

namespace lanescope::sass::machine {

// Runs machine code (sass::Program).
[[nodiscard]] const engine::Engine& sass_engine();

}  // namespace lanescope::sass::machine
