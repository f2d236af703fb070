#pragma once

#include <cstdint>
#include <vector>

#include "sim/ptx/cursor.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::ptx {

// What stands behind the `=` of a variable (PTX ISA 5.4.4): a scalar, or nested braces as in C.
//   {{1, 2}, {3}}     0f3F800000     generic(other)+8     0xFF00(generic(other))
// Fills `initial`, `relocations`, and for an array without its first extent (dimensions[0] is 0)
// `size`. False after an error, which is then in the diagnostics.
[[nodiscard]] bool parse_initializer(Cursor& cursor, Variable& variable,
                                     const std::vector<std::uint64_t>& dimensions);

}  // namespace lanescope::ptx
