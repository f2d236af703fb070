#include "ui/panels/program/strip_figure.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/panels/program/legend.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::program {
namespace {

using figures::program::BoxKind;
using figures::program::HostStrip;
using figures::program::StripBox;

struct Sizes {
  float names, unit, row, box;
};

float inset_of(const style::Style& style) { return style.gap * 0.4F; }
float gap_of(const style::Style& style) { return 2.0F * style.scale; }

// As wide as the panel where the boxes then can be read, else to be scrolled: none is without its
// brief label.
Sizes sizes_of(const Frame& frame, const HostStrip& strip, float width) {
  const style::Style& style = frame.style;
  Sizes sizes{};
  for (const std::string& name : strip.rows)
    sizes.names = std::max(sizes.names,
                           widgets::measure(style, widgets::small_text(style), name).x + style.gap);
  sizes.box = style.text_size * 1.5F;
  sizes.row = style.text_size * 1.9F;
  if (strip.in_time) {
    const auto zoom = static_cast<float>(frame.session.state().tools.host_timeline.zoom);
    sizes.unit = std::max(1.0F, width - sizes.names - style.gap) * zoom / strip.length;
    return sizes;
  }
  const float most = style.text_size * 7.0F;
  float least = style.text_size * 2.2F;
  for (const StripBox& box : strip.boxes) {
    const float width_of_brief = widgets::measure(style, widgets::small_text(style), box.brief).x;
    least =
        std::max(least, (width_of_brief + 2 * inset_of(style) + gap_of(style) + 1.0F) / box.length);
  }
  least = std::min(least, most);
  sizes.unit = std::clamp((width - sizes.names) / std::max(strip.length, 1.0F), least, most);
  return sizes;
}

bool is_shown(const session::Session& session, const StripBox& box) {
  return session.shows_launch() && box.kind == BoxKind::Launch &&
         box.launch == session.state().program.launch;
}

void draw_box(Frame& frame, const StripBox& box, ImVec2 min, ImVec2 max) {
  const style::Style& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const style::Role role = figures::program::role_of(box);
  list.AddRectFilled(min, max, style.pack(role), style.rounding * 0.5F);
  const bool chosen = box.row == 0 && box.call && frame.session.state().program.call == box.call;
  if (is_shown(frame.session, box) || chosen)
    list.AddRect(min, max, style.outline(style::Role::Selected), style.rounding * 0.5F,
                 2.0F * style.scale);
  widgets::TextLook look = widgets::small_text(style);
  look.colour = style.on(role);
  const float inset = inset_of(style);
  const bool is_whole = widgets::measure(style, look, box.label).x <= max.x - min.x - 2 * inset;
  widgets::draw_text_in(list, style, look, {min.x + inset, min.y}, {max.x - inset, max.y},
                        is_whole ? box.label : box.brief);
}

void answer(Frame& frame, const StripBox& box, std::size_t index, ImVec2 min, ImVec2 max) {
  ImGui::SetCursorScreenPos(min);
  ImGui::PushID(static_cast<int>(index));
  const bool clicked =
      ImGui::InvisibleButton("###box", {std::max(1.0F, max.x - min.x), max.y - min.y});
  ImGui::PopID();
  if (ImGui::IsItemHovered()) {
    ImGui::GetWindowDrawList()->AddRect(min, max, frame.style.outline(style::Role::Accent),
                                        frame.style.rounding * 0.5F);
    widgets::tooltip(frame.style, box.words);
  }
  if (!clicked) return;
  if (box.kind == BoxKind::Launch && box.launch)
    frame.commands.post(fmt::format("launch index={}", *box.launch));
  else if (box.call)
    frame.commands.post(fmt::format("call index={}", *box.call));
}

// What is narrower than a pixel is drawn once a pixel and row.
bool is_folded(std::vector<float>& drawn_to, const StripBox& box, float left, float right) {
  float& to = drawn_to[box.row];
  if (right <= to) return true;
  to = std::max(right, left + 1.0F);
  return false;
}

void zoom_by_wheel(Frame& frame) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!ImGui::IsWindowHovered() || !io.KeyCtrl || io.MouseWheel == 0.0F) return;
  frame.commands.post(io.MouseWheel > 0.0F ? "host-timeline zoom=in" : "host-timeline zoom=out");
}

void draw_boxes(Frame& frame, const HostStrip& strip, const Sizes& sizes) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float gap = strip.in_time ? 0.0F : gap_of(frame.style);
  std::vector<float> drawn_to(strip.rows.size(), -1.0F);
  const float left = (ImGui::GetScrollX()) / sizes.unit;
  const float right = left + ImGui::GetWindowWidth() / sizes.unit;
  for (std::size_t i = 0; i < strip.boxes.size(); ++i) {
    const StripBox& box = strip.boxes[i];
    if (box.begin > right) break;
    if (box.begin + box.length < left) continue;
    const ImVec2 min{origin.x + box.begin * sizes.unit,
                     origin.y + static_cast<float>(box.row) * sizes.row};
    const ImVec2 max{std::max(min.x + 1.0F, min.x + box.length * sizes.unit - gap),
                     min.y + sizes.box};
    if (strip.in_time && is_folded(drawn_to, box, min.x, max.x)) continue;
    draw_box(frame, box, min, max);
    answer(frame, box, i, min, max);
  }
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy({strip.length * sizes.unit, sizes.row * static_cast<float>(strip.rows.size())});
}

}  // namespace

void draw_strip(Frame& frame, const HostStrip& strip, const char* id) {
  const style::Style& style = frame.style;
  const Sizes sizes = sizes_of(frame, strip, ImGui::GetContentRegionAvail().x);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t row = 0; row < strip.rows.size(); ++row) {
    const float top = origin.y + static_cast<float>(row) * sizes.row;
    widgets::draw_text_in(list, style, widgets::small_text(style), {origin.x, top},
                          {origin.x + sizes.names, top + sizes.box}, strip.rows[row], 0.0F);
  }
  ImGui::SetCursorScreenPos({origin.x + sizes.names, origin.y});
  const bool scrolls = strip.length * sizes.unit > ImGui::GetContentRegionAvail().x + 1.0F;
  const float height = sizes.row * static_cast<float>(strip.rows.size()) +
                       (scrolls ? ImGui::GetStyle().ScrollbarSize : 0.0F);
  ImGui::BeginChild(id, {0, height}, ImGuiChildFlags_None, ImGuiWindowFlags_HorizontalScrollbar);
  if (strip.in_time) zoom_by_wheel(frame);
  draw_boxes(frame, strip, sizes);
  ImGui::EndChild();
  draw_legend(style, figures::program::legend_of(strip),
              strip.in_time ? std::string() : figures::program::strip_note());
}

}  // namespace lanescope::ui::panels::program
