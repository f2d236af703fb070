#pragma once

#include <cstdint>
#include <memory>

#include "sim/base/result.hpp"
#include "sim/engine/engine.hpp"
#include "sim/machine/device.hpp"

namespace lanescope::sass::machine::execution {

// Runs machine code (sass::Program).
[[nodiscard]] const engine::Engine& sass_engine();

// One launch of machine code in the memory of a device that is there, whose host goes on with it
// when the launch has ended. The device outlives it and runs nothing meanwhile. `max_steps`: warp
// instructions. An Error as Device::launch has it.
[[nodiscard]] Result<std::unique_ptr<engine::Execution>> start_on(
    lanescope::machine::Device& device, engine::Launch launch, engine::ExecutionOptions options,
    std::uint64_t max_steps);

}  // namespace lanescope::sass::machine::execution
