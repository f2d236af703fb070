#pragma once

#include "sim/engine/engine.hpp"

namespace lanescope::machine {

// Runs PTX (code::Program).
[[nodiscard]] const engine::Engine& ptx_engine();

}  // namespace lanescope::machine
