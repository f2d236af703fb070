#include "ui/panels/image/image.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "sim/base/hash.hpp"
#include "ui/panels/image/live_choices.hpp"
#include "ui/view/numbers.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::image {
namespace {

constexpr std::uint64_t kLongRun = 200'000;  // ticks: more than a frame has time for

struct PartRow {
  view::ImagePart part;
  const char* name;  // as in the command
  const char* words;
};
constexpr std::array<PartRow, 4> kParts{
    {{view::ImagePart::All, "all", mark("all three")},
     {view::ImagePart::Before, "before", mark("before")},
     {view::ImagePart::After, "after", mark("after")},
     {view::ImagePart::Difference, "difference", mark("difference")}}};
struct OverlayRow {
  view::ImageOverlay overlay;
  const char* name;
  style::Role role;
};
constexpr std::array<OverlayRow, 4> kOverlays{
    {{view::ImageOverlay::None, "none", style::Role::Inactive},
     {view::ImageOverlay::Divergence, "divergence", style::Role::Divergence},
     {view::ImageOverlay::Sectors, "sectors", style::Role::Load},
     {view::ImageOverlay::Conflicts, "conflicts", style::Role::Conflict}}};

// Another key whenever other pixels, tiles or words are shown.
std::uint64_t extra_key(const view::ImageView& image) {
  return static_cast<std::uint64_t>(image.overlay) * 4 + (image.at_tick ? 2U : 0U) +
         fnv1a64(std::as_bytes(std::span(image.after)));
}

// The next control beside the last one, or below it where the row is full.
void flow(const style::Style& style, float width) {
  ImGui::SameLine(0, style.gap);
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

bool has_part(const ImageModel& shown, view::ImagePart part) {
  switch (part) {
    case view::ImagePart::Before:
      return shown.before.has_value();
    case view::ImagePart::After:
      return shown.after.has_value();
    case view::ImagePart::Difference:
      return shown.difference.has_value();
    case view::ImagePart::All:
      break;
  }
  return false;
}

std::vector<view::ImagePart> parts_of(const ImageModel& shown, view::ImagePart wanted) {
  if (wanted != view::ImagePart::All && has_part(shown, wanted)) return {wanted};
  std::vector<view::ImagePart> parts;
  for (const PartRow& row : kParts)
    if (has_part(shown, row.part)) parts.push_back(row.part);
  return parts;
}

const view::PicturePixels& pixels_of(const ImageModel& shown, view::ImagePart part) {
  if (part == view::ImagePart::Difference) return shown.difference_pixels;
  return part == view::ImagePart::Before ? shown.before->pixels : shown.after->pixels;
}

std::string caption_of(const ImageModel& shown, view::ImagePart part) {
  if (part == view::ImagePart::Difference) return tr("difference");
  const bool before = part == view::ImagePart::Before;
  return fmt::format("{}: {}", before ? tr("before") : tr("after"),
                     (before ? shown.before : shown.after)->buffer.name);
}

// How many stand side by side, so that they are as large as the room allows.
struct Arrangement {
  std::size_t columns = 1;
  float scale = 0.0F;  // screen pixels a pixel
};
Arrangement arrange(std::size_t count, const view::PicturePixels& picture, ImVec2 room,
                    float caption, float gap) {
  Arrangement best;
  for (std::size_t columns = 1; columns <= count; ++columns) {
    const std::size_t rows = (count + columns - 1) / columns;
    const float width =
        (room.x - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    const float height =
        (room.y - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows) - caption;
    const float scale = std::min(width / static_cast<float>(picture.width),
                                 height / static_cast<float>(picture.height));
    if (scale > best.scale) best = {columns, scale};
  }
  // Whole multiples keep all pixels the same size; where they would waste much room, the picture is
  // smoothed instead.
  if (best.scale >= widgets::PictureTexture::kSquares) best.scale = std::floor(best.scale);
  return best;
}

// The instruction's pixels: read ones framed, written ones filled.
void draw_touched(const style::Style& style, const ShownPicture& shown, ImVec2 min, float scale) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float side = std::max(scale, 2.0F);
  for (const TouchedPixel& pixel : shown.touched) {
    const ImVec2 at{min.x + static_cast<float>(pixel.x) * scale,
                    min.y + static_cast<float>(pixel.y) * scale};
    const ImVec2 end{at.x + side, at.y + side};
    if (pixel.written || scale < 4.0F)
      list.AddRectFilled(at, end,
                         style.pack(pixel.written ? style::Role::Store : style::Role::Load));
    else
      list.AddRect(at, end, style.pack(style::Role::Load), 0.0F, 1.5F);
  }
  if (!shown.selected) return;
  const float x = min.x + static_cast<float>(*shown.selected % shown.buffer.width) * scale;
  const float y = min.y + static_cast<float>(*shown.selected / shown.buffer.width) * scale;
  list.AddRect({x - 2, y - 2}, {x + side + 2, y + side + 2}, style.outline(style::Role::Selected),
               0.0F, 2.0F);
}

void draw_tile(const style::Style& style, const ImageTile& tile, style::Role role, ImVec2 min,
               float scale) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const BlockFigure& at = tile.figure;
  const ImVec2 from{min.x + static_cast<float>(at.left) * scale,
                    min.y + static_cast<float>(at.top) * scale};
  const ImVec2 to{min.x + static_cast<float>(at.right) * scale,
                  min.y + static_cast<float>(at.bottom) * scale};
  list.AddRectFilled(from, to, style.pack(role, 0.45F * static_cast<float>(tile.share)));
  list.AddRect(from, to, style.pack(role), 0.0F, std::max(1.0F, style.scale));
  const widgets::TextLook look = widgets::small_mono(style);
  const ImVec2 words = widgets::measure(style, look, tile.text);
  if (words.x + 6.0F > to.x - from.x || words.y + 2.0F > to.y - from.y) return;
  const ImVec2 middle{(from.x + to.x) / 2, (from.y + to.y) / 2};
  const ImVec2 half{words.x / 2 + 3.0F, words.y / 2 + 1.0F};
  const ImVec2 low{middle.x - half.x, middle.y - half.y};
  const ImVec2 high{middle.x + half.x, middle.y + half.y};
  list.AddRectFilled(low, high, style.pack(style::Role::Panel, 0.85F), 3.0F);
  widgets::TextLook ink = look;
  ink.colour = style.pack(style::Role::Text);
  widgets::draw_text_in(list, style, ink, low, high, tile.text);
}

// One of several pictures that the run wrote.
void choose_result(Frame& frame, const ImageModel& shown) {
  if (shown.results.size() < 2) return;
  for (const std::string& name : shown.results) {
    flow(frame.style, widgets::text_button_size(frame.style, name).x);
    if (widgets::text_button(frame.style, fmt::format("###result-{}", name).c_str(), name, 0,
                             name == shown.after->buffer.name ? widgets::Emphasis::Chosen
                                                              : widgets::Emphasis::Quiet))
      frame.commands.post(fmt::format("image after={}", session::quote(name)));
  }
}

// A drop-down of what the GPU's live picture is made with.
void choose_live(Frame& frame, const char* id, const std::vector<LiveChoice>& choices) {
  const auto chosen = std::ranges::find(choices, true, &LiveChoice::chosen);
  if (chosen == choices.end()) return;
  flow(frame.style, widgets::drop_down_size(frame.style, chosen->words).x);
  const std::string popup = fmt::format("{}-choice", id);
  if (widgets::drop_down(frame.style, id, chosen->words)) ImGui::OpenPopup(popup.c_str());
  if (!ImGui::BeginPopup(popup.c_str())) return;
  for (const LiveChoice& choice : choices)
    if (ImGui::Selectable(choice.words.c_str(), choice.chosen)) frame.commands.post(choice.command);
  ImGui::EndPopup();
}

}  // namespace

