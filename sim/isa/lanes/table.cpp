#include "sim/isa/lanes/families.hpp"

namespace lanescope::isa::LANESCOPE_LEVEL {

const LaneTable kLaneTable{select_integer, select_multiply, select_bits, select_carry,
                           select_float32, select_float64,  select_half, select_compare,
                           select_select,  select_convert,  select_move};

}  // namespace lanescope::isa::LANESCOPE_LEVEL
