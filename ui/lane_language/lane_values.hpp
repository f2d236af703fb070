#pragma once

#include "ui/lane_language/lane_expression.hpp"

namespace lanescope::ui::lane_language {

// Whether anything is known of the name of a Word or an Element.
[[nodiscard]] Result<void> check_name(const LaneNames& names, const LaneExpression::Node& node);

}  // namespace lanescope::ui::lane_language
