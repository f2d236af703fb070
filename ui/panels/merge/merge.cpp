#include "ui/panels/merge/merge.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "sim/base/hash.hpp"
#include "ui/panels/merge/merge_figure.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/widgets/cell_menu.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::merge {
namespace {

using figures::structures::MergeModel;
using figures::structures::MergeScene;
using figures::structures::MergeUnder;

view::ElementRef element_of(const MergeScene& scene, const MergeUnder& under) {
  if (under.place) return {scene.out.name, *under.place};
  const bool a = under.element->side == figures::structures::MergeSide::A;
  return {a ? scene.a.name : scene.b.name, under.element->index};
}

// A step of the path selects its place of the result, and the thread that writes it.
std::string selection(const Frame& frame, const MergeScene& scene, const MergeUnder& under) {
  const view::ElementRef element = element_of(scene, under);
  std::string words =
      fmt::format("select array={} index={}", session::quote(element.array), element.index);
  if (!under.place) return words;
  const auto* const write = scene.last_writer(*under.place);
  if (write == nullptr) return words;
  // A block that is shown already is not gone to again.
  if (frame.session.state().cursor.selection.block.value != write->thread.block)
    words += fmt::format(" block={}", write->thread.block);
  return words + fmt::format(" warp={} lane={}", write->thread.warp, write->thread.lane);
}

void answer_pointer(Frame& frame, const MergeScene& scene, const MergeModel& model,
                    const figures::structures::MergeLayout& layout, ImVec2 origin, ImVec2 size) {
  ImGui::SetCursorScreenPos(origin);
  const bool clicked = ImGui::InvisibleButton("###figure", size);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto under = ImGui::IsItemHovered()
                         ? figures::structures::merge_under(
                               scene, model, layout, {mouse.x - origin.x, mouse.y - origin.y})
                         : std::nullopt;
  widgets::element_menu(frame.style, frame.commands,
                        under ? std::optional(element_of(scene, *under)) : std::nullopt);
  if (!under) return;
  widgets::tooltip(frame.style,
                   under->place
                       ? figures::structures::merge_place_words(scene, model, *under->place)
                       : figures::structures::merge_element_words(scene, *under->element));
  if (clicked) frame.commands.post(selection(frame, scene, *under));
}

std::uint64_t room_key(const figures::structures::MergeRoom& room, bool rest) {
  std::uint64_t key = rest ? 1 : 0;
  for (const float part : {room.width, room.height, room.text, room.scale})
    key = mix(key ^ std::bit_cast<std::uint32_t>(part));
  return key;
}

}  // namespace

std::string_view MergePanel::help() const {
  return tr(
      "Two sorted arrays, one above the grid and one at its left, and the path that their stable "
      "merge takes from corner to corner. Each step makes one element of the result: down takes "
      "it from the left, to the right from above. What is written by now is coloured by the "
      "thread, warp or block that wrote it; the rest is faint, known from the arrays alone, and "
      "hidden while a question asks for it. Dashed diagonals join the points that lie equally "
      "many steps from the corner; they stand where a piece begins. Green: what the lanes read, "
      "and the cells where they look. Where a kernel writes co-ranks, each is a dot. A click on a "
      "step selects its element and the thread that writes it.");
}

const Result<MergeScene>& MergePanel::scene(const session::Session& session) {
  const std::uint64_t key = figures::structures::merge_scene_key(session);
  if (!scene_ || key != scene_key_) {
    scene_.emplace(figures::structures::merge_scene(session));
    scene_key_ = key;
  }
  return *scene_;
}

std::string MergePanel::subtitle(const Frame& frame) {
  const Result<MergeScene>& now = scene(frame.session);
  return now ? figures::structures::merge_unit_words(*now) : std::string();
}

std::string MergePanel::note(const Frame& frame) {
  const Result<MergeScene>& now = scene(frame.session);
  return now ? figures::structures::merge_size_words(*now) : std::string();
}

void MergePanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  const Result<MergeScene>& now = scene(frame.session);
  if (!now) {
    widgets::empty_state(style, now.error().message);
    return;
  }
  const bool rest = !teaching::HiddenAnswer(frame.session).elements_of(now->out.name);
  const auto& model = model_.get(frame.session, rest ? 1 : 0, [&] {
    return figures::structures::merge_model(frame.session, *now, rest);
  });
  if (!model) return;
  const ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
  const float words = widgets::sentence_height(style, model->sentence, room.x);
  const figures::structures::MergeRoom place{
      std::floor(room.x) - 1.0F,
      std::floor(std::max(room.y - words, style.text_size * 6.0F)) - 1.0F, style.small_size,
      style.scale};
  const auto& picture = picture_.get(frame.session, room_key(place, rest), [&] {
    return figures::structures::merge_picture(*now, *model, place);
  });
  if (!picture) return;
  // In the middle of what is wider than the grid.
  const float used = picture->layout.right() + picture->layout.lane * 2.6F;
  const ImVec2 corner{origin.x + std::floor(std::max(place.width - used, 0.0F) * 0.5F), origin.y};
  draw_merge_figure(style, *picture, corner);
  answer_pointer(frame, *now, *model, picture->layout, corner,
                 {std::max(std::min(used, place.width), 1.0F),
                  std::max(picture->layout.bottom() + 1.0F, 1.0F)});
  ImGui::SetCursorScreenPos({origin.x, origin.y + place.height + 1.0F});
  widgets::sentence(style, model->sentence);
}

}  // namespace lanescope::ui::panels::merge
