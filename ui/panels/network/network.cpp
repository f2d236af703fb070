#include "ui/panels/network/network.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "sim/base/hash.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/widgets/cell_menu.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::network {
namespace {

using figures::network::NetworkArrow;
using figures::network::NetworkBox;
using figures::network::NetworkDot;
using figures::network::NetworkLabel;
using figures::network::NetworkModel;
using figures::network::NetworkPicture;
using figures::network::NetworkScene;
using figures::network::NetworkSpot;
using figures::network::NetworkStroke;

class Painter {
 public:
  Painter(const style::Style& style, ImVec2 origin)
      : style_(style), origin_(origin), list_(*ImGui::GetWindowDrawList()) {}

  void draw(const NetworkPicture& picture) {
    for (const NetworkBox& one : picture.boxes)
      list_.AddRectFilled(place(one.from), place(one.to), style_.pack(one.role, one.fill));
    // Of many, each is a rectangle, or a triangle, without a soft edge: a third of the corners.
    constexpr std::size_t kMany = 2000;
    const bool many = picture.strokes.size() > kMany;
    const ImDrawFlags soft = list_.Flags;
    if (many) list_.Flags &= ~ImDrawFlags_AAFill;
    for (const NetworkStroke& one : picture.strokes) draw_stroke(one, many);
    for (const NetworkDot& one : picture.dots)
      list_.AddCircleFilled(place(one.at), one.radius, line(one.role, one.opacity),
                            one.radius < 2.0F ? 6 : 0);
    for (const NetworkArrow& one : picture.arrows) draw_arrow(one);
    list_.Flags = soft;
    for (const NetworkLabel& one : picture.labels) draw_label(one);
  }

 private:
  [[nodiscard]] ImVec2 place(NetworkSpot spot) const {
    return {origin_.x + spot.x, origin_.y + spot.y};
  }
  [[nodiscard]] std::uint32_t line(style::Role role, float opacity) const {
    return role == style::Role::Line ? style_.pack(role, opacity) : style_.outline(role, opacity);
  }
  void draw_stroke(const NetworkStroke& one, bool many) {
    const ImVec2 from = place(one.from), to = place(one.to);
    const std::uint32_t colour = line(one.role, one.opacity);
    if (!many || from.x != to.x) {
      list_.AddLine(from, to, colour, one.width);
      return;
    }
    const float half = one.width * 0.5F;
    list_.AddRectFilled({from.x - half, from.y}, {to.x + half, to.y}, colour);
  }
  void draw_arrow(const NetworkArrow& one) {
    const ImVec2 tip = place(one.tip);
    const float back = tip.y + (one.down ? -one.size : one.size), half = one.size * 0.6F;
    list_.AddTriangleFilled(tip, {tip.x - half, back}, {tip.x + half, back},
                            line(one.role, one.opacity));
  }
  void draw_label(const NetworkLabel& one) {
    widgets::TextLook look = one.number ? widgets::small_mono(style_) : widgets::small_text(style_);
    look.size = one.size;
    look.colour = style_.ink(one.ink);
    widgets::draw_text_in(list_, style_, look, place(one.from), place(one.to), one.text, one.align);
  }