std::string_view ImagePanel::help() const {
  return tr(
      "A picture before and after the kernel, and how far each pixel has moved. It is shown "
      "after the whole run, or as it is at the cursor. The pixels that the present instruction "
      "reads are framed, those that it writes are filled. An overlay frames what each recorded "
      "block wrote, with the branches it split, its sectors per request or its bank conflicts. "
      "A click on a pixel selects it everywhere. A live picture is made again for every frame, on "
      "the GPU if there is one, with the time that each takes; other timings wait for it.");
}

const std::optional<ImageModel>& ImagePanel::model(const Frame& frame) {
  return cache_.get(frame.session, extra_key(frame.session.state().tools.image), [&] {
    key_ += 1;
    return image_model(frame.session);
  });
}

const ImageTiles& ImagePanel::tiles(const Frame& frame, const ImageModel& shown) {
  const auto& run = frame.session.run();
  const view::ImageView& image = frame.session.state().tools.image;
  if (image.overlay == view::ImageOverlay::None || run->trace == nullptr) return no_tiles_;
  const std::uint64_t key =
      mix(run->id) ^ fnv1a64(std::as_bytes(std::span(shown.after->buffer.name)));
  const std::vector<BlockFigure>* figures = figures_.get(
      key, run->trace->tick_count() >= kLongRun,
      [trace = run->trace, place = place_of(frame.session, shown.after->buffer)] {
        return std::make_unique<const std::vector<BlockFigure>>(block_figures(*trace, place));
      });
  if (figures == nullptr) return no_tiles_;
  return *tiles_.get(frame.session, extra_key(image),
                     [&] { return std::optional(image_tiles(frame.session, *figures)); });
}

