#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/panels/image/block_figures.hpp"
#include "ui/view/picture.hpp"
#include "ui/view/view.hpp"

namespace lanescope::ui::panels::image {

// The Image panel: a picture before and after, and what has changed; over the result the blocks
// that made it.
struct TouchedPixel {
  std::uint32_t x = 0, y = 0;
  bool written = false;
};
struct ShownPicture {
  view::PictureBuffer buffer;
  view::PictureValues values;
  view::PicturePixels pixels;
  std::vector<TouchedPixel> touched;      // by the instruction in the picture
  std::optional<std::uint64_t> selected;  // pixel
};
struct ImageModel {
  std::optional<ShownPicture> before, after;
  std::optional<view::PictureDifference> difference;
  view::PicturePixels difference_pixels;
  std::vector<std::string> results;  // buffers that can be shown as `after`
  std::string sentence;
};
// Nullopt when nothing has run, or no buffer has a picture's shape.
[[nodiscard]] std::optional<ImageModel> image_model(const view::View& view);
// Where `after` lies, for block_figures.
[[nodiscard]] PicturePlace place_of(const view::View& view, const view::PictureBuffer& picture);

struct ImageTile {
  BlockFigure figure;
  double value = 0.0;
  double share = 0.0;  // of the largest value
  std::string text;    // the value, short
  std::string words;   // for the tooltip
};
struct ImageTiles {
  std::vector<ImageTile> tiles;
  std::uint64_t recorded = 0, blocks = 0;  // of the launch that wrote the picture
  std::string sentence;
};
[[nodiscard]] ImageTiles image_tiles(const view::View& view,
                                     const std::vector<BlockFigure>& figures);

// "column 12, row 7: before 129, 80, 64, after 97".
[[nodiscard]] std::string pixel_words(const ImageModel& model, std::uint32_t x, std::uint32_t y);
[[nodiscard]] std::string_view overlay_words(view::ImageOverlay overlay);  // "sectors per request"

}  // namespace lanescope::ui::panels::image
