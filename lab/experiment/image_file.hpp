#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/experiment/picture.hpp"
#include "sim/base/result.hpp"

namespace lanescope::experiment {

// A picture out of a file: PNG, JPEG, BMP, GIF (its first frame), PGM or PPM. Row by row from the
// top, three bytes a pixel; what is transparent lies on white.
struct ImageFile {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
};
struct ImageSize {
  std::uint32_t width = 0, height = 0;
};
// Nothing when the bytes begin no such picture.
[[nodiscard]] std::optional<ImageSize> image_size(std::span<const std::byte> bytes);
// `name` stands in messages.
[[nodiscard]] Result<ImageFile> decode_image(std::span<const std::byte> bytes,
                                             const std::string& name);
// The picture in another size: the largest part around its middle that has those proportions, each
// pixel the mean of those it stands for, rounded to nearest. Whole numbers only, so that every
// machine gives the same bytes.
[[nodiscard]] std::vector<Rgb> scaled(const ImageFile& image, std::uint32_t width,
                                      std::uint32_t height);

}  // namespace lanescope::experiment
