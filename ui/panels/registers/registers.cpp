#include "ui/panels/registers/registers.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/panels/registers/registers_watch.hpp"
#include "ui/view/numbers.hpp"
#include "ui/widgets/cell_menu.hpp"
#include "ui/widgets/cells.hpp"
#include "ui/widgets/scroll_edges.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::registers {
namespace {

using Grid = LaneColumns;  // lanes shown: those that fit, scrolled with the selection

Grid grid_of(const Frame& frame, const RegistersModel& model, float width) {
  const style::Style& style = frame.style;
  Grid grid;
  grid.name = std::max(widgets::measure(style, widgets::mono(style), "%rd00").x,
                       widgets::measure(style, widgets::mono(style), "%f000").x) +
              style.gap;
  const float least = widgets::measure(style, widgets::small_mono(style), "000000").x + 2;
  const auto fit = static_cast<int>((width - grid.name) / least);
  grid.lanes = std::clamp(fit, 1, model.lanes);
  grid.cell = (width - 1.0F - grid.name) / static_cast<float>(grid.lanes);
  grid.height = style.text_size * 1.5F;
  const auto lane = static_cast<int>(frame.session.state().cursor.selection.lane.value_or(0));
  grid.first = std::clamp(lane - grid.lanes / 2, 0, model.lanes - grid.lanes);
  return grid;
}

// All lanes in as many bands below each other as they need, if the height holds them; else one.
std::vector<Grid> bands_of(const style::Style& style, const Grid& grid, const RegistersModel& model,
                           float width, float height) {
  if (grid.lanes >= model.lanes) return {grid};
  const int count = (model.lanes + grid.lanes - 1) / grid.lanes;
  const float rows = static_cast<float>(model.rows.size() + 1 + 2 * model.watches.size());
  const float below = widgets::sentence_height(style, model.sentence, width) +
                      ImGui::GetFrameHeight() + style.gap * 2.0F;
  // Rows may be a little lower there.
  const float row = ((height - below) / static_cast<float>(count) - style.gap) / rows;
  if (row < style.text_size * 1.3F) return {grid};
  const int lanes = (model.lanes + count - 1) / count;
  std::vector<Grid> bands;
  for (int first = 0; first < model.lanes; first += lanes) {
    Grid band = grid;
    band.first = first;
    band.height = std::min(grid.height, row);
    band.lanes = std::min(lanes, model.lanes - first);
    band.cell = (width - 1.0F - grid.name) / static_cast<float>(lanes);
    bands.push_back(band);
  }
  return bands;
}

void draw_lane_numbers(const style::Style& style, const Grid& grid) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (int i = 0; i < grid.lanes; ++i) {
    const float left = origin.x + grid.name + static_cast<float>(i) * grid.cell;
    widgets::draw_text_in(list, style, widgets::small_mono(style), {left, origin.y},
                          {left + grid.cell, origin.y + grid.height},
                          fmt::format("{}", grid.first + i));
  }
  ImGui::Dummy({grid.name + grid.cell * static_cast<float>(grid.lanes), grid.height});
}

void draw_values(Frame& frame, const RegistersModel& model, const RegisterRow& row,
                 const Grid& grid, ImVec2 origin) {
  const style::Style& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (int i = 0; i < grid.lanes; ++i) {
    const std::size_t lane = static_cast<std::size_t>(grid.first) + static_cast<std::size_t>(i);
    if (lane >= row.values.size()) break;
    const bool changed = (row.changed >> lane & 1U) != 0;
    const bool active = (model.active >> lane & 1U) != 0;
    const float left = origin.x + grid.name + static_cast<float>(i) * grid.cell;
    const bool concerned = (row.written || row.read) && active;
    const widgets::CellLook look{
        changed || concerned ? style::Role::Active : style::Role::Inactive,
        changed     ? widgets::CellShape::Filled
        : concerned ? widgets::CellShape::Outlined
                    : widgets::CellShape::Faint,
        frame.session.state().cursor.selection.lane == static_cast<std::uint32_t>(lane)};
    widgets::draw_cell(
        list, style, {left + 1, origin.y + 1}, {left + grid.cell - 1, origin.y + grid.height - 1},
        look, row.live || row.written ? std::string_view(row.values[lane]) : std::string_view());
  }
}