// A table of numbers has the shape of a picture, too: a lesson says by its steps whether it is one.
bool ImagePanel::suits(const session::Session& session) const {
  if (!session.run() || view::picture_buffers(*session.run()).empty()) return false;
  const lesson::Lesson* const lesson = session.lesson();
  return lesson == nullptr ||
         std::ranges::any_of(lesson->steps, [&](const lesson::LessonStep& step) {
           return std::ranges::find(step.panels, id()) != step.panels.end();
         });
}

std::string ImagePanel::subtitle(const Frame& frame) {
  const auto& shown = model(frame);
  if (!shown) return {};
  return shown->before ? shown->before->buffer.name + " → " + shown->after->buffer.name
                       : shown->after->buffer.name;
}

std::string ImagePanel::note(const Frame& frame) {
  const auto& shown = model(frame);
  if (!shown) return {};
  return fmt::format("{} × {} {}", shown->after->buffer.width, shown->after->buffer.height,
                     experiment::spelling(shown->after->buffer.type));
}

void ImagePanel::draw_controls(Frame& frame, const ImageModel& shown) {
  const style::Style& style = frame.style;
  const view::ImageView& image = frame.session.state().tools.image;
  if (!image.live) {
    draw_choices(frame, shown);
    flow(style, widgets::text_button_size(style, tr("live")).x);
  }
  if (widgets::text_button(style, "###live", tr("live"), 0,
                           image.live ? widgets::Emphasis::Chosen : widgets::Emphasis::Quiet))
    frame.commands.post(image.live ? "image live=off" : "image live=on");
  if (!image.live) return;
  flow(style, widgets::text_button_size(style, tr("moving test pattern")).x);
  if (widgets::text_button(style, "###pattern", tr("moving test pattern"), 0,
                           image.pattern ? widgets::Emphasis::Chosen : widgets::Emphasis::Quiet))
    frame.commands.post(image.pattern ? "image pattern=off" : "image pattern=on");
  const LiveChoices choices = live_choices(frame.session);
  choose_live(frame, "###live-size", choices.sizes);
  choose_live(frame, "###live-radius", choices.radii);
  choose_result(frame, shown);
}

void ImagePanel::draw_choices(Frame& frame, const ImageModel& shown) {
  const style::Style& style = frame.style;
  const view::ImageView& image = frame.session.state().tools.image;
  const char* part = tr(kParts[static_cast<std::size_t>(image.part)].words);
  if (widgets::drop_down(style, "###part", part)) ImGui::OpenPopup("###part-choice");
  if (ImGui::BeginPopup("###part-choice")) {
    for (const PartRow& row : kParts)
      if (ImGui::Selectable(fmt::format("{}###part-{}", tr(row.words), row.name).c_str(),
                            row.part == image.part))
        frame.commands.post(fmt::format("image part={}", row.name));
    ImGui::EndPopup();
  }
  const std::string overlay(overlay_words(image.overlay));
  flow(style, widgets::drop_down_size(style, overlay).x);
  if (widgets::drop_down(style, "###overlay", overlay)) ImGui::OpenPopup("###overlay-choice");
  if (ImGui::BeginPopup("###overlay-choice")) {
    for (const OverlayRow& row : kOverlays)
      if (ImGui::Selectable(
              fmt::format("{}###overlay-{}", overlay_words(row.overlay), row.name).c_str(),
              row.overlay == image.overlay))
        frame.commands.post(fmt::format("image overlay={}", row.name));
    ImGui::EndPopup();
  }
  flow(style, widgets::text_button_size(style, tr("at the cursor")).x);
  if (widgets::text_button(style, "###moment", tr("at the cursor"), 0,
                           image.at_tick ? widgets::Emphasis::Chosen : widgets::Emphasis::Quiet))
    frame.commands.post(image.at_tick ? "image moment=end" : "image moment=tick");
  choose_result(frame, shown);
  const ImageTiles& overlaid = tiles(frame, shown);
  if (overlaid.recorded >= overlaid.blocks) return;
  flow(style, widgets::text_button_size(style, tr("record all blocks")).x);
  if (widgets::text_button(style, "###record-all", tr("record all blocks")))
    frame.commands.post("record blocks=all");
}

