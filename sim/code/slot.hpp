#pragma once

#include <cstdint>

#include "sim/ptx/module.hpp"

namespace lanescope::code {

inline constexpr std::uint32_t kNoSlot = 0xffffffff;

// A register slot and how wide its lanes are.
struct Slot {
  std::uint32_t offset = kNoSlot;
  std::uint8_t lane_bytes = 4;  // 4 or 8
  std::uint8_t bits = 32;       // of the PTX register: 8 to 64; 1 for a predicate
  [[nodiscard]] bool used() const { return offset != kNoSlot; }
  friend bool operator==(const Slot&, const Slot&) = default;
};

// A slot's value as a signed one of 64 bits.
[[nodiscard]] inline std::uint64_t sign_extended(const Slot& slot, std::uint64_t value) {
  const int unused = 64 - slot.bits;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
}

struct AddressOperand {
  enum class Base : std::uint8_t { Slot, Frame, Absolute };
  Base base = Base::Absolute;
  ptx::Space space = ptx::Space::Generic;
  Slot slot;
  std::int64_t offset = 0;  // of Frame: from the function's local frame
};

}  // namespace lanescope::code
