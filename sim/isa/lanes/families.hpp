#pragma once

#include "sim/isa/selector.hpp"

// The families of lane functions, one source file each. CMake compiles those files once for every
// vector level and names the level's namespace.
#ifndef LANESCOPE_LEVEL
#error "compile lanes/*.cpp through sim/isa/CMakeLists.txt, which names the vector level"
#endif

namespace lanescope::isa::LANESCOPE_LEVEL {

Lanes select_integer(const Selector& s);
Lanes select_multiply(const Selector& s);
Lanes select_bits(const Selector& s);
Lanes select_carry(const Selector& s);
Lanes select_float32(const Selector& s);
Lanes select_float64(const Selector& s);
Lanes select_half(const Selector& s);
Lanes select_compare(const Selector& s);
Lanes select_select(const Selector& s);
Lanes select_convert(const Selector& s);
Lanes select_move(const Selector& s);

}  // namespace lanescope::isa::LANESCOPE_LEVEL
