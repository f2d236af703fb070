#pragma once

#include <nlohmann/json_fwd.hpp>

#include "runtime/record/issue.hpp"

namespace lanescope::runtime::record {

[[nodiscard]] nlohmann::json to_json(const Issue& issue);
// Throws std::out_of_range, or what nlohmann::json does, where it says what cannot be.
[[nodiscard]] Issue issue_of(const nlohmann::json& json);

}  // namespace lanescope::runtime::record
