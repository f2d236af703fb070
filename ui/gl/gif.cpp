#include "ui/gl/gif.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>

#include <gif_lib.h>

#include "lab/experiment/file.hpp"
#include "lab/experiment/image_file.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::gl {
namespace {

constexpr int kColours = 256;

using Pixels = std::vector<GifByteType>;  // indices into the palette

struct FreeColours {
  void operator()(ColorMapObject* map) const { GifFreeMapObject(map); }
};
using Palette = std::unique_ptr<ColorMapObject, FreeColours>;

Error refused(int code) {
  const char* reason = GifErrorString(code);
  return bad_input(
      say("the GIF could not be encoded: {}", reason == nullptr ? tr("unknown reason") : reason));
}

std::uint32_t packed(std::span<const std::uint8_t> rgb, std::size_t pixel) {
  return std::uint32_t{rgb[pixel * 3]} << 16U | std::uint32_t{rgb[pixel * 3 + 1]} << 8U |
         rgb[pixel * 3 + 2];
}

// Every so many pixels of all frames: enough that no area of any size goes without its colour.
struct Sample {
  std::vector<GifByteType> red, green, blue;
};
Sample sample_of(const std::vector<GifFrame>& frames) {
  constexpr std::size_t kMostPixels = std::size_t{1} << 22U;
  std::size_t all = 0;
  for (const GifFrame& frame : frames) all += frame.image.rgb.size() / 3;
  const std::size_t stride = all / kMostPixels + 1;
  Sample out;
  std::size_t next = 0;
  for (const GifFrame& frame : frames) {
    const std::size_t count = frame.image.rgb.size() / 3;
    for (; next < count; next += stride) {
      out.red.push_back(frame.image.rgb[next * 3]);
      out.green.push_back(frame.image.rgb[next * 3 + 1]);
      out.blue.push_back(frame.image.rgb[next * 3 + 2]);
    }
    next -= count;
  }
  return out;
}

// Few colours are taken as they are.
bool exact_palette(const std::vector<GifFrame>& frames, ColorMapObject& map) {
  std::unordered_map<std::uint32_t, int> known;
  for (const GifFrame& frame : frames) {
    for (std::size_t i = 0; i < frame.image.rgb.size() / 3; ++i) {
      known.try_emplace(packed(frame.image.rgb, i), static_cast<int>(known.size()));
      if (known.size() > kColours) return false;
    }
  }
  for (const auto& [colour, index] : known) {
    map.Colors[index] = {static_cast<GifByteType>(colour >> 16U),
                         static_cast<GifByteType>(colour >> 8U), static_cast<GifByteType>(colour)};
  }
  return true;
}

int distance(const GifColorType& a, const GifColorType& b) {
  const int red = a.Red - b.Red, green = a.Green - b.Green, blue = a.Blue - b.Blue;
  return red * red + green * green + blue * blue;
}

// Median cut gives means; the colours that large areas have are to be exact.
void keep_frequent(const Sample& sample, ColorMapObject& map) {
  constexpr std::size_t kMost = 64;
  std::unordered_map<std::uint32_t, std::size_t> counts;
  for (std::size_t i = 0; i < sample.red.size(); ++i) {
    ++counts[std::uint32_t{sample.red[i]} << 16U | std::uint32_t{sample.green[i]} << 8U |
             sample.blue[i]];
  }
  std::vector<std::pair<std::size_t, std::uint32_t>> frequent;
  for (const auto& [colour, count] : counts) frequent.emplace_back(count, colour);
  const std::size_t kept = std::min(kMost, frequent.size());
  std::partial_sort(frequent.begin(), frequent.begin() + static_cast<std::ptrdiff_t>(kept),
                    frequent.end(), std::greater<>());
  std::vector<GifColorType*> free;
  for (int i = 0; i < map.ColorCount; ++i) free.push_back(&map.Colors[i]);
  for (std::size_t i = 0; i < kept; ++i) {
    const std::uint32_t colour = frequent[i].second;
    const GifColorType exact{static_cast<GifByteType>(colour >> 16U),
                             static_cast<GifByteType>(colour >> 8U),
                             static_cast<GifByteType>(colour)};
    const auto nearest = std::ranges::min_element(
        free, {}, [&](const GifColorType* other) { return distance(*other, exact); });
    **nearest = exact;
    free.erase(nearest);
  }
}

Result<Palette> palette_of(const std::vector<GifFrame>& frames) {
  Palette palette(GifMakeMapObject(kColours, nullptr));
  if (palette == nullptr) return refused(E_GIF_ERR_NOT_ENOUGH_MEM);
  if (exact_palette(frames, *palette)) return palette;
  Sample sample = sample_of(frames);  // giflib takes no const, and changes nothing
  std::vector<GifByteType> indices(sample.red.size());
  int size = kColours;
  const auto length = static_cast<unsigned>(sample.red.size());
  if (GifQuantizeBuffer(length, 1, &size, sample.red.data(), sample.green.data(),
                        sample.blue.data(), indices.data(), palette->Colors) == GIF_ERROR)
    return refused(E_GIF_ERR_NOT_ENOUGH_MEM);
  keep_frequent(sample, *palette);
  return palette;
}

// The palette's nearest colour for each pixel; pictures of a screen have few different ones.
class Nearest {
 public:
  explicit Nearest(const ColorMapObject& map) : map_(map) {}