void ImagePanel::draw_part(Frame& frame, const ImageModel& shown, view::ImagePart part, ImVec2 min,
                           ImVec2 size) {
  const style::Style& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const view::PicturePixels& pixels = pixels_of(shown, part);
  const ImVec2 max{min.x + size.x, min.y + size.y};
  const float scale = size.x / static_cast<float>(pixels.width);
  widgets::PictureTexture& texture = textures_[static_cast<std::size_t>(part) - 1];
  texture.set(pixels.rgba, pixels.width, pixels.height, key_);
  texture.draw(list, min, max);
  list.AddRect({min.x - 1, min.y - 1}, {max.x + 1, max.y + 1}, style.outline(style::Role::Line));
  const ImageTiles& overlaid = tiles(frame, shown);
  const ImageTile* under = nullptr;
  ImGui::SetCursorScreenPos(min);
  const bool clicked = ImGui::InvisibleButton(
      fmt::format("###picture-{}", kParts[static_cast<std::size_t>(part)].name).c_str(), size);
  const bool hovered = ImGui::IsItemHovered();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto x = static_cast<std::uint32_t>(
      std::clamp((mouse.x - min.x) / scale, 0.0F, static_cast<float>(pixels.width - 1)));
  const auto y = static_cast<std::uint32_t>(
      std::clamp((mouse.y - min.y) / scale, 0.0F, static_cast<float>(pixels.height - 1)));
  if (part == view::ImagePart::After) {
    const style::Role role =
        kOverlays[static_cast<std::size_t>(frame.session.state().tools.image.overlay)].role;
    for (const ImageTile& tile : overlaid.tiles) {
      draw_tile(style, tile, role, min, scale);
      const BlockFigure& at = tile.figure;
      if (x >= at.left && x < at.right && y >= at.top && y < at.bottom) under = &tile;
    }
  }
  if (part != view::ImagePart::Difference)
    draw_touched(style, part == view::ImagePart::Before ? *shown.before : *shown.after, min, scale);
  if (!hovered) return;
  widgets::tooltip(style, pixel_words(shown, x, y) + (under == nullptr ? "" : " " + under->words));
  if (!clicked) return;
  const view::PictureBuffer& buffer =
      (part == view::ImagePart::Before ? shown.before : shown.after)->buffer;
  frame.commands.post(fmt::format("select array={} index={}", session::quote(buffer.name),
                                  buffer.element(x, y, 0)));
}

void ImagePanel::draw_pictures(Frame& frame, const ImageModel& shown) {
  const style::Style& style = frame.style;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImVec2 room = ImGui::GetContentRegionAvail();
  // Where there is little room, pictures come first: a tile's tooltip says its figure.
  const std::string& of_tiles = tiles(frame, shown).sentence;
  const bool brief = of_tiles.empty() || room.y < style.text_size * 14;
  const std::string words = shown.sentence + (brief ? "" : " " + of_tiles);
  const float caption = style.small_size * 1.5F;
  room.x -= 2.0F;
  room.y = std::max(room.y - widgets::sentence_height(style, words, room.x) - style.gap,
                    caption + style.text_size * 4);
  const std::vector<view::ImagePart> parts =
      parts_of(shown, frame.session.state().tools.image.part);
  const view::PicturePixels& first = pixels_of(shown, parts.front());
  const Arrangement laid = arrange(parts.size(), first, room, caption, style.gap);
  const ImVec2 size{static_cast<float>(first.width) * laid.scale,
                    static_cast<float>(first.height) * laid.scale};
  float bottom = origin.y;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const ImVec2 at{
        origin.x + 1.0F + static_cast<float>(i % laid.columns) * (size.x + style.gap),
        origin.y + static_cast<float>(i / laid.columns) * (size.y + caption + style.gap)};
    widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, widgets::small_text(style), at,
                          {at.x + size.x, at.y + caption}, caption_of(shown, parts[i]), 0.0F);
    draw_part(frame, shown, parts[i], {at.x, at.y + caption}, size);
    bottom = std::max(bottom, at.y + caption + size.y);
  }
  ImGui::SetCursorScreenPos({origin.x, bottom + 1.0F});
  widgets::sentence(style, words);
}

void ImagePanel::draw_content(Frame& frame) {
  const auto& shown = model(frame);
  if (!shown) {
    widgets::empty_state(
        frame.style,
        frame.session.run()
            ? tr("No buffer of this kernel has the shape of a picture. The lessons Images and "
                 "2D convolution have pictures.")
            : tr("Nothing has run yet. Open the lesson Images to see a picture change."));
    return;
  }
  if (frame.style.controls) draw_controls(frame, *shown);
  if (frame.session.state().tools.image.live)
    live_.draw(frame);
  else
    draw_pictures(frame, *shown);
}

}  // namespace lanescope::ui::panels::image
