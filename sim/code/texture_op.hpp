#pragma once

#include <array>
#include <cstdint>

#include "sim/code/slot.hpp"

// Texture and surface instructions, decoded.
namespace lanescope::code {

struct TextureOp {
  enum class What : std::uint8_t { Sample, Gather, Load, Store, Query } what = What::Sample;
  enum class Asked : std::uint8_t {
    Width,
    Height,
    Depth,
    NormalizedCoordinates
  } asked = Asked::Width;
  enum class Outside : std::uint8_t { Trap, Clamp, Zero } outside = Outside::Trap;  // of surfaces
  std::uint32_t dimensions = 2;  // layers not counted
  bool layered = false;
  bool whole = false;          // coordinates are whole numbers
  std::uint8_t component = 0;  // that a Gather takes
  std::uint8_t bytes = 4;      // of one element of a Load and a Store
  std::uint8_t count = 1;      // elements
  AddressOperand object;       // its base is the handle
  Slot layer;
  std::array<Slot, 3> at;
  std::array<Slot, 4> data;  // results, or what is stored
};

}  // namespace lanescope::code
