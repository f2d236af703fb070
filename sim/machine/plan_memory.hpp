#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/engine/plan.hpp"
#include "sim/machine/device.hpp"
#include "sim/ptx/module.hpp"

// What a plan places in a device's memory before its first launch, whatever engine runs it.
namespace lanescope::machine {

using Modules = std::vector<std::shared_ptr<const ptx::Module>>;

// Bytes of addresses for all of it: what lies between two allocations is less than this.
[[nodiscard]] std::uint64_t room_for(const engine::Plan& plan, const Modules& modules);
// Buffers, textures, and the modules' variables with the values that the plan has for them. A valid
// plan fits into its room. Gives the addresses of the plan's buffers.
[[nodiscard]] std::vector<Address> place(const engine::Plan& plan, const Modules& modules,
                                         Device& device);

}  // namespace lanescope::machine
