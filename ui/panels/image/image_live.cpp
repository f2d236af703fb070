#include "ui/panels/image/image_live.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include <imgui.h>

#include "ui/panels/image/live_words.hpp"
#include "ui/session/gpu_words.hpp"
#include "ui/view/picture.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::image {
namespace {

// Keys of what the texture was set to: no number of a picture.
constexpr std::uint64_t kBlank = ~std::uint64_t{0};

std::vector<std::uint32_t> pixels_of(const hardware::LivePicture& shown) {
  if (shown.way == hardware::LivePicture::Way::Model)
    return view::picture_pixels(view::picture_values(shown.shape, shown.bytes)).rgba;
  std::vector<std::uint32_t> out(shown.shape.pixels());
  std::memcpy(out.data(), shown.bytes.data(), std::min(shown.bytes.size(), out.size() * 4));
  return out;
}

// A line for each picture, the newest at the right, and above them the time that fills the height.
void draw_times(const style::Style& style, const std::deque<double>& times, ImVec2 min,
                ImVec2 max) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float caption = style.small_size * 1.4F;
  const double most = std::max(*std::ranges::max_element(times), 1e-6);
  widgets::draw_text_in(list, style, widgets::small_text(style), min, {max.x, min.y + caption},
                        say("time of each picture, up to {}", session::time_words(most)), 0.0F);
  const float top = min.y + caption;
  list.AddLine({min.x, top}, {max.x, top}, style.pack(style::Role::Line));
  list.AddLine({min.x, max.y}, {max.x, max.y}, style.pack(style::Role::Line));
  const float step = (max.x - min.x) / static_cast<float>(background::LivePictures::kMostTimes);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const float right = max.x - step * static_cast<float>(times.size() - 1 - i);
    const float height = (max.y - top) * static_cast<float>(times[i] / most);
    list.AddRectFilled({right - std::max(step - 1.0F, 1.0F), max.y - height}, {right, max.y},
                       style.pack(style::Role::Accent));
  }
}

struct Box {
  ImVec2 min, max;
};
struct Places {
  Box picture, times;
};

// The times stand below the picture or beside it, whichever leaves it larger.
Places arrange(const style::Style& style, const hardware::LivePicture& shown, ImVec2 min,
               ImVec2 room) {
  const auto width = static_cast<float>(shown.shape.width);
  const auto height = static_cast<float>(shown.shape.height);
  const float strip = std::clamp(room.y * 0.25F, style.text_size * 3, style.text_size * 6);
  const float column = style.text_size * 12 + style.gap;
  const float above = std::min(room.x / width, (room.y - strip - style.gap) / height);
  const float left = std::min((room.x - column) / width, room.y / height);
  const bool beside = left > above;
  float scale = std::max(left, above);
  if (scale >= widgets::PictureTexture::kSquares) scale = std::floor(scale);
  const ImVec2 end{min.x + width * scale, min.y + height * scale};
  const ImVec2 from = beside ? ImVec2{end.x + style.gap, std::max(min.y, end.y - 2 * strip)}
                             : ImVec2{min.x, end.y + style.gap};
  const float bottom = beside ? std::max(end.y, from.y + strip) : from.y + strip;
  return {{min, end}, {from, {min.x + room.x - 1.0F, bottom}}};
}

}  // namespace

bool ImageLive::fits(const hardware::LivePicture& shown) const {
  return memory_ == shown.memory && width_ == shown.shape.width && height_ == shown.shape.height;
}

// The texture is made by the renderer with the frame in which it is first drawn; from the next one
// on it can be written on the GPU.
void ImageLive::take_from_device(const background::LivePictures& live,
                                 const hardware::LivePicture& shown) {
  if (!fits(shown)) device_.reset();
  if (device_ == nullptr) {
    const std::vector<std::uint32_t> blank(shown.shape.pixels(), 0xff000000U);
    texture_.set(blank, shown.shape.width, shown.shape.height, kBlank);
    if (texture_.name() == 0) return;
    device_ = live.open(texture_.name());
    if (device_ == nullptr) return;
    memory_ = shown.memory;
    width_ = shown.shape.width;
    height_ = shown.shape.height;
    number_ = 0;
  }
  if (number_ == shown.number) return;
  number_ = shown.number;
  const Result<void> copied = device_->copy(shown.offset);
  if (copied) return;
  live.give_up(copied.error().message);
  device_.reset();
}

void ImageLive::take_picture(const background::LivePictures& live,
                             const hardware::LivePicture& shown) {
  if (shown.way == hardware::LivePicture::Way::Device) {
    take_from_device(live, shown);
    return;
  }
  device_.reset();
  if (number_ == shown.number) return;
  number_ = shown.number;
  texture_.set(pixels_of(shown), shown.shape.width, shown.shape.height, shown.number);
}

void ImageLive::draw(Frame& frame) {
  const style::Style& style = frame.style;
  const background::LivePictures& live = frame.session.live();
  const hardware::LivePicture* shown = live.shown();
  if (shown == nullptr) {
    widgets::empty_state(style, no_live_picture(frame.session));
    return;
  }
  take_picture(live, *shown);
  const std::string words = live_sentence(frame.session);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImVec2 room = ImGui::GetContentRegionAvail();
  room.x -= 2.0F;
  room.y = std::max(room.y - widgets::sentence_height(style, words, room.x) - style.gap,
                    style.text_size * 9);
  const Places places = arrange(style, *shown, {origin.x + 1.0F, origin.y + 1.0F}, room);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Box& at = places.picture;
  texture_.draw(list, at.min, at.max);
  list.AddRect({at.min.x - 1, at.min.y - 1}, {at.max.x + 1, at.max.y + 1},
               style.outline(style::Role::Line));
  draw_times(style, live.times(), places.times.min, places.times.max);
  ImGui::SetCursorScreenPos({origin.x, std::max(at.max.y, places.times.max.y) + 1.0F});
  widgets::sentence(style, words);
}

}  // namespace lanescope::ui::panels::image