void draw_register(Frame& frame, const RegistersModel& model, const RegisterRow& row,
                   const Grid& grid) {
  const style::Style& style = frame.style;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  widgets::TextLook name = widgets::mono(style);
  name.colour = row.written ? style.ink(style::Role::Active)
                : row.read  ? style.pack(style::Role::Text)
                            : style.pack(style::Role::TextSecondary);
  widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, name, origin,
                        {origin.x + grid.name, origin.y + grid.height}, row.name, 0.0F);
  if (widgets::row_is_whole(*ImGui::GetWindowDrawList(), origin.y, origin.y + grid.height))
    draw_values(frame, model, row, grid, origin);
  const float width = grid.name + grid.cell * static_cast<float>(grid.lanes);
  ImGui::PushID(row.name.c_str());
  const bool clicked = ImGui::InvisibleButton("###register", {width, grid.height});
  const auto lane =
      static_cast<int>((ImGui::GetIO().MousePos.x - origin.x - grid.name) / grid.cell) + grid.first;
  const bool on_lane =
      lane >= 0 && lane < model.lanes && ImGui::GetIO().MousePos.x > origin.x + grid.name;
  const auto pointed = on_lane ? std::optional(static_cast<std::uint32_t>(lane)) : std::nullopt;
  if (clicked) {
    frame.commands.post(fmt::format("show-register name={}", row.name));
    if (on_lane) frame.commands.post(fmt::format("select lane={}", lane));
  }
  widgets::register_menu(style, frame.commands, row.name, pointed);
  if (ImGui::IsItemHovered())
    widgets::tooltip(
        style, say("{} (.{}), {}{}{}. Click to show it in the lanes of Warps.", row.name, row.type,
                   row.written ? tr("written by this instruction")
                   : row.read  ? tr("read by this instruction")
                               : tr("live"),
                   row.uniform ? tr(", the same in all lanes") : "",
                   row.changed != 0
                       ? say(", changed in lanes {}", view::lane_list(row.changed, model.lanes))
                       : ""));
  ImGui::PopID();
}

}  // namespace

std::string_view RegistersPanel::help() const {
  return tr(
      "The values of the registers in each lane of the shown warp, after the shown "
      "instruction. Written registers come first; changed lanes are marked. PTX registers that "
      "hold nothing any more are left out. At the bottom anything that a lane sees can be "
      "watched: "
      "parameters, array elements, registers, and arithmetic of them.");
}

const std::optional<RegistersModel>& RegistersPanel::model(const Frame& frame) {
  return cache_.get(frame.session, watch_key(frame.session),
                    [&] { return registers_model(frame.session); });
}

std::string RegistersPanel::subtitle(const Frame& frame) {
  return frame.session.run() ? say("warp {}", frame.session.shown_warp().value) : std::string();
}

std::string RegistersPanel::note(const Frame& frame) {
  const auto& shown = model(frame);
  return shown ? say("{} live", shown->rows.size()) : std::string();
}

void RegistersPanel::draw_content(Frame& frame) {
  const auto& shown = model(frame);
  if (!shown) {
    widgets::empty_state(frame.style,
                         tr("Nothing has run yet. Step through a kernel to see its registers."));
    return;
  }
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const std::vector<Grid> bands =
      bands_of(frame.style, grid_of(frame, *shown, room.x), *shown, room.x, room.y);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (const Grid& band : bands) {
    const bool further = &band != &bands.front();
    if (further) {
      ImGui::PushID(band.first);
      ImGui::Dummy({0, frame.style.gap});
    }
    draw_lane_numbers(frame.style, band);
    draw_watches(frame, shown->watches, band);
    for (const auto& row : shown->rows) draw_register(frame, *shown, row, band);
    if (further) ImGui::PopID();
  }
  ImGui::PopStyleVar();
  widgets::sentence(frame.style, shown->sentence);
  watch_input(frame, typed_);
}

}  // namespace lanescope::ui::panels::registers
