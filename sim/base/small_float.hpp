#pragma once

#include <cstdint>

namespace lanescope {

// The floats of 8 bits (PTX ISA 5.2.3). e5m2 is a half cut to its upper byte; e4m3 has no
// infinities and one NaN of each sign.
enum class SmallFloat : std::uint8_t { E4M3, E5M2 };

// The same value as a half, exactly; a NaN becomes 0x7fff.
[[nodiscard]] std::uint16_t small_to_half(SmallFloat format, std::uint8_t bits);
// To nearest even, with .satfinite: what is too large becomes the largest finite number. NaN
// becomes 0x7f.
[[nodiscard]] std::uint8_t float_to_small(SmallFloat format, float value);

}  // namespace lanescope
