#pragma once

#include <functional>
#include <string>

#include "ui/lane_language/lane_expression.hpp"

namespace lanescope::ui::lane_language {

// Whether anything is known of the name of a Word or an Element.
[[nodiscard]] Result<void> check_name(const LaneNames& names, const LaneExpression::Node& node);

// An expression as text again, with what `word` gives in the place of each name.
[[nodiscard]] std::string written(const LaneExpression& expression,
                                  const std::function<std::string(const std::string&)>& word);

}  // namespace lanescope::ui::lane_language
