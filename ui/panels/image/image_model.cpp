#include "ui/panels/image/image_model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "lab/experiment/element.hpp"
#include "sim/analysis/access.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::image {
namespace {

std::string number_words(double value) {
  return value == std::floor(value) && std::abs(value) < 1e15
             ? fmt::format("{}{}", value < 0 ? "-" : "",
                           view::with_commas(static_cast<std::uint64_t>(std::abs(value))))
             : fmt::format("{:.2f}", value);
}

// The bytes of a buffer at the moment that is shown; empty while they are not known.
std::span<const std::byte> bytes_of(const view::View& view, const view::PictureBuffer& picture) {
  if (view.state().tools.image.at_tick)
    return view.machine() == nullptr ? std::span<const std::byte>{}
                                     : view.machine()->buffer(picture.index);
  const auto& buffers = view.run()->buffers;
  const auto at = std::ranges::find(buffers, picture.name, &run::BufferResult::name);
  return at == buffers.end() ? std::span<const std::byte>{} : std::span(at->bytes);
}

std::span<const std::byte> first_bytes(const view::View& view, const view::PictureBuffer& picture) {
  const auto& initial = view.run()->plan().buffers[picture.index].initial;
  return initial ? std::span(*initial) : std::span<const std::byte>{};
}

void mark_touched(const view::View& view, ShownPicture& shown) {
  const auto& element = view.state().cursor.selection.element;
  if (element && element->array == shown.buffer.name)
    shown.selected = shown.buffer.pixel_of(element->index);
  const auto step = view.shown_step();
  if (!step) return;
  const std::uint64_t base = view.run()->plan().address_of(shown.buffer.index).value;
  const std::uint64_t size = experiment::size_of(shown.buffer.type);
  const std::uint64_t end = base + shown.buffer.pixels() * shown.buffer.channels * size;
  for (const trace::Access& access : view.trace()->accesses(step->tick)) {
    if (!analysis::lies_in_buffers(access.space)) continue;
    for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
      const std::uint64_t at = access.addresses[static_cast<std::size_t>(std::countr_zero(rest))];
      if (at < base || at >= end) continue;
      const std::uint64_t pixel = shown.buffer.pixel_of((at - base) / size);
      shown.touched.push_back({static_cast<std::uint32_t>(pixel % shown.buffer.width),
                               static_cast<std::uint32_t>(pixel / shown.buffer.width),
                               access.kind != events::Access::Load});
    }
  }
}

ShownPicture shown_picture(const view::View& view, const view::PictureBuffer& picture,
                           std::span<const std::byte> bytes) {
  ShownPicture shown;
  shown.buffer = picture;
  shown.values = view::picture_values(picture, bytes);
  shown.pixels = view::picture_pixels(shown.values);
  mark_touched(view, shown);
  return shown;
}

// The one asked for, else the last that no lesson fills.
const view::PictureBuffer* result_of(const std::vector<view::PictureBuffer>& pictures,
                                     const std::string& wanted) {
  const view::PictureBuffer* result = nullptr;
  for (const view::PictureBuffer& picture : pictures) {
    if (picture.name == wanted) return &picture;
    if (!picture.input) result = &picture;
  }
  return result;
}

std::string stretch_words(const ShownPicture& shown) {
  if (shown.pixels.low == 0.0F && shown.pixels.high == 255.0F) return {};
  return say(" Black is {} in {}, white is {}.",
             number_words(static_cast<double>(shown.pixels.low)), shown.buffer.name,
             number_words(static_cast<double>(shown.pixels.high)));
}

void describe(const view::View& view, ImageModel& model) {
  const std::string& after = model.after->buffer.name;
  const bool known = view.state().tools.image.at_tick || view.run()->complete;
  if (!known) {
    model.sentence = tr("The rest of the grid is still running; the picture comes with it.");
    return;
  }
  const std::string moment =
      view.state().tools.image.at_tick ? tr("at the cursor") : tr("after the whole run");
  if (!model.difference) {
    model.sentence = say("{} {}, {} × {} pixels.", after, moment, model.after->buffer.width,
                         model.after->buffer.height);
  } else if (model.difference->changed == 0) {
    model.sentence = say("{} {} equals {}.", after, moment, model.before->buffer.name);
  } else {
    const view::PictureDifference& d = *model.difference;
    model.sentence = say(
        "{} {}: {} of {} pixels differ from {}, by {:.1f} on average, most in column {} of row {}: "
        "by {}.",
        after, moment, view::with_commas(d.changed),
        view::with_commas(model.after->buffer.pixels()), model.before->buffer.name, d.mean,
        d.where % d.values.width, d.where / d.values.width,
        number_words(static_cast<double>(d.most)));
  }
  model.sentence += stretch_words(*model.after);
}

double value_of(const BlockFigure& figure, view::ImageOverlay overlay) {
  switch (overlay) {
    case view::ImageOverlay::Divergence:
      return static_cast<double>(figure.divergent);
    case view::ImageOverlay::Sectors:
      return figure.requests == 0
                 ? 0.0
                 : static_cast<double>(figure.sectors) / static_cast<double>(figure.requests);
    case view::ImageOverlay::Conflicts:
      return static_cast<double>(figure.conflicts);
    case view::ImageOverlay::None:
      break;
  }
  return 0.0;
}

