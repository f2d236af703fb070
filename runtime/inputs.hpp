#pragma once

#include <optional>

#include "runtime/contents.hpp"
#include "runtime/memory.hpp"
#include "sim/machine/device.hpp"

namespace lanescope::runtime {

// What a launch that is about to run can read: its parameters, all that is allocated, and its
// module's variables, which this loads. The heap of a kernel's malloc and textures are not in it.
// Nothing where the file for it can't be written any more.
[[nodiscard]] std::optional<record::Inputs> inputs_of(machine::Device& device, const Memory& memory,
                                                      const engine::Launch& launch,
                                                      Contents& contents, Log& log);

}  // namespace lanescope::runtime
