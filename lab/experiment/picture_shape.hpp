#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/experiment/experiment.hpp"

namespace lanescope::experiment {

// A buffer that the lesson gives a picture's shape: {rows, columns}, {rows, columns, 3} with the
// colours of a pixel side by side, or {3, rows, columns} with a plane a colour.
struct PictureShape {
  std::string name;
  std::uint32_t width = 0, height = 0;
  std::uint32_t channels = 1;
  bool planes = false;
  bool input = false;  // filled by the lesson, not by a kernel
  ElementType type = ElementType::U8;

  [[nodiscard]] std::uint64_t pixels() const { return std::uint64_t{width} * height; }
  [[nodiscard]] std::uint64_t element(std::uint32_t x, std::uint32_t y,
                                      std::uint32_t channel) const;
  // The pixel that an element belongs to.
  [[nodiscard]] std::uint64_t pixel_of(std::uint64_t element) const;
};
// What a frame has time for where the host reads each pixel, and what a live picture may have.
inline constexpr std::uint64_t kMostPixels = std::uint64_t{1} << 20U;
inline constexpr std::uint64_t kMostLivePixels = std::uint64_t{1} << 26U;
// Nullopt: it has not the shape of a picture, or more pixels than `most`.
[[nodiscard]] std::optional<PictureShape> picture_shape(const std::string& name,
                                                        const BufferValue& value,
                                                        std::uint64_t most = kMostPixels);

// The moving test pattern: colour bars that drift, a chequerboard that wanders below them, and a
// square between the edges. Of whole numbers, so that every machine gives the same bytes; `frame`
// counts pictures. As the bytes of a buffer of this shape; in one channel it is grey.
[[nodiscard]] std::vector<std::byte> pattern_bytes(const PictureShape& shape, std::uint64_t count,
                                                   std::uint64_t frame);

}  // namespace lanescope::experiment
