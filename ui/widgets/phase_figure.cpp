#include "ui/widgets/phase_figure.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <vector>

#include <imgui.h>
#include <imgui_internal.h>

#include "ui/widgets/cells.hpp"
#include "ui/widgets/scroll_edges.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets {
namespace {

constexpr float kMostAtFirst = 64.0F;  // columns of a picture that nobody has zoomed
constexpr float kFewest = 8.0F;
constexpr float kArcEnds = 48.0F;  // places along a row where arcs of a crowded line may end

struct Grid {
  ImVec2 origin;  // of the first column in view
  float label = 0.0F, cell = 0.0F, height = 0.0F, pitch = 0.0F, width = 0.0F;
  PhaseView view;
  std::size_t current = 0;
  [[nodiscard]] float x(float column) const { return origin.x + (column - view.first) * cell; }
  [[nodiscard]] float y(std::size_t line) const {
    return origin.y + static_cast<float>(line) * pitch;
  }
  [[nodiscard]] bool shows(std::uint32_t column) const {
    const auto at = static_cast<float>(column);
    return at + 1.0F > view.first && at < view.first + view.count;
  }
};

PhaseView settled(const style::Style& style, const figures::PhasePicture& picture, PhaseView view,
                  float width) {
  const float all = static_cast<float>(std::max(picture.columns, 1U));
  const float telling = width / (9.0F * style.scale);
  if (view.count <= 0.0F) {
    view.first = 0.0F;
    view.count = std::min({all, kMostAtFirst, std::max(std::floor(telling), kFewest)});
  }
  view.count = std::clamp(view.count, std::min(kFewest, all), all);
  view.first = std::clamp(view.first, 0.0F, all - view.count);
  return view;
}

Grid grid_of(const style::Style& style, const figures::PhasePicture& picture, float available,
             PhaseView view) {
  Grid grid;
  const float width = ImGui::GetContentRegionAvail().x;
  TextLook label = small_text(style);
  label.face = Face::Bold;
  float labels = 0.0F;
  for (const auto& line : picture.lines)
    labels = std::max(labels, measure(style, label, line.label).x);
  grid.label = width > style.text_size * 17 ? labels + style.gap * 1.5F : 0.0F;
  grid.width = width - grid.label;
  grid.view = settled(style, picture, view, grid.width);
  grid.cell = std::min(grid.width / grid.view.count, style.text_size * 3.0F);
  grid.height = std::clamp(grid.cell, style.text_size * 0.75F, style.text_size * 1.3F);
  const auto lines = static_cast<float>(std::max<std::size_t>(picture.lines.size(), 2));
  grid.pitch = std::clamp((available - grid.height) / (lines - 1.0F), grid.height * 1.7F,
                          style.text_size * 4.0F);
  grid.origin = {ImGui::GetCursorScreenPos().x + grid.label, ImGui::GetCursorScreenPos().y};
  return grid;
}

struct ArcLook {
  std::uint32_t colour = 0;
  float thickness = 1.0F;
};
// Done in this row: accent; done before: grey; still to come: faint.
ArcLook look_of(const style::Style& style, const figures::PhaseArc& arc, bool now, Tick tick) {
  const bool done = arc.write < tick;
  if (now && done) return {style.outline(style::Role::Accent), 1.75F * style.scale};
  if (now) return {style.pack(style::Role::TextSecondary, 0.55F), 1.0F * style.scale};
  return {style.pack(style::Role::TextSecondary, done ? 0.6F : 0.22F), 1.0F * style.scale};
}

// Where more arcs lead to a line than can be told apart, those with the same look whose ends lie
// in the same places along both rows are one.
class ArcFold {
 public:
  ArcFold(const style::Style& style, const Grid& grid, const figures::PhaseLine& line)
      : grid_(grid),
        place_(line.arcs.size() > figures::kMostPhaseArcs
                   ? std::max(3.0F * style.scale, grid.width / kArcEnds)
                   : 0.0F) {}

  // Whether one was drawn already that this one would cover.
  [[nodiscard]] bool drawn(const figures::PhaseArc& arc, bool done) {
    if (place_ <= 0.0F) return false;
    const auto from =
        !grid_.shows(arc.from) ? (arc.from > arc.to ? kRight : kLeft) : place(arc.from);
    return !drawn_.emplace(from, place(arc.to), done).second;
  }