std::string tile_words(const view::View& view, const BlockFigure& figure) {
  const Dim3 grid = view.trace()->launches()[figure.launch].grid;
  return say(
      "Block {} wrote {} × {} pixels: {} of {} branches diverged, {} requests to global memory "
      "touched {} sectors, {} conflicts in {} wavefronts of shared memory.",
      view::place_text(grid.at(figure.block.value), grid), figure.right - figure.left,
      figure.bottom - figure.top, view::with_commas(figure.divergent),
      view::with_commas(figure.branches), view::with_commas(figure.requests),
      view::with_commas(figure.sectors), view::with_commas(figure.conflicts),
      view::with_commas(figure.wavefronts));
}

}  // namespace

std::optional<ImageModel> image_model(const view::View& view) {
  if (!view.run()) return std::nullopt;
  const std::vector<view::PictureBuffer> pictures = view::picture_buffers(*view.run());
  const view::PictureBuffer* after = result_of(pictures, view.state().tools.image.after);
  if (after == nullptr) return std::nullopt;
  ImageModel model;
  for (const view::PictureBuffer& picture : pictures)
    if (!picture.input) model.results.push_back(picture.name);
  const auto before = std::ranges::find(pictures, true, &view::PictureBuffer::input);
  if (before != pictures.end() && &*before != after)
    model.before = shown_picture(view, *before, first_bytes(view, *before));
  model.after = shown_picture(view, *after, bytes_of(view, *after));
  if (model.before)
    model.difference = view::picture_difference(model.before->values, model.after->values);
  if (model.difference) {
    view::PictureValues bright = model.difference->values;
    if (model.difference->most > 0.0F)
      for (float& value : bright.values) value *= 255.0F / model.difference->most;
    model.difference_pixels = view::picture_pixels(bright);
  }
  describe(view, model);
  return model;
}

PicturePlace place_of(const view::View& view, const view::PictureBuffer& picture) {
  const std::uint32_t side_by_side = picture.planes ? 1 : picture.channels;
  return {view.run()->plan().address_of(picture.index).value,
          experiment::size_of(picture.type) * side_by_side, picture.width, picture.height};
}

std::string_view overlay_words(view::ImageOverlay overlay) {
  switch (overlay) {
    case view::ImageOverlay::Divergence:
      return tr("divergent branches");
    case view::ImageOverlay::Sectors:
      return tr("sectors per request");
    case view::ImageOverlay::Conflicts:
      return tr("bank conflicts");
    case view::ImageOverlay::None:
      break;
  }
  return tr("no overlay");
}

ImageTiles image_tiles(const view::View& view, const std::vector<BlockFigure>& figures) {
  ImageTiles out;
  const view::ImageOverlay overlay = view.state().tools.image.overlay;
  if (view.trace() == nullptr || overlay == view::ImageOverlay::None) return out;
  if (figures.empty()) {
    out.sentence = tr("No recorded block writes this picture.");
    return out;
  }
  // A picture may be written by several launches: the last one's blocks are shown.
  const std::uint32_t launch = figures.back().launch;
  const Dim3 grid = view.trace()->launches()[launch].grid;
  out.blocks = grid.count();
  out.recorded = view.trace()->blocks(launch).size();
  double least = 0.0, most = 0.0;
  for (const BlockFigure& figure : figures) {
    if (figure.launch != launch) continue;
    const double value = value_of(figure, overlay);
    least = out.tiles.empty() ? value : std::min(least, value);
    most = std::max(most, value);
    out.tiles.push_back({figure, value, 0.0, number_words(value), tile_words(view, figure)});
  }
  for (ImageTile& tile : out.tiles) tile.share = most > 0.0 ? tile.value / most : 0.0;
  const auto top = std::ranges::max_element(out.tiles, {}, &ImageTile::value);
  const std::string range =
      least == most ? number_words(most)
                    : say("{} to {}, most in block {}", number_words(least), number_words(most),
                          view::place_text(grid.at(top->figure.block.value), grid));
  out.sentence = say("Frames: blocks with {} in the PTX: {}. {} of {} blocks recorded.",
                     overlay_words(overlay), range, view::with_commas(out.recorded),
                     view::with_commas(out.blocks));
  return out;
}

std::string pixel_words(const ImageModel& model, std::uint32_t x, std::uint32_t y) {
  const auto values = [&](const std::optional<ShownPicture>& shown) {
    std::string text;
    if (!shown || x >= shown->values.width || y >= shown->values.height) return text;
    const std::uint64_t pixel = std::uint64_t{y} * shown->values.width + x;
    for (std::uint32_t channel = 0; channel < shown->values.channels; ++channel)
      text += (channel == 0 ? "" : ", ") +
              number_words(static_cast<double>(shown->values.at(pixel, channel)));
    return text;
  };
  std::string text = say("Column {}, row {}:", x, y);
  if (model.before) text += say(" {} is {},", model.before->buffer.name, values(model.before));
  return text + say(" {} is {}.", model.after->buffer.name, values(model.after));
}

}  // namespace lanescope::ui::panels::image
