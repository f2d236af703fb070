#pragma once

#include <cstdint>

namespace lanescope::hazards {

// Machine steps since the detector began, plus 1. 0: never.
using Time = std::uint32_t;

// Who accessed a piece of memory, when and by which instruction.
struct Stamp {
  Time time = 0;
  std::uint32_t who = 0;  // see below
  std::uint32_t pc = 0;
  std::uint32_t block = 0;
};

// Bits of Stamp::who.
inline constexpr std::uint32_t kLaneBits = 0x3f;
inline constexpr std::uint32_t kWarpShift = 6, kWarpBits = 0xff;
inline constexpr std::uint32_t kSecondShift = 14;
// More lanes of the warp than one did it in the same instruction: `lane` and `second` are two.
inline constexpr std::uint32_t kSeveral = 1U << 20U;
inline constexpr std::uint32_t kVolatile = 1U << 21U;
inline constexpr std::uint32_t kCtaScope = 1U << 22U;  // strong among the threads of the block only
inline constexpr std::uint32_t kInStep = 1U << 23U;    // issued by more lanes than one
inline constexpr std::uint32_t kAsync = 1U << 24U;     // by a copy that its thread must wait for
inline constexpr std::uint32_t kAtomic = 1U << 25U;
// What must be equal, and `kSeveral` and `kAsync` off, for two accesses to be of one thread.
inline constexpr std::uint32_t kThreadBits =
    kLaneBits | kWarpBits << kWarpShift | kSeveral | kAsync;

[[nodiscard]] constexpr std::uint32_t lane_of(std::uint32_t who) { return who & kLaneBits; }
[[nodiscard]] constexpr std::uint32_t warp_of(std::uint32_t who) {
  return who >> kWarpShift & kWarpBits;
}
[[nodiscard]] constexpr std::uint32_t second_of(std::uint32_t who) {
  return who >> kSecondShift & kLaneBits;
}
[[nodiscard]] constexpr std::uint32_t who_is(std::uint32_t warp, std::uint32_t lane) {
  return warp << kWarpShift | lane;
}

}  // namespace lanescope::hazards