 private:
  static constexpr int kLeft = -1, kRight = 1 << 20;  // ends outside the view
  [[nodiscard]] int place(std::uint32_t column) const {
    return static_cast<int>((static_cast<float>(column) - grid_.view.first) * grid_.cell / place_);
  }
  const Grid& grid_;
  float place_;
  std::set<std::tuple<int, int, bool>> drawn_;
};

void draw_arcs(const style::Style& style, const figures::PhasePicture& picture, const Grid& grid,
               std::size_t line, Tick tick) {
  if (line == 0) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float top = grid.y(line - 1) + grid.height;
  const float bottom = grid.y(line);
  const float bend = (bottom - top) * 0.6F;
  ArcFold fold(style, grid, picture.lines[line]);
  for (const figures::PhaseArc& arc : picture.lines[line].arcs) {
    if (!grid.shows(arc.to) || fold.drawn(arc, arc.write < tick)) continue;
    const ArcLook look = look_of(style, arc, line == grid.current, tick);
    const ImVec2 from{grid.x(static_cast<float>(arc.from) + 0.5F), top};
    const ImVec2 to{grid.x(static_cast<float>(arc.to) + 0.5F), bottom};
    if (!grid.shows(arc.from)) {
      // From outside the view: a stub that points there.
      const float side = arc.from > arc.to ? 1.0F : -1.0F;
      const float reach = std::min(grid.cell, bottom - top) * 0.8F;
      list.AddLine({to.x + side * reach, to.y - reach}, to, look.colour, look.thickness);
    } else if (arc.from == arc.to) {
      list.AddLine(from, to, look.colour, look.thickness);
    } else {
      list.AddBezierCubic(from, {from.x, from.y + bend}, {to.x, to.y - bend}, to, look.colour,
                          look.thickness);
    }
  }
}

CellLook look_of(const figures::PhaseLine& line, const figures::PhaseCell& cell, bool future) {
  const bool only_read = line.arcs.empty() && cell.read && !cell.written;
  if (!cell.written && !only_read) return {style::Role::Inactive, CellShape::Faint, false};
  const style::Role role = cell.computed ? style::Role::Store : style::Role::Load;
  return {role, future || only_read ? CellShape::Outlined : CellShape::Filled, false};
}

void draw_label(const style::Style& style, const figures::PhaseLine& line, const Grid& grid,
                std::size_t index) {
  if (grid.label <= 0.0F) return;
  TextLook look = small_text(style);
  if (index == grid.current) {
    look.face = Face::Bold;
    look.colour = style.ink(style::Role::Accent);
  }
  const float top = grid.y(index);
  draw_text_in(*ImGui::GetWindowDrawList(), style, look,
               {grid.origin.x - grid.label, top - style.gap},
               {grid.origin.x - style.gap * 0.5F, top + grid.height + style.gap}, line.label, 0.0F);
}

// The columns of a row that get their values later than `tick`.
std::vector<bool> future_of(const figures::PhaseLine& line, bool now, Tick tick) {
  if (!now) return std::vector<bool>(line.cells.size(), line.first >= tick && !line.begins);
  std::vector<bool> future(line.cells.size(), false);
  for (const figures::PhaseArc& arc : line.arcs)
    if (arc.write >= tick) future[arc.to] = true;
  return future;
}

// The whole value where it can be read, else its beginning; the tooltip has it all.
std::string_view fitting(const style::Style& style, const figures::PhaseCell& cell, float width) {
  const bool whole = measure(style, small_mono(style), cell.value).x <= width - 2.0F;
  return whole ? cell.value : cell.brief;
}

void draw_line(const style::Style& style, const figures::PhasePicture& picture, const Grid& grid,
               std::size_t index, Tick tick) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const figures::PhaseLine& line = picture.lines[index];
  const float top = grid.y(index);
  draw_label(style, line, grid, index);
  const auto first = static_cast<std::uint32_t>(grid.view.first);
  const auto last = std::min(
      picture.columns, static_cast<std::uint32_t>(std::ceil(grid.view.first + grid.view.count)));
  const bool tiny = grid.cell < 4.0F;
  const float inset = tiny ? 0.0F : grid.cell > 8.0F ? 1.0F : 0.5F;
  if (tiny)
    list.AddRectFilled({grid.x(static_cast<float>(first)), top},
                       {grid.x(static_cast<float>(last)), top + grid.height},
                       style.pack(style::Role::Inactive));
  const std::vector<bool> later = future_of(line, index == grid.current && tick > line.first, tick);
  const bool valued = grid.cell > style.small_size * 1.4F;  // three figures can be read
  for (std::uint32_t column = first; column < last; ++column) {
    const figures::PhaseCell& cell = line.cells[column];
    if (tiny && !cell.written) continue;
    const bool future = later[column];
    const float left = grid.x(static_cast<float>(column));
    draw_cell(list, style, {left + inset, top},
              {left + std::max(grid.cell - inset, 1.0F), top + grid.height},
              look_of(line, cell, future),
              future || !valued ? std::string_view() : fitting(style, cell, grid.cell - inset * 2));
  }
}

