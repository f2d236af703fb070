#pragma once

#include <span>
#include <string_view>

namespace lanescope::runtime::api {

// The rows of functions.def.
struct ApiFunction {
  std::string_view group, name;
  std::string_view per_thread;  // "_ptsz": the suffix of its form for a default stream per thread
  bool covered = false;
};
[[nodiscard]] std::span<const ApiFunction> api_table();

}  // namespace lanescope::runtime::api