  Pixels indices(const Image& image) {
    Pixels out(image.rgb.size() / 3);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::uint32_t colour = packed(image.rgb, i);
      auto [at, is_new] = known_.try_emplace(colour, GifByteType{0});
      if (is_new) at->second = nearest(colour);
      out[i] = at->second;
    }
    return out;
  }

 private:
  [[nodiscard]] GifByteType nearest(std::uint32_t colour) const {
    const GifColorType wanted{static_cast<GifByteType>(colour >> 16U),
                              static_cast<GifByteType>(colour >> 8U),
                              static_cast<GifByteType>(colour)};
    int best = 0;
    for (int i = 1; i < map_.ColorCount; ++i) {
      if (distance(map_.Colors[i], wanted) < distance(map_.Colors[best], wanted)) best = i;
    }
    return static_cast<GifByteType>(best);
  }
  const ColorMapObject& map_;
  std::unordered_map<std::uint32_t, GifByteType> known_;
};

struct Part {
  int left = 0, top = 0, width = 1, height = 1;
};
// The smallest rectangle that holds every pixel that differs; one pixel when none does, since each
// frame has its time.
Part changed_part(const Pixels& before, const Pixels& now, int width) {
  int left = width, right = -1, top = -1, bottom = -1;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now[i] == before[i]) continue;
    const int x = static_cast<int>(i) % width, y = static_cast<int>(i) / width;
    left = std::min(left, x);
    right = std::max(right, x);
    if (top < 0) top = y;
    bottom = y;
  }
  if (right < 0) return {};
  return {left, top, right - left + 1, bottom - top + 1};
}

int append(GifFileType* file, const GifByteType* data, int size) {
  auto& bytes = *static_cast<std::vector<std::byte>*>(file->UserData);
  const auto* from = reinterpret_cast<const std::byte*>(data);
  bytes.insert(bytes.end(), from, from + size);
  return size;
}

class Encoder {
 public:
  Encoder() = default;
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
  ~Encoder() {
    int code = 0;
    if (file_ != nullptr) EGifCloseFile(file_, &code);
  }