  const style::Style& style_;
  ImVec2 origin_;
  ImDrawList& list_;
};

figures::network::NetworkSecrets secrets_of(const session::Session& session,
                                            const NetworkScene& scene) {
  const teaching::HiddenAnswer hidden(session);
  return {!hidden.elements_of(scene.array.name), !hidden.anything()};
}

std::string selection(const Frame& frame, const NetworkScene& scene, std::uint32_t comparator) {
  const analysis::Comparator& one = scene.network.comparators[comparator];
  std::string words = "select";
  // A block that is shown already is not gone to again.
  if (frame.session.state().cursor.selection.block != one.block)
    words += fmt::format(" block={}", one.block.value);
  return words + fmt::format(" warp={} lane={}", one.threads[0] / scene.warp_lanes,
                             one.threads[0] % scene.warp_lanes);
}

void answer_pointer(Frame& frame, const NetworkScene& scene, const NetworkModel& model,
                    const figures::network::NetworkLayout& layout, ImVec2 origin, ImVec2 size) {
  ImGui::SetCursorScreenPos(origin);
  const bool clicked = ImGui::InvisibleButton("###figure", size);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto under =
      ImGui::IsItemHovered()
          ? figures::network::network_under(scene, layout, {mouse.x - origin.x, mouse.y - origin.y})
          : std::nullopt;
  std::optional<view::ElementRef> element;
  if (under && under->wire) element = view::ElementRef{scene.array.name, *under->wire};
  widgets::element_menu(frame.style, frame.commands, element);
  if (!under) return;
  widgets::tooltip(frame.style,
                   element ? figures::network::wire_words(scene, model, *under->wire)
                           : figures::network::comparator_words(scene, model, *under->comparator));
  if (!clicked) return;
  frame.commands.post(element ? fmt::format("select array={} index={}",
                                            session::quote(element->array), element->index)
                              : selection(frame, scene, *under->comparator));
}

std::uint64_t room_key(const figures::network::NetworkRoom& room, std::uint64_t from) {
  std::uint64_t key = from;
  for (const float part : {room.width, room.height, room.text, room.scale})
    key = mix(key ^ std::bit_cast<std::uint32_t>(part));
  return key;
}

}  // namespace

std::string_view NetworkPanel::help() const {
  return tr(
      "A sort that compares and exchanges in pairs, as a network: a wire for each element, a "
      "column for each comparison that all make, found in the run alone. A line joins the two "
      "elements that a thread has compared, or that two lanes have handed each other; its arrow "
      "points to where the larger one goes, and stands nowhere where both are equal. Blue is "
      "through, orange the column at the shown moment, grey still to come; white is what the "
      "selected lane compares. Pink dots mark comparators whose warp is split, because other lanes "
      "have nothing to compare. The values stand in front of the column that comes next. Where a "
      "column has more lines than there is room for, some of them stand for all. A click on a line "
      "selects its lane, on a wire its element.");
}

bool NetworkPanel::suits(const session::Session& session) const {
  const auto* now = scene_.scene(session);
  return now != nullptr && *now;
}

std::string NetworkPanel::subtitle(const Frame& frame) {
  return suits(frame.session) ? tr("comparators of this run") : "";
}

std::string NetworkPanel::note(const Frame& frame) {
  const auto* now = scene_.scene(frame.session);
  if (now == nullptr || !*now) return {};
  return figures::network::network_words(**now, secrets_of(frame.session, **now).counted);
}

void NetworkPanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  const auto* now = scene_.scene(frame.session);
  if (now == nullptr || !*now) {
    widgets::empty_state(style, is_waiting() ? tr("A long run: its comparators are being found…")
                                : now == nullptr
                                    ? tr("Nothing is compared yet: run a sort, such as the lesson "
                                         "on bitonic sort.")
                                    : std::string_view(now->error().message));
    return;
  }
  const NetworkScene& scene = **now;
  const auto secrets = secrets_of(frame.session, scene);
  const std::uint64_t kept = (secrets.told ? 1 : 0) + (secrets.counted ? 2 : 0) + scene_.key() * 4;
  const auto& model = model_.get(frame.session, kept, [&] {
    return figures::network::network_model(frame.session, scene, secrets);
  });
  if (!model) return;
  const ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
  const float words = widgets::sentence_height(style, model->sentence, room.x);
  const figures::network::NetworkRoom place{
      std::max(std::floor(room.x) - 1.0F, 1.0F),
      std::floor(std::max(room.y - words, style.text_size * 6.0F)) - 1.0F, style.small_size,
      style.scale};
  const auto& picture = picture_.get(frame.session, room_key(place, kept), [&] {
    return figures::network::network_picture(scene, *model, place);
  });
  if (!picture) return;
  // In the middle of what is wider than the network.
  const float used = std::min(picture->layout.right, place.width);
  const ImVec2 corner{origin.x + std::floor((place.width - used) * 0.5F), origin.y};
  Painter(style, corner).draw(*picture);
  answer_pointer(frame, scene, *model, picture->layout, corner,
                 {std::max(used, 1.0F), std::max(picture->layout.bottom, 1.0F)});
  ImGui::SetCursorScreenPos({origin.x, origin.y + place.height + 1.0F});
  widgets::sentence(style, model->sentence);
}

}  // namespace lanescope::ui::panels::network
