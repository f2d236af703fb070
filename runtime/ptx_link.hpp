#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lanescope::runtime {

// Several files of PTX that were compiled to be linked (-rdc=true) as one: what one declares as
// `.extern` and another defines is that one's, and of what several define `.weak` the first stays.
[[nodiscard]] std::string link_ptx(std::span<const std::string_view> texts);

}  // namespace lanescope::runtime
