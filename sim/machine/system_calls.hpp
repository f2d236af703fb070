#pragma once

#include "sim/machine/machine.hpp"

// Functions that the compiler leaves to the driver: vprintf, __assertfail, malloc, free, and
// those of the device's runtime.
namespace lanescope::machine {

inline constexpr std::size_t kMaxPrinted = std::size_t{1}
                                           << 20U;  // the default size of CUDA's FIFO

Next call_builtin(Issue& issue, const code::CallOp& call);

}  // namespace lanescope::machine
