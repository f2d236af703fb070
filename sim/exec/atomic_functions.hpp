#pragma once

#include "sim/exec/code.hpp"

namespace lanescope::exec {

// The new value of an atomic operation (PTX ISA 9.7.13, atom and red) on values of `type`; nullptr
// for a combination that PTX does not have.
[[nodiscard]] AtomicOp::Function atomic_function(AtomicKind kind, ptx::Type type);

}  // namespace lanescope::exec
