#include "ui/panels/traffic/traffic.hpp"

#include <algorithm>

#include <imgui.h>

#include "ui/figures/traffic/traffic_layout.hpp"
#include "ui/session/line_cycles.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/widgets/no_time.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::traffic {
namespace {

using figures::traffic::Bands;
using figures::traffic::Place;
using figures::traffic::Rect;
using figures::traffic::TrafficBox;
using figures::traffic::TrafficLayout;
using figures::traffic::TrafficModel;
using figures::traffic::TrafficWay;
using figures::traffic::Way;

// A picture at a place of the window.
struct Picture {
  const style::Style& style;
  const TrafficModel& model;
  const TrafficLayout& layout;
  ImVec2 origin;
  float width = 0.0F;
  [[nodiscard]] ImVec2 at(float x, float y) const { return {origin.x + x, origin.y + y}; }
};

// A band that ends in a point.
void draw_band(const Picture& picture, const Bands& bands, float left, float width, bool up,
               style::Role role) {
  if (width <= 0.0F) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::uint32_t colour = picture.style.outline(role);
  const float point = std::min(picture.style.text_size * 0.45F, (bands.bottom - bands.top) * 0.4F);
  const float middle = left + width / 2, half = std::max(width / 2, point * 0.6F);
  const float tip = up ? bands.top : bands.bottom, back = up ? tip + point : tip - point;
  list.AddRectFilled(picture.at(left, up ? back : bands.top),
                     picture.at(left + width, up ? bands.bottom : back), colour);
  list.AddTriangleFilled(picture.at(middle, tip), picture.at(middle + half, back),
                         picture.at(middle - half, back), colour);
}

void draw_way(const Picture& picture, std::size_t index) {
  const style::Style& style = picture.style;
  const TrafficWay& way = picture.model.ways[index];
  const Bands& at = picture.layout.ways[index];
  const bool copies = static_cast<Way>(index) == Way::Copied;
  if (copies && way.bytes.sum() == 0) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (way.bytes.sum() == 0)
    list.AddLine(picture.at(at.middle, at.top), picture.at(at.middle, at.bottom),
                 style.pack(style::Role::Line), style.scale);
  const float apart = style.scale;
  draw_band(picture, at, at.middle - apart - at.in, at.in, true, style::Role::Load);
  draw_band(picture, at, at.middle + apart, at.out, false, style::Role::Store);
  const float half = style.small_size * 0.75F;
  if (!copies)
    widgets::draw_text_in(list, style, widgets::small_mono(style),
                          picture.at(at.words, at.line - half),
                          picture.at(picture.width, at.line + half), way.text, 0.0F);
  const float reach = std::max({at.in, at.out, style.gap});
  widgets::tooltip_over(style, picture.at(at.middle - reach, at.top),
                        picture.at(at.middle + reach, at.bottom), way.words);
}

void draw_notes(const Picture& picture, const TrafficBox& box, const Rect& at) {
  const style::Style& style = picture.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = (at.top + at.bottom) / 2, line = style.small_size * 1.4F;
  const bool two = picture.layout.has_more && !box.more.empty();
  const float top = two ? middle - line : middle - line / 2;
  widgets::TextLook look = widgets::small_text(style);
  look.colour = style.ink(box.role);
  widgets::draw_text_in(list, style, look, picture.at(picture.layout.notes, top),
                        picture.at(picture.width, top + line), box.text, 0.0F);
  if (two)
    widgets::draw_text_in(list, style, widgets::small_text(style),
                          picture.at(picture.layout.notes, middle),
                          picture.at(picture.width, middle + line), box.more, 0.0F);
}

void draw_box(const Picture& picture, std::size_t index) {
  const style::Style& style = picture.style;
  const TrafficBox& box = picture.model.boxes[index];
  const Rect& at = picture.layout.boxes[index];
  const ImVec2 min = picture.at(at.left, at.top), max = picture.at(at.right, at.bottom);
  const bool busiest = picture.model.most > 0 && static_cast<Place>(index) == picture.model.busiest;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, max, style.pack(style::Role::Header), style.rounding);
  list.AddRect(min, max, style.pack(busiest ? style::Role::Accent : style::Role::Line),
               style.rounding, (busiest ? 2.0F : 1.0F) * style.scale);
  const float inset = std::min(style.padding, (max.x - min.x) * 0.1F);
  widgets::draw_text_in(list, style, widgets::bold(style), {min.x + inset, min.y},
                        {max.x - inset, max.y}, box.name, 0.0F);
  draw_notes(picture, box, at);
  widgets::tooltip_over(style, min, picture.at(picture.width, at.bottom), box.words);
}

}  // namespace

std::string_view TrafficPanel::help() const {
  return tr(
      "What moves between registers, shared memory, L1, L2 and DRAM, over all launches: an arrow "
      "is as wide as its bytes, up for loads, down for stores. Beside shared memory stand the "
      "passes (wavefronts) that its banks took and those that would do; beside L1 the sectors of "
      "32 bytes that requests touched and those that would hold what lanes asked for; hits are "
      "those of the modelled caches. What lanes load and store is counted by machine code, what "
      "lies behind L1 is the model of time's. The busiest place is outlined.");
}

const std::optional<TrafficModel>& TrafficPanel::model(const Frame& frame) {
  return cache_.get(frame.session, session::cycles_key(frame.session), [&] {
    return figures::traffic::traffic_model(frame.session,
                                           teaching::HiddenAnswer(frame.session).traffic());
  });
}

std::string TrafficPanel::note(const Frame& frame) {
  const auto& shown = model(frame);
  return shown ? shown->note : std::string();
}

std::string TrafficPanel::brief_note(const Frame& frame) {
  const auto& shown = model(frame);
  return shown && shown->complete ? tr("modelled") : std::string();
}

void TrafficPanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  const auto& shown = model(frame);
  if (widgets::no_time(style, frame.session, frame.commands) || !shown) return;
  if (shown->kept_back || !shown->complete) {
    widgets::empty_state(style, shown->kept_back
                                    ? tr(teaching::kHiddenAnswerWords)
                                    : tr("What the machine code loads and stores is being "
                                         "counted…"));
    return;
  }
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float width = std::max(room.x - 1.0F, 8.0F);
  const float below = widgets::sentence_height(style, shown->sentence, width) + style.gap;
  const TrafficLayout layout =
      figures::traffic::traffic_layout(*shown, width, room.y - below, style.text_size);
  const Picture picture{style, *shown, layout, ImGui::GetCursorScreenPos(), width};
  for (std::size_t i = 0; i < figures::traffic::kWays; ++i) draw_way(picture, i);
  for (std::size_t i = 0; i < figures::traffic::kPlaces; ++i) draw_box(picture, i);
  ImGui::Dummy({width, layout.height});
  widgets::sentence(style, shown->sentence);
}

}  // namespace lanescope::ui::panels::traffic
