#include "ui/view/picture.hpp"

#include <algorithm>
#include <cmath>

#include "lab/experiment/element.hpp"

namespace lanescope::ui::view {
namespace {

std::uint32_t shade(float value, float low, float high) {
  const float share = high > low ? (value - low) / (high - low) : 0.0F;
  return static_cast<std::uint32_t>(std::lround(std::clamp(share, 0.0F, 1.0F) * 255.0F));
}

}  // namespace

std::vector<PictureBuffer> picture_buffers(const run::ModelRun& run) {
  std::vector<PictureBuffer> pictures;
  for (const auto& [name, value] : run.prepared->experiment.buffers) {
    auto shape = experiment::picture_shape(name, value);
    const auto planned = std::ranges::find(run.prepared->buffers, name, &run::PlannedBuffer::name);
    if (!shape || planned == run.prepared->buffers.end()) continue;
    pictures.push_back({std::move(*shape), planned->plan_index});
  }
  return pictures;
}

PictureValues picture_values(const experiment::PictureShape& buffer,
                             std::span<const std::byte> bytes) {
  PictureValues out{buffer.width, buffer.height, buffer.channels, {}};
  out.values.resize(buffer.pixels() * buffer.channels);
  const std::uint32_t size = experiment::size_of(buffer.type);
  for (std::uint64_t i = 0; i < out.values.size(); ++i) {
    const std::uint64_t from =
        buffer.planes ? i % buffer.channels * buffer.pixels() + i / buffer.channels : i;
    if ((from + 1) * size > bytes.size()) continue;
    out.values[i] =
        static_cast<float>(experiment::element_value(buffer.type, bytes.data() + from * size));
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

}  // namespace lanescope::ui::view
