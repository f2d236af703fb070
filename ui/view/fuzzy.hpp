#pragma once

#include <optional>
#include <string_view>

namespace lanescope::ui::view {

// How well `pattern` matches: its letters in this order, whatever their case; more for beginnings
// of words and for neighbours. nullopt: not at all. An empty pattern matches everything with 0.
[[nodiscard]] std::optional<int> fuzzy_score(std::string_view pattern, std::string_view text);

}  // namespace lanescope::ui::view
