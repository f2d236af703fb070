#include "ui/model/picture.hpp"

#include <algorithm>
#include <cmath>

#include "lab/element.hpp"

namespace lanescope::ui {
namespace {

// Enough for any lesson; a larger matrix would cost a frame more than it has.
constexpr std::uint64_t kMostPixels = 1U << 20U;

std::optional<PictureBuffer> picture_of(const lab::BufferValue& value) {
  PictureBuffer picture;
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
  if (picture.pixels() == 0 || picture.pixels() > kMostPixels ||
      picture.pixels() * picture.channels > value.count)
    return std::nullopt;
  picture.type = value.type;
  picture.input = value.fill.kind != lab::Fill::Kind::Zero;
  return picture;
}

std::uint32_t shade(float value, float low, float high) {
  const float share = high > low ? (value - low) / (high - low) : 0.0F;
  return static_cast<std::uint32_t>(std::lround(std::clamp(share, 0.0F, 1.0F) * 255.0F));
}

}  // namespace

std::uint64_t PictureBuffer::element(std::uint32_t x, std::uint32_t y,
                                     std::uint32_t channel) const {
  const std::uint64_t pixel = std::uint64_t{y} * width + x;
  return planes ? channel * pixels() + pixel : pixel * channels + channel;
}

std::uint64_t PictureBuffer::pixel_of(std::uint64_t element) const {
  return planes ? element % pixels() : element / channels;
}

std::vector<PictureBuffer> picture_buffers(const lab::ModelRun& run) {
  std::vector<PictureBuffer> pictures;
  for (const auto& [name, value] : run.prepared->experiment.buffers) {
    auto picture = picture_of(value);
    const auto planned = std::ranges::find(run.prepared->buffers, name, &lab::PlannedBuffer::name);
    if (!picture || planned == run.prepared->buffers.end()) continue;
    picture->name = name;
    picture->index = planned->plan_index;
    pictures.push_back(std::move(*picture));
  }
  return pictures;
}

PictureValues picture_values(const PictureBuffer& buffer, std::span<const std::byte> bytes) {
  PictureValues out{buffer.width, buffer.height, buffer.channels, {}};
  out.values.resize(buffer.pixels() * buffer.channels);
  const std::uint32_t size = lab::size_of(buffer.type);
  for (std::uint64_t i = 0; i < out.values.size(); ++i) {
    const std::uint64_t from =
        buffer.planes ? i % buffer.channels * buffer.pixels() + i / buffer.channels : i;
    if ((from + 1) * size > bytes.size()) continue;
    out.values[i] = static_cast<float>(lab::element_value(buffer.type, bytes.data() + from * size));
  }
  return out;
}

PicturePixels picture_pixels(const PictureValues& values) {
  PicturePixels out{values.width, values.height, {}, 0.0F, 255.0F};
  const auto [low, high] = std::ranges::minmax_element(values.values);
  if (low != values.values.end() && (*low < 0.0F || *high > 255.0F)) {
    out.low = *low;
    out.high = *high;
  }
  const std::uint64_t pixels = std::uint64_t{values.width} * values.height;
  out.rgba.resize(pixels);
  for (std::uint64_t i = 0; i < pixels; ++i) {
    std::uint32_t packed = 0xff000000U;
    for (std::uint32_t channel = 0; channel < 3; ++channel)
      packed |= shade(values.at(i, channel), out.low, out.high) << (8 * channel);
    out.rgba[i] = packed;
  }
  return out;
}

std::optional<PictureDifference> picture_difference(const PictureValues& before,
                                                    const PictureValues& after) {
  if (before.width != after.width || before.height != after.height) return std::nullopt;
  PictureDifference out;
  out.values = {before.width, before.height, 1, {}};
  const std::uint64_t pixels = std::uint64_t{before.width} * before.height;
  out.values.values.resize(pixels);
  double sum = 0.0;
  for (std::uint64_t i = 0; i < pixels; ++i) {
    float most = 0.0F;
    for (std::uint32_t channel = 0; channel < 3; ++channel)
      most = std::max(most, std::abs(after.at(i, channel) - before.at(i, channel)));
    out.values.values[i] = most;
    out.changed += most > 0.0F ? 1 : 0;
    sum += static_cast<double>(most);
    if (most > out.most) {
      out.most = most;
      out.where = i;
    }
  }
  out.mean = sum / static_cast<double>(pixels);
  return out;
}

}  // namespace lanescope::ui
