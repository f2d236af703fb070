#pragma once

#include "sim/code/code.hpp"

namespace lanescope::code {

// The new value of an atomic operation (PTX ISA 9.7.13, atom and red) on values of `type`; nullptr
// for a combination that PTX does not have.
[[nodiscard]] AtomicOp::Function atomic_function(AtomicKind kind, ptx::Type type);

}  // namespace lanescope::code
