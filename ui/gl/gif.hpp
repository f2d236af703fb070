#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/result.hpp"
#include "ui/gl/offscreen.hpp"

namespace lanescope::ui::gl {

struct GifFrame {
  Image image;
  int delay = 500;  // milliseconds, kept in hundredths of a second
};

// Frames of one size as an animated GIF that runs for ever. All share one palette of at most 256
// colours, derived from their pixels by median cut; each pixel gets the nearest of them, without
// dithering, so that flat areas stay flat. Of a later frame only what changed is stored.
[[nodiscard]] Result<std::vector<std::byte>> encode_gif(const std::vector<GifFrame>& frames);
[[nodiscard]] Result<void> write_gif(const std::vector<GifFrame>& frames, const std::string& path);

// The picture in another width, in proportion; each pixel the mean of those it stands for.
[[nodiscard]] Image scaled_to(const Image& image, int width);

}  // namespace lanescope::ui::gl
