#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/lane_language/lane_expression.hpp"

namespace lanescope::ui::lane_language {

// NVRTC leaves no names of variables in the PTX unless it is told not to optimise (-G). What can be
// known of them from the text alone is added to `names`: variables of the kernel, constants before
// it and macros of the command line that are whole numbers, are never assigned again, and follow
// from parameters, the lane's place and each other. All other variables of the kernel are listed as
// such, and parameters that it assigns to are no longer watched as what was passed.
void add_locals(std::string_view source, std::string_view kernel,
                const std::vector<std::string>& defines, LaneNames& names);

}  // namespace lanescope::ui::lane_language
