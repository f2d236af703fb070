#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::experiment {

// RFC 4648, section 4: with padding, without line ends.
[[nodiscard]] std::string to_base64(std::span<const std::byte> bytes);
[[nodiscard]] std::optional<std::vector<std::byte>> from_base64(std::string_view text);

}  // namespace lanescope::experiment
