#include "lab/experiment/picture_shape.hpp"

#include "lab/experiment/element.hpp"
#include "lab/experiment/picture.hpp"

namespace lanescope::experiment {
namespace {

// 0 … most … 0 …, a step a frame.
std::uint64_t to_and_fro(std::uint64_t frame, std::uint64_t most) {
  if (most == 0) return 0;
  const std::uint64_t at = frame % (2 * most);
  return at <= most ? at : 2 * most - at;
}

Rgb pattern_pixel(const PictureShape& shape, std::uint64_t x, std::uint64_t y,
                  std::uint64_t frame) {
  constexpr std::uint64_t kBars = 7;
  const std::uint64_t side = shape.height / 4 + 1;
  const std::uint64_t room_x = shape.width > side ? shape.width - side : 0;
  const std::uint64_t room_y = shape.height > side ? shape.height - side : 0;
  const std::uint64_t left = to_and_fro(2 * frame, room_x), top = to_and_fro(frame, room_y);
  if (x >= left && x < left + side && y >= top && y < top + side) return {255, 96, 0};
  if (2 * y < shape.height) {
    const std::uint64_t bar = (x + frame) * kBars / shape.width % kBars + 1;
    const auto level = [&](std::uint64_t bit) {
      return static_cast<std::uint8_t>((bar & bit) != 0 ? 224 : 32);
    };
    return {level(1), level(2), level(4)};
  }
  const bool light = ((x + frame) / 8 + (y + frame / 2) / 8) % 2 == 0;
  const auto grey = static_cast<std::uint8_t>(light ? 232 : 24);
  return {grey, grey, grey};
}

}  // namespace

std::uint64_t PictureShape::element(std::uint32_t x, std::uint32_t y, std::uint32_t channel) const {
  const std::uint64_t pixel = std::uint64_t{y} * width + x;
  return planes ? channel * pixels() + pixel : pixel * channels + channel;
}

std::uint64_t PictureShape::pixel_of(std::uint64_t element) const {
  return planes ? element % pixels() : element / channels;
}

std::optional<PictureShape> picture_shape(const std::string& name, const BufferValue& value,
                                          std::uint64_t most) {
  PictureShape picture;
  const auto& shape = value.shape;
  const auto side = [](std::uint64_t n) { return static_cast<std::uint32_t>(n); };
  if (shape.size() == 2) {
    picture.height = side(shape[0]);
    picture.width = side(shape[1]);
  } else if (shape.size() == 3 && shape[2] == 3) {
    picture.height = side(shape[0]);
    picture.width = side(shape[1]);
    picture.channels = 3;
  } else if (shape.size() == 3 && shape[0] == 3) {
    picture.height = side(shape[1]);
    picture.width = side(shape[2]);
    picture.channels = 3;
    picture.planes = true;
  } else {
    return std::nullopt;
  }
  if (picture.pixels() == 0 || picture.pixels() > most ||
      picture.pixels() * picture.channels > value.count)
    return std::nullopt;
  picture.name = name;
  picture.type = value.type;
  picture.input = value.fill.holds_data();
  return picture;
}

std::vector<std::byte> pattern_bytes(const PictureShape& shape, std::uint64_t count,
                                     std::uint64_t frame) {
  const std::uint32_t size = size_of(shape.type);
  std::vector<std::byte> out(count * size);
  for (std::uint32_t y = 0; y < shape.height; ++y) {
    for (std::uint32_t x = 0; x < shape.width; ++x) {
      const Rgb rgb = pattern_pixel(shape, x, y, frame);
      for (std::uint32_t channel = 0; channel < shape.channels; ++channel)
        store_integer(shape.type, shape.channels == 1 ? grey_of(rgb) : rgb[channel],
                      out.data() + shape.element(x, y, channel) * size);
    }
  }
  return out;
}

}  // namespace lanescope::experiment
