#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

// Signs of UTF-8 text: what a reader counts, as far as none are combined.
namespace lanescope {

[[nodiscard]] constexpr bool begins_sign(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

[[nodiscard]] constexpr std::size_t signs_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_sign));
}

}  // namespace lanescope
