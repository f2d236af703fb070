#include "ui/panels/grid/grid.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "sim/base/hash.hpp"
#include "ui/teaching/hidden_answer.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::grid {
namespace {

using figures::threads::ThreadBox;
using figures::threads::ThreadGrid;
using figures::threads::ThreadLabel;
using figures::threads::ThreadPicture;
using figures::threads::ThreadRef;
using figures::threads::ThreadRoom;
using figures::threads::ThreadView;

std::uint64_t key_of(const ThreadRoom& room, const ThreadRef& shown, bool kept_back) {
  std::uint64_t key = mix(shown.block * 2 + (kept_back ? 1 : 0)) ^ mix(shown.thread + 1);
  for (const float part : {room.width, room.height, room.text, room.scale})
    key = mix(key ^ std::bit_cast<std::uint32_t>(part));
  return key;
}

void paint(const style::Style& style, const ThreadPicture& picture, ImVec2 origin) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const ThreadBox& box : picture.boxes) {
    const ImVec2 min{origin.x + box.x, origin.y + box.y};
    list.AddRectFilled(min, {min.x + box.width, min.y + box.height}, style.pack(box.role, box.fill),
                       std::min(2.0F * style.scale, box.width * 0.2F));
  }
  for (const ThreadLabel& label : picture.labels) {
    widgets::TextLook look = label.number ? widgets::small_mono(style) : widgets::small_text(style);
    look.colour = label.ground ? style.on(*label.ground) : style.ink(label.ink);
    const ImVec2 min{origin.x + label.x, origin.y + label.y};
    widgets::draw_text_in(list, style, look, min, {min.x + label.width, min.y + label.height},
                          label.text, label.align);
  }
}

std::string selection(const Frame& frame, const ThreadGrid& grid, const ThreadRef& thread) {
  std::string words = "select";
  // A block that is shown already is not gone to again.
  if (frame.session.state().cursor.selection.block.value != thread.block)
    words += fmt::format(" block={}", thread.block);
  return words + fmt::format(" warp={} lane={}", thread.thread / grid.warp_size,
                             thread.thread % grid.warp_size);
}

}  // namespace

std::string_view GridPanel::help() const {
  return tr(
      "The launch as it is written: the blocks of the grid and the threads of each block, in their "
      "shapes. Threads of one warp have one shade; warps take turns, and the shown one is bright. "
      "A block that is a row stands a warp a line; layers of a block stand beside each other. "
      "Below, the variables of the source that follow from a thread's place, with the numbers of "
      "the thread under the pointer, or else of the selected one. A click selects the thread. Of "
      "large grids the blocks around the selected one are drawn.");
}

const figures::threads::ThreadFormulas& GridPanel::formulas(const session::Session& session) {
  const std::uint64_t key = mix(session.run()->id) ^ session.state().cursor.selection.launch;
  if (!formulas_ || key != formulas_key_) {
    formulas_.emplace(session);
    formulas_key_ = key;
  }
  return *formulas_;
}

std::string GridPanel::subtitle(const Frame& frame) {
  return figures::threads::thread_grid(frame.session) ? tr("threads by warp") : "";
}

std::string GridPanel::note(const Frame& frame) {
  const auto grid = figures::threads::thread_grid(frame.session);
  if (!grid) return {};
  return figures::threads::launch_words(*grid) + " · " + figures::threads::count_words(*grid);
}

std::string GridPanel::brief_note(const Frame& frame) {
  const auto grid = figures::threads::thread_grid(frame.session);
  return grid ? figures::threads::launch_words(*grid) : std::string();
}

void GridPanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  const session::Session& session = frame.session;
  const auto grid = figures::threads::thread_grid(session);
  if (!grid) {
    widgets::empty_state(style, tr("Run a kernel to see its threads."));
    return;
  }
  const bool kept_back = teaching::HiddenAnswer(session).elements();
  if (pointed_ && (pointed_->block >= grid->grid.count() || pointed_->thread >= grid->threads()))
    pointed_.reset();
  const ThreadRef selected = figures::threads::shown_thread(session, *grid);
  const ThreadRef shown = pointed_.value_or(selected);
  const ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
  const std::string words =
      kept_back ? std::string(tr(teaching::kHiddenAnswerWords))
                : figures::threads::warp_words(*grid, shown.thread / grid->warp_size);
  const float below = widgets::sentence_height(style, words + " " + words, room.x);
  const ThreadRoom place{
      std::max(std::floor(room.x) - 1.0F, 1.0F),
      std::floor(std::max(room.y - below, style.text_size * 6.0F)) - 1.0F, style.small_size,
      style.scale, widgets::measure(style, widgets::small_mono(style), "0").x / style.small_size};
  // The blocks stay where they are while the pointer goes over them.
  const auto& picture = picture_.get(session, key_of(place, shown, kept_back), [&] {
    ThreadView view{*grid, shown, selected.block, formulas(session).of(session, *grid, shown), {}};
    if (kept_back) view.kept_back = words;
    return figures::threads::thread_picture(view, place);
  });
  if (!picture) return;
  paint(style, *picture, origin);
  const bool clicked = ImGui::InvisibleButton("###figure", {place.width, place.height});
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  pointed_ = ImGui::IsItemHovered()
                 ? figures::threads::thread_at(*grid, picture->layout, mouse.x - origin.x,
                                               mouse.y - origin.y)
                 : std::nullopt;
  if (pointed_) {
    widgets::tooltip(style, figures::threads::thread_words(*grid, *pointed_, !kept_back));
    if (clicked) frame.commands.post(selection(frame, *grid, *pointed_));
  }
  ImGui::SetCursorScreenPos({origin.x, origin.y + place.height + 1.0F});
  widgets::sentence(style, picture->sentence);
}

}  // namespace lanescope::ui::panels::grid
