#pragma once

#include <array>
#include <cstdint>

#include "sim/base/ids.hpp"

// Textures and surfaces as a host describes them: plain values.
namespace lanescope::machine {

struct TexelFormat {
  enum class Kind : std::uint8_t { Unsigned, Signed, Float } kind = Kind::Float;
  std::uint8_t bits = 32;     // of a channel: 8, 16 or 32
  std::uint8_t channels = 1;  // 1, 2 or 4
  [[nodiscard]] std::uint32_t bytes() const {
    return static_cast<std::uint32_t>(bits) / 8U * channels;
  }
};

enum class AddressMode : std::uint8_t { Wrap, Clamp, Mirror, Border };

// Texels lie in memory row by row and slice by slice, whatever a GPU does with an array.
struct TextureDescriptor {
  Address data;
  std::uint32_t dimensions = 2;  // 1 to 3, layers not counted
  bool layered = false;
  std::uint64_t width = 1, height = 1, depth = 1;  // depth: the layers of a layered one
  std::uint64_t row_bytes = 0, slice_bytes = 0;    // 0: no gaps
  TexelFormat format;
  std::array<AddressMode, 3> address{AddressMode::Clamp, AddressMode::Clamp, AddressMode::Clamp};
  bool linear = false;  // filtered; else the nearest texel
  bool normalized_coordinates = false;
  bool normalized_values = false;  // integers are read as fractions of their range
  std::array<float, 4> border{};
};

}  // namespace lanescope::machine
