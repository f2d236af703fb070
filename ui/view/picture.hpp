#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/experiment/picture_shape.hpp"
#include "lab/run/run_model.hpp"

namespace lanescope::ui::view {

struct PictureBuffer : experiment::PictureShape {
  std::size_t index = 0;  // of engine::Plan::buffers
};
[[nodiscard]] std::vector<PictureBuffer> picture_buffers(const run::ModelRun& run);

// Values channel by channel within each pixel, as numbers. `bytes` may be empty: zeros.
struct PictureValues {
  std::uint32_t width = 0, height = 0, channels = 1;
  std::vector<float> values;
  [[nodiscard]] float at(std::uint64_t pixel, std::uint32_t channel) const {
    return values[pixel * channels + (channels == 1 ? 0 : channel)];
  }
};
[[nodiscard]] PictureValues picture_values(const experiment::PictureShape& buffer,
                                           std::span<const std::byte> bytes);

// What is drawn: red in the lowest byte, opaque. Values from `low` to `high` become dark to bright.
struct PicturePixels {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint32_t> rgba;
  float low = 0.0F, high = 255.0F;
};
// 0 to 255 as they are; values beyond that are stretched from the smallest to the largest.
[[nodiscard]] PicturePixels picture_pixels(const PictureValues& values);

// How far each pixel has moved, over all channels; nullopt where the sizes differ.
struct PictureDifference {
  PictureValues values;
  std::uint64_t changed = 0;  // pixels
  std::uint64_t where = 0;    // the one that moved most
  float most = 0.0F;
  double mean = 0.0;  // over all pixels
};
[[nodiscard]] std::optional<PictureDifference> picture_difference(const PictureValues& before,
                                                                  const PictureValues& after);

}  // namespace lanescope::ui::view
