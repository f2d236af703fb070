#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lanescope {

// FNV-1a, 64 bits (Fowler, Noll, Vo; the offset basis is the contract's), as the report's `fnv1a64`
// (docs/CONTRACT.md, "JSON report").
[[nodiscard]] constexpr std::uint64_t fnv1a64(std::span<const std::byte> bytes,
                                              std::uint64_t hash = 1469598103934665603ULL) {
  for (std::byte b : bytes) {
    hash ^= static_cast<std::uint64_t>(b);
    hash *= 1099511628211ULL;
  }
  return hash;
}

// The fill generator `mix` (docs/CONTRACT.md, "Argument SPECs and fills"): splitmix64's output
// function.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t z) {
  z += 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31U);
}

}  // namespace lanescope
