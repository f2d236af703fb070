#include "ui/widgets/cycle_figure.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "sim/base/hash.hpp"
#include "ui/session/cycles.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets {
namespace {

namespace cycles = figures::cycles;
using Pattern = figures::ReasonLook::Pattern;

constexpr float kNarrow = 4.0F;  // pixels: no room for an outline beside the fill

// Lines from the lower left to the upper right, cut at the box.
void draw_stripes(ImDrawList& list, const style::Style& style, const cycles::Box& box, ImVec2 min,
                  ImVec2 max) {
  const float step = 6.0F * style.scale, high = max.y - min.y;
  for (float x = min.x - high + step; x < max.x; x += step) {
    const float from = std::max(x, min.x), to = std::min(x + high, max.x);
    if (to > from)
      list.AddLine({from, max.y - (from - x)}, {to, max.y - (to - x)}, style.on(box.role, 0.8F),
                   style.scale);
  }
}

void draw_dots(ImDrawList& list, const style::Style& style, const cycles::Box& box, ImVec2 min,
               ImVec2 max) {
  const float step = 6.0F * style.scale;
  for (float x = min.x + step / 2; x < max.x - style.scale; x += step)
    list.AddCircleFilled({x, (min.y + max.y) / 2}, 1.3F * style.scale, style.on(box.role), 6);
}

void draw_box(ImDrawList& list, const style::Style& style, const cycles::Box& box, ImVec2 origin) {
  const ImVec2 min{origin.x + box.left, origin.y + box.top};
  const ImVec2 max{origin.x + box.right, origin.y + box.bottom};
  const bool wide = max.x - min.x > kNarrow * style.scale;
  const float rounding = box.strong && wide ? std::min(2.0F * style.scale, (max.y - min.y) / 3) : 0;
  const std::uint32_t fill = style.pack(box.role), outline = style.outline(box.role);
  list.AddRectFilled(min, max, box.strong && !wide ? outline : fill, rounding);
  if (!wide) return;
  if (box.pattern == Pattern::Striped) draw_stripes(list, style, box, min, max);
  if (box.pattern == Pattern::Dotted) draw_dots(list, style, box, min, max);
  if (box.strong && outline != fill) list.AddRect(min, max, outline, rounding);
}

double pointed_at(const CycleSteering::Shown& shown) {
  return shown.plot.cycle_at(ImGui::GetIO().MousePos.x - shown.origin.x);
}

}  // namespace

cycles::Room cycle_room(const style::Style& style, float width, float height) {
  return {width, height, style.text_size, style.small_size, style.scale};
}

std::uint64_t cycle_key(const session::Session& session, const cycles::Room& room,
                        const void* made_of) {
  const cycles::Window window = cycles::shown_window(session);
  std::uint64_t key = 0;
  const auto add = [&key](auto value) { key = mix(key ^ static_cast<std::uint64_t>(value)); };
  add(window.first);
  add(window.last);
  add(session::shown_cycle(session));
  for (const float one : {room.width, room.height, room.text, room.scale})
    add(std::bit_cast<std::uint32_t>(one));
  add(std::bit_cast<std::uintptr_t>(made_of));
  return key;
}

void draw_cycle_picture(const style::Style& style, const cycles::Picture& picture, ImVec2 origin) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // Soft edges of narrow boxes can't be seen, and cost three times their corners.
  const ImDrawFlags soft = list.Flags;
  list.Flags &= ~ImDrawFlags_AAFill;
  for (const cycles::Box& box : picture.boxes) draw_box(list, style, box, origin);
  list.Flags = soft;
  for (const cycles::Label& label : picture.labels) {
    TextLook look = small_text(style);
    look.colour = label.on_role ? style.on(label.role) : style.ink(label.role);
    draw_text_in(list, style, look, {origin.x + label.left, origin.y + label.top},
                 {origin.x + label.right, origin.y + label.bottom}, label.text, label.align);
  }
}

void CycleSteering::zoom(commands::CommandQueue& commands, const Shown& shown) const {
  const float wheel = ImGui::GetIO().MouseWheel;
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) commands.post("cycles");
  if (wheel == 0.0F) return;
  const double factor = std::pow(0.8, static_cast<double>(wheel));
  commands.post(cycles::window_command(
      cycles::zoomed(shown.plot.window, shown.cycles, pointed_at(shown), factor), shown.cycles));
}

// By all that the mouse has moved, since a cycle may be wider than what it moves in a frame.
void CycleSteering::drag(commands::CommandQueue& commands, const Shown& shown) {
  const float mouse = ImGui::GetIO().MousePos.x;
  if (ImGui::IsItemActivated()) {
    dragged_ = false;
    grasped_ = shown.plot.window;
    grasped_at_ = mouse;
  }
  if (!ImGui::IsItemActive() || !ImGui::IsMouseDragging(ImGuiMouseButton_Left)) return;
  dragged_ = true;
  const float width = std::max(shown.plot.right - shown.plot.left, 1.0F);
  const auto by = std::llround(static_cast<double>((grasped_at_ - mouse) / width) *
                               static_cast<double>(grasped_.span()));
  const cycles::Window next = cycles::moved(grasped_, shown.cycles, by);
  if (next != shown.plot.window) commands.post(cycles::window_command(next, shown.cycles));
}

void CycleSteering::follow(commands::CommandQueue& commands, const Shown& shown) {
  if (followed_ == shown.moment) return;
  const bool is_first = !followed_.has_value();
  followed_ = shown.moment;
  const cycles::Window window = shown.plot.window;
  if (is_first || window.holds(shown.moment) || window.span() >= shown.cycles) return;
  const std::int64_t by = shown.moment - (window.first + window.span() / 2);
  commands.post(cycles::window_command(cycles::moved(window, shown.cycles, by), shown.cycles));
}

bool CycleSteering::steer(commands::CommandQueue& commands, const Shown& shown) {
  const cycles::Plot& plot = shown.plot;
  ImGui::SetCursorScreenPos({shown.origin.x + plot.left, shown.origin.y + plot.top});
  const bool released = ImGui::InvisibleButton(
      "###plot", {std::max(plot.right - plot.left, 1.0F), std::max(plot.bottom - plot.top, 1.0F)});
  const bool hovered = ImGui::IsItemHovered();
  if (hovered && shown.has_window) {
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    zoom(commands, shown);
  }
  if (shown.has_window) {
    drag(commands, shown);
    follow(commands, shown);
  }
  if (released && !dragged_)
    commands.post(fmt::format(
        "cycle at={}", std::max<std::int64_t>(0, static_cast<std::int64_t>(pointed_at(shown)))));
  return hovered && !dragged_;
}

}  // namespace lanescope::ui::widgets
