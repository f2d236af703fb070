#pragma once

#include "sim/engine/printed.hpp"
#include "sim/machine/machine.hpp"

// Functions that the compiler leaves to the driver: vprintf, __assertfail, malloc, free, and
// those of the device's runtime.
namespace lanescope::machine {

using engine::kMaxPrinted;

Next call_builtin(Issue& issue, const code::CallOp& call);

}  // namespace lanescope::machine