  Result<std::vector<std::byte>> encode(const std::vector<GifFrame>& frames) {
    const Result<Palette> palette = palette_of(frames);
    if (!palette) return palette.error();
    const int width = frames.front().image.width, height = frames.front().image.height;
    int code = 0;
    file_ = EGifOpen(&bytes_, append, &code);
    if (file_ == nullptr) return refused(code);
    EGifSetGifVersion(file_, true);
    bool ok = EGifPutScreenDesc(file_, width, height, 8, 0, palette->get()) == GIF_OK && repeat();
    Nearest nearest(**palette);
    Pixels shown;
    for (const GifFrame& frame : frames) {
      Pixels next = nearest.indices(frame.image);
      const Part part =
          shown.empty() ? Part{0, 0, width, height} : changed_part(shown, next, width);
      ok = ok && put(next, part, width, frame.delay);
      shown = std::move(next);
    }
    if (!ok) return refused(file_->Error);
    if (EGifCloseFile(std::exchange(file_, nullptr), &code) == GIF_ERROR) return refused(code);
    return std::move(bytes_);
  }

 private:
  // Netscape's application extension: again for ever.
  bool repeat() {
    constexpr std::array<GifByteType, 3> kForEver{1, 0, 0};
    return EGifPutExtensionLeader(file_, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
           EGifPutExtensionBlock(file_, 11, "NETSCAPE2.0") == GIF_OK &&
           EGifPutExtensionBlock(file_, kForEver.size(), kForEver.data()) == GIF_OK &&
           EGifPutExtensionTrailer(file_) == GIF_OK;
  }
  bool put(const Pixels& pixels, const Part& part, int width, int delay) {
    const GraphicsControlBlock control{DISPOSE_DO_NOT, false, (delay + 5) / 10,
                                       NO_TRANSPARENT_COLOR};
    std::array<GifByteType, 4> block{};
    EGifGCBToExtension(&control, block.data());
    if (EGifPutExtension(file_, GRAPHICS_EXT_FUNC_CODE, block.size(), block.data()) != GIF_OK ||
        EGifPutImageDesc(file_, part.left, part.top, part.width, part.height, false, nullptr) !=
            GIF_OK)
      return false;
    Pixels line(static_cast<std::size_t>(part.width));
    for (int y = part.top; y < part.top + part.height; ++y) {
      std::copy_n(pixels.begin() + static_cast<std::ptrdiff_t>(y) * width + part.left, part.width,
                  line.begin());
      if (EGifPutLine(file_, line.data(), part.width) != GIF_OK) return false;
    }
    return true;
  }

  GifFileType* file_ = nullptr;
  std::vector<std::byte> bytes_;
};

}  // namespace

Result<std::vector<std::byte>> encode_gif(const std::vector<GifFrame>& frames) {
  constexpr int kLargest = 65'535;
  if (frames.empty()) return bad_input(tr("an animation has at least one frame"));
  const Image& first = frames.front().image;
  if (first.width < 1 || first.height < 1 || first.width > kLargest || first.height > kLargest)
    return bad_input(tr("a GIF's sides go from 1 to 65,535 pixels"));
  for (const GifFrame& frame : frames) {
    if (frame.image.width != first.width || frame.image.height != first.height)
      return bad_input(tr("the window changed its size while the animation was taken"));
  }
  return Encoder().encode(frames);
}

Result<void> write_gif(const std::vector<GifFrame>& frames, const std::string& path) {
  const auto bytes = encode_gif(frames);
  if (!bytes) return bad_input(bytes.error().message, path);
  return experiment::write_file(path, *bytes);
}

Image scaled_to(const Image& image, int width) {
  if (width <= 0 || width == image.width || image.width < 1) return image;
  const experiment::ImageFile from{static_cast<std::uint32_t>(image.width),
                                   static_cast<std::uint32_t>(image.height), image.rgb};
  const int height = std::max(1, (image.height * width + image.width / 2) / image.width);
  Image out{width, height, {}};
  out.rgb.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3);
  for (const experiment::Rgb& pixel : experiment::scaled(from, static_cast<std::uint32_t>(width),
                                                         static_cast<std::uint32_t>(height)))
    out.rgb.insert(out.rgb.end(), pixel.begin(), pixel.end());
  return out;
}

}  // namespace lanescope::ui::gl
