#pragma once

#include <memory>

#include "sim/ptx/module.hpp"

namespace lanescope::code {

// A register of 128 bits becomes two of 64, NAME.lo and NAME.hi, and a use of it the vector of the
// two: `ld.b128 %q, [a]` is `ld.v2.b64 {%q.lo, %q.hi}, [a]`. The same module where none has any.
[[nodiscard]] std::shared_ptr<const ptx::Module> split_wide_registers(
    std::shared_ptr<const ptx::Module> module);

}  // namespace lanescope::code