void steer(const figures::PhasePicture& picture, const Grid& grid, bool scrolls, PhaseView& view) {
  const ImGuiIO& io = ImGui::GetIO();
  const float all = static_cast<float>(picture.columns);
  if (ImGui::IsItemHovered() && (!scrolls || io.KeyCtrl)) {
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    if (io.MouseWheel != 0.0F && grid.cell > 0.0F) {
      const float anchor = grid.view.first + (io.MousePos.x - grid.origin.x) / grid.cell;
      const float count =
          std::clamp(grid.view.count * std::pow(0.8F, io.MouseWheel), std::min(kFewest, all), all);
      const float share = (anchor - grid.view.first) / grid.view.count;
      view.first = anchor - share * count;
      view.count = count;
    }
  }
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left) && grid.cell > 0.0F) {
    view.first = grid.view.first - io.MouseDelta.x / grid.cell;
    view.count = grid.view.count;
  }
}

// A picture higher than the panel shows the present row, once it is another one.
void follow(const Grid& grid, std::size_t lines, PhaseView& view) {
  if (grid.current == view.followed || grid.current >= lines) return;
  view.followed = grid.current;
  ImGui::SetScrollFromPosY(grid.y(grid.current) - ImGui::GetWindowPos().y, 0.5F);
}

}  // namespace

PhaseHit draw_phase_figure(const style::Style& style, const figures::PhasePicture& picture,
                           const figures::PhaseMoment& moment, float available_height,
                           PhaseView& view) {
  const Tick tick = moment.tick;
  PhaseHit hit;
  if (picture.lines.empty()) return hit;
  Grid grid = grid_of(style, picture, available_height, view);
  grid.current = moment.line;
  const ImVec2 from = grid.origin;
  const float height = grid.y(picture.lines.size() - 1) + grid.height - from.y;
  const float width = std::min(grid.width, grid.cell * grid.view.count);
  ImGui::PushClipRect({from.x - grid.label, from.y - style.gap},
                      {from.x + width + 1.0F, from.y + height + style.gap}, true);
  for (std::size_t line = 0; line < picture.lines.size(); ++line)
    if (line != grid.current) draw_arcs(style, picture, grid, line, tick);
  if (grid.current < picture.lines.size()) draw_arcs(style, picture, grid, grid.current, tick);
  ImGui::PopClipRect();
  for (std::size_t line = 0; line < picture.lines.size(); ++line)
    if (row_is_whole(*ImGui::GetWindowDrawList(), grid.y(line), grid.y(line) + grid.height))
      draw_line(style, picture, grid, line, tick);

  hit.clicked = ImGui::InvisibleButton("###figure", {grid.label + width, std::max(height, 1.0F)});
  hit.clicked &= ImGui::GetMouseDragDelta(ImGuiMouseButton_Left).x == 0.0F;
  const bool scrolls = height > available_height + 1.0F;
  steer(picture, grid, scrolls, view);
  if (scrolls) follow(grid, picture.lines.size(), view);
  if (!ImGui::IsItemHovered()) return hit;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float column = grid.view.first + (mouse.x - from.x) / grid.cell;
  const float line = (mouse.y - from.y) / grid.pitch;
  if (mouse.x < from.x || column < 0.0F || line < 0.0F) return hit;
  hit.line = static_cast<std::size_t>(line);
  hit.column = static_cast<std::uint32_t>(column);
  hit.any = hit.line < picture.lines.size() && hit.column < picture.columns &&
            mouse.y < grid.y(hit.line) + grid.height + style.gap;
  return hit;
}

}  // namespace lanescope::ui::widgets
