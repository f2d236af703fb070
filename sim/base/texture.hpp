#pragma once

#include <array>
#include <cstdint>

#include "sim/base/ids.hpp"
#include "sim/base/result.hpp"

// Textures and surfaces as a host describes them: plain values.
namespace lanescope {

struct TexelFormat {
  enum class Kind : std::uint8_t { Unsigned, Signed, Float } kind = Kind::Float;
  std::uint8_t bits = 32;     // of a channel: 8, 16 or 32
  std::uint8_t channels = 1;  // 1, 2 or 4
  [[nodiscard]] std::uint32_t bytes() const {
    return static_cast<std::uint32_t>(bits) / 8U * channels;
  }
  friend bool operator==(const TexelFormat&, const TexelFormat&) = default;
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

// What no GPU takes: no texels, a format that is none, filtering of whole numbers, ….
[[nodiscard]] Result<void> check(const TextureDescriptor& texture);
// Whether channels are read as floats.
[[nodiscard]] bool reads_floats(const TextureDescriptor& texture);

// Without gaps unless the descriptor says otherwise.
[[nodiscard]] std::uint64_t row_stride(const TextureDescriptor& texture);
[[nodiscard]] std::uint64_t slice_stride(const TextureDescriptor& texture);
[[nodiscard]] std::uint64_t bytes_of(const TextureDescriptor& texture);

}  // namespace lanescope
