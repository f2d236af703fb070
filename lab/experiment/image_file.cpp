#include "lab/experiment/image_file.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <limits>
#include <memory>

#include <fmt/format.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_BMP
#define STBI_ONLY_GIF
#define STBI_ONLY_PNM
#define STBI_MAX_DIMENSIONS 16384
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace lanescope::experiment {
namespace {

constexpr std::uint64_t kMostFilePixels = std::uint64_t{1} << 26U;

struct FreePixels {
  void operator()(stbi_uc* pixels) const { stbi_image_free(pixels); }
};

const stbi_uc* data_of(std::span<const std::byte> bytes) {
  return reinterpret_cast<const stbi_uc*>(bytes.data());
}
int length_of(std::span<const std::byte> bytes) {
  return static_cast<int>(std::min<std::size_t>(bytes.size(), std::numeric_limits<int>::max()));
}

// PGM and PPM hold plain pixels, and the library does not look whether they are all there.
bool holds_its_pixels(std::span<const std::byte> bytes, const ImageSize& size) {
  if (bytes.size() < 2 || bytes[0] != std::byte{'P'}) return true;
  const std::uint64_t channels = bytes[1] == std::byte{'6'} ? 3 : 1;
  const bool wide = stbi_is_16_bit_from_memory(data_of(bytes), length_of(bytes)) != 0;
  return bytes.size() > std::uint64_t{size.width} * size.height * channels * (wide ? 2 : 1);
}

std::uint8_t on_white(std::uint32_t colour, std::uint32_t alpha) {
  return static_cast<std::uint8_t>((colour * alpha + 255U * (255U - alpha) + 127U) / 255U);
}

// The pixels [first, last) of the source that pixel `at` of `count` stands for; at least one.
struct Stretch {
  std::uint64_t first, last;
};
Stretch stretch(std::uint64_t at, std::uint64_t count, std::uint64_t from, std::uint64_t length) {
  const std::uint64_t first = at * length / count;
  const std::uint64_t last = std::max((at + 1) * length / count, first + 1);
  return {from + first, from + last};
}

Rgb mean(const ImageFile& image, const Stretch& columns, const Stretch& rows) {
  std::array<std::uint64_t, 3> sums{};
  for (std::uint64_t y = rows.first; y < rows.last; ++y) {
    for (std::uint64_t x = columns.first; x < columns.last; ++x) {
      for (std::size_t c = 0; c < 3; ++c) sums[c] += image.rgb[(y * image.width + x) * 3 + c];
    }
  }
  const std::uint64_t pixels = (rows.last - rows.first) * (columns.last - columns.first);
  Rgb out{};
  for (std::size_t c = 0; c < 3; ++c)
    out[c] = static_cast<std::uint8_t>((sums[c] + pixels / 2) / pixels);
  return out;
}

// Of PGM and PPM only those with numbers that fit an int and bytes as values: what stb does with
// others is undefined (it reads two bytes a value beyond what it has made room for).
bool is_safe_for_stb(std::span<const std::byte> bytes) {
  constexpr std::size_t kNumbers = 3;  // width, height, largest value
  constexpr std::uint64_t kMost = 999'999'999, kLargestByte = 255;
  const auto at = [&](std::size_t i) {
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : '\n';
  };
  if (at(0) != 'P' || (at(1) != '5' && at(1) != '6')) return true;
  std::size_t i = 2;
  std::uint64_t number = 0;
  for (std::size_t count = 0; count < kNumbers; ++count) {
    while (i < bytes.size() && std::isdigit(at(i)) == 0) {
      if (at(i++) != '#') continue;
      while (i < bytes.size() && at(i) != '\n' && at(i) != '\r') ++i;
    }
    for (number = 0; std::isdigit(at(i)) != 0; ++i) {
      number = number * 10 + static_cast<std::uint64_t>(at(i) - '0');
      if (number > kMost) return false;
    }
  }
  return number <= kLargestByte;
}

}  // namespace

std::optional<ImageSize> image_size(std::span<const std::byte> bytes) {
  if (!is_safe_for_stb(bytes)) return std::nullopt;
  int width = 0, height = 0, channels = 0;
  const int known =
      stbi_info_from_memory(data_of(bytes), length_of(bytes), &width, &height, &channels);
  if (known == 0 || width < 1 || height < 1) return std::nullopt;
  return ImageSize{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
}

Result<ImageFile> decode_image(std::span<const std::byte> bytes, const std::string& name) {
  const auto size = image_size(bytes);
  if (!size) return bad_input("this is no picture (PNG, JPEG, BMP, GIF, PGM or PPM)", name);
  if (std::uint64_t{size->width} * size->height > kMostFilePixels) {
    return bad_input(fmt::format("{} × {} pixels are more than the {} that are taken", size->width,
                                 size->height, kMostFilePixels),
                     name);
  }
  if (!holds_its_pixels(bytes, *size)) return bad_input("the picture is damaged or cut off", name);
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, FreePixels> pixels(
      stbi_load_from_memory(data_of(bytes), length_of(bytes), &width, &height, &channels, 4));
  if (pixels == nullptr) return bad_input("the picture is damaged or cut off", name);
  ImageFile image{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {}};
  const std::size_t count = std::size_t{image.width} * image.height;
  image.rgb.resize(count * 3);
  for (std::size_t i = 0; i < count; ++i) {
    const stbi_uc* from = pixels.get() + i * 4;
    for (std::size_t c = 0; c < 3; ++c) image.rgb[i * 3 + c] = on_white(from[c], from[3]);
  }
  return image;
}

std::vector<Rgb> scaled(const ImageFile& image, std::uint32_t width, std::uint32_t height) {
  std::uint64_t w = image.width, h = image.height;
  if (w * height > h * width)
    w = std::max<std::uint64_t>(h * width / height, 1);
  else
    h = std::max<std::uint64_t>(w * height / width, 1);
  const std::uint64_t left = (image.width - w) / 2, top = (image.height - h) / 2;
  std::vector<Rgb> out;
  out.reserve(std::size_t{width} * height);
  for (std::uint32_t y = 0; y < height; ++y) {
    const Stretch rows = stretch(y, height, top, h);
    for (std::uint32_t x = 0; x < width; ++x)
      out.push_back(mean(image, stretch(x, width, left, w), rows));
  }
  return out;
}

}  // namespace lanescope::experiment
