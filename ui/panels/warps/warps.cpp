#include "ui/panels/warps/warps.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/panels/warps/lane_brackets.hpp"
#include "ui/view/numbers.hpp"
#include "ui/widgets/cell_menu.hpp"
#include "ui/widgets/cells.hpp"
#include "ui/widgets/grid_figure.hpp"
#include "ui/widgets/machine_strips.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/strands_figure.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::warps {
namespace {

struct Grid {
  float name = 0.0F, note = 0.0F, cell = 0.0F, height = 0.0F;
  float gap = 0.0F;    // between rows
  float width = 0.0F;  // of a column of warps
  std::size_t columns = 1, rows = 1;
  bool long_names = true;
  std::uint32_t every = 1;      // rows from one written name to the next
  std::uint32_t issuing = ~0U;  // the warp of the shown step
  float strand_pitch = 0.0F;
  bool tells_joins = true;
};

// Below the rows: where paths meet is written where the rows keep their height, since the strands
// show it, too; and strands lie closer before rows get lower.
void share_height(Grid& grid, const style::Style& style, const figures::WarpsModel& model,
                  float left) {
  const float rows = static_cast<float>(grid.rows) * style.text_size;
  const float joins = static_cast<float>(model.joins.size()) * style.text_size * 1.3F;
  const float usual = style.text_size * widgets::kStrandPitch;
  grid.strand_pitch = usual;
  const auto strands = [&] {
    return widgets::strands_height(style, model.paths, grid.strand_pitch);
  };
  grid.tells_joins = model.paths.forks.empty() || left >= rows + joins + strands();
  if (grid.tells_joins || model.paths.strands.empty()) return;
  const float missing = std::max(0.0F, rows + strands() - left);
  const float least =
      model.paths.strands.size() > 3 ? widgets::kLeastStrandPitch : widgets::kLowStrandPitch;
  grid.strand_pitch = std::max(style.text_size * least,
                               usual - missing / static_cast<float>(model.paths.strands.size()));
}

// Rows take the height that there is, up to a limit, and shrink until all fit into the height with
// the sentence below them, the thirty-two of the largest block too, but stay large enough to be
// told apart.
// `bare`: warps by their numbers alone.
Grid grid_in_columns(const style::Style& style, const figures::WarpsModel& model, ImVec2 room,
                     std::size_t columns, bool bare = false) {
  Grid grid;
  grid.columns = columns;
  const auto count = static_cast<float>(columns);
  const float width = grid.width = (room.x - style.gap * (count - 1.0F)) / count;
  grid.long_names = !bare && width > style.text_size * 28;
  grid.name =
      widgets::measure(style, widgets::plain(style), grid.long_names ? say("warp {}", 31) : "31")
          .x +
      style.gap;
  for (const auto& row : model.rows)
    if (row.issues) grid.issuing = row.warp.value;
  if (width > style.text_size * 18)
    for (const auto& row : model.rows)
      grid.note =
          std::max(grid.note, widgets::measure(style, widgets::small_mono(style), row.note).x +
                                  style.gap * 1.5F);
  const auto lanes = static_cast<float>(model.lane_count);
  const float behind = std::max(grid.note, style.gap);  // the gate has room there
  grid.cell = std::min((width - grid.name - behind) / lanes, style.text_size * 1.9F);
  const float usual = std::clamp(grid.cell, style.text_size * 0.9F, style.text_size * 1.35F);
  grid.rows = std::max<std::size_t>((model.rows.size() + columns - 1) / columns, 1);
  const auto rows = static_cast<float>(grid.rows);
  float left = room.y - brackets_height(style, model.groups) -
               widgets::sentence_height(style, model.sentence, room.x) - style.gap;
  share_height(grid, style, model, left);
  left -= widgets::strands_height(style, model.paths, grid.strand_pitch);
  if (grid.tells_joins) left -= static_cast<float>(model.joins.size()) * style.text_size * 1.3F;
  const float pitch = std::max(left / rows, 3.0F * style.scale);
  grid.gap = std::min(style.gap * 0.4F, pitch * 0.3F);
  // Few warps get higher rows, as far as cells stay cells.
  const float highest = std::clamp(grid.cell * 2.2F, usual, style.text_size * 2.4F);
  grid.height = std::min(pitch - grid.gap, highest);
  grid.every =
      static_cast<std::uint32_t>(std::ceil(style.small_size * 1.1F / (grid.height + grid.gap)));
  return grid;
}

float inset_of(const Grid& grid) { return grid.cell > 14 ? 1.0F : 0.5F; }

// Two digits, as the number of a lane has: whether or not there are such values now, so that cells
// stay where they are from step to step.
bool fits_two_digits(const style::Style& style, const Grid& grid) {
  const float inset = inset_of(grid);
  return widgets::fits_in_cell(style, {grid.cell - 2 * inset, grid.height - 2 * inset}, "00");
}

// Rows too low for their numbers and for a name each stand in two columns, where cells stay as wide
// as they are high.
Grid grid_of(const style::Style& style, const figures::WarpsModel& model, ImVec2 room) {
  constexpr float kLow = 6.0F, kNarrow = 4.0F;  // pixels at scale 1
  Grid one = grid_in_columns(style, model, room, 1);
  if (!fits_two_digits(style, one)) {
    const Grid bare = grid_in_columns(style, model, room, 1, true);
    if (fits_two_digits(style, bare)) one = bare;
  }
  if (one.height + one.gap >= kLow * style.scale || model.rows.size() < 2) return one;
  const Grid two = grid_in_columns(style, model, room, 2);
  return two.cell >= kNarrow * style.scale ? two : one;
}

// A second group of the same warp carries a bar under its cells: paths differ by shape too.
void mark_path(ImDrawList& list, const style::Style& style, const figures::LaneCell& cell,
               ImVec2 min, ImVec2 max) {
  if (cell.path == 0 || cell.state == figures::LaneState::Absent ||
      cell.state == figures::LaneState::Exited)
    return;
  const float thickness = std::max(2.0F, 2.0F * style.scale);
  for (std::uint8_t i = 0; i < std::min<std::uint8_t>(cell.path, 3); ++i) {
    const float y = max.y - thickness * (1.0F + 1.6F * static_cast<float>(i));
    list.AddRectFilled({min.x + 1, y}, {max.x - 1, y + thickness},
                       style.outline(style::Role::Divergence));
  }
}

// A lane whose value is still on its way is outlined, and shows none.
widgets::CellLook look_now(const figures::WarpsModel& model, const figures::WarpRow& row,
                           std::size_t lane, bool chosen, double moment) {
  widgets::CellLook look = widgets::lane_look(row.lanes[lane], chosen);
  const bool flies = row.issues && model.beats && (model.beats->lanes >> lane & 1U) != 0;
  if (flies && model.beats->lane(moment, lane).leg != view::Leg::Done)
    look.shape = widgets::CellShape::Outlined;
  return look;
}

bool has_value(const figures::WarpsModel& model, const figures::WarpRow& row, std::size_t lane,
               double moment) {
  if (!row.issues || !model.beats || !model.beats->returns) return true;
  if ((model.beats->lanes >> lane & 1U) == 0) return true;
  return model.beats->lane(moment, lane).leg == view::Leg::Done;
}

// False where the cells have no room for their values.
bool draw_lanes(Frame& frame, const figures::WarpsModel& model, const figures::WarpRow& row,
                const Grid& grid, ImVec2 origin) {
  const style::Style& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto selected = frame.session.state().cursor.selection.lane;
  const double moment = frame.session.state().cursor.beat;
  const float inset = inset_of(grid);
  const float above = grid.height > 5 ? inset : 0.0F;  // thin rows need all of their height
  // All of a row's values or none: what is missing beside others would look like no value.
  const ImVec2 size{grid.cell - 2 * inset, grid.height - 2 * above};
  const bool readable = std::ranges::all_of(row.lanes, [&](const figures::LaneCell& cell) {
    return cell.value.empty() || widgets::fits_in_cell(style, size, cell.value);
  });
  for (std::size_t lane = 0; lane < row.lanes.size(); ++lane) {
    if (row.lanes[lane].state == figures::LaneState::Absent) continue;
    const ImVec2 min{origin.x + static_cast<float>(lane) * grid.cell + inset, origin.y + above};
    const ImVec2 max{min.x + grid.cell - 2 * inset, origin.y + grid.height - above};
    const bool chosen = row.selected && selected == static_cast<std::uint32_t>(lane);
    widgets::draw_cell(list, style, min, max, look_now(model, row, lane, chosen, moment),
                       readable && has_value(model, row, lane, moment) ? row.lanes[lane].value
                                                                       : std::string_view{});
    if (row.paths > 1) mark_path(list, style, row.lanes[lane], min, max);
  }
  return readable;
}

// Behind the lanes: a bar across the way of a warp that waits, posts where none has come yet.
void draw_gate(const style::Style& style, const figures::WarpRow& row, ImVec2 at, const Grid& grid,
               double moment) {
  if (row.gate == figures::BarrierGate::None) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float thick = std::max(2.0F, 3.0F * style.scale);
  const float left = at.x + style.gap * 0.35F, half = grid.gap / 2;
  const float top = at.y - half, bottom = at.y + grid.height + half;
  const float shut = static_cast<float>(figures::gate_height(row.gate, moment));
  const std::uint32_t colour = style.outline(style::Role::Waiting);
  if (shut >= 1.0F) {
    list.AddRectFilled({left, top}, {left + thick, bottom}, colour);
    return;
  }
  const float leaf = (bottom - top) * shut / 2;
  list.AddRectFilled({left, top}, {left + thick, top + leaf}, colour);
  list.AddRectFilled({left, bottom - leaf}, {left + thick, bottom}, colour);
}

std::string lane_tooltip(const figures::WarpsModel& model, const figures::WarpRow& row,
                         std::size_t lane) {
  const auto thread = row.warp.value * static_cast<std::uint32_t>(model.lane_count) +
                      static_cast<std::uint32_t>(lane);
  std::string text = say("Warp {}, lane {}, thread {}: {}.", row.warp.value, lane,
                         view::place_text(model.block_shape.at(thread), model.block_shape),
                         figures::state_words(row.lanes[lane].state));
  if (!row.lanes[lane].value.empty())
    text += fmt::format(" {} = {}.", model.register_name, row.lanes[lane].value);
  return text;
}

// The rows in the picture always, the others where they do not run into these.
bool is_named(const figures::WarpRow& row, const Grid& grid) {
  if (row.issues) return true;
  const std::uint32_t distance =
      row.warp.value > grid.issuing ? row.warp.value - grid.issuing : grid.issuing - row.warp.value;
  return row.warp.value % grid.every == 0 && distance >= grid.every;
}

bool draw_row(Frame& frame, const figures::WarpsModel& model, const figures::WarpRow& row,
              const Grid& grid) {
  const style::Style& style = frame.style;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float lanes = grid.cell * static_cast<float>(row.lanes.size());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool named = is_named(row, grid);
  const float middle = origin.y + grid.height / 2;
  const float half = std::max(grid.height, style.text_size * 1.3F) / 2;
  widgets::TextLook name = row.selected ? widgets::bold(style) : widgets::secondary(style);
  if (grid.height < style.text_size) name.size = style.small_size;
  if (named)
    widgets::draw_text_in(
        list, style, name, {origin.x, middle - half}, {origin.x + grid.name, middle + half},
        grid.long_names ? say("warp {}", row.warp.value) : fmt::format("{}", row.warp.value), 0.0F);
  const bool readable = draw_lanes(frame, model, row, grid, {origin.x + grid.name, origin.y});
  draw_gate(style, row, {origin.x + grid.name + lanes, origin.y}, grid,
            frame.session.state().cursor.beat);
  if (grid.note > 0 && named) {
    widgets::TextLook look = widgets::small_mono(style);
    look.colour = style.ink(row.note_role);
    const float left = origin.x + grid.name + lanes + style.gap;
    widgets::draw_text_in(list, style, look, {left, middle - half},
                          {left + grid.note, middle + half}, row.note, 0.0F);
  }
  ImGui::PushID(static_cast<int>(row.warp.value));
  const bool clicked = ImGui::InvisibleButton("###warp", {grid.name + lanes, grid.height});
  const float x = ImGui::GetIO().MousePos.x - origin.x - grid.name;
  const auto lane = static_cast<std::size_t>(std::max(0.0F, x) / grid.cell);
  const bool on_lane = x >= 0 && lane < row.lanes.size();
  if (clicked) frame.commands.post(fmt::format("select warp={}", row.warp.value));
  if (clicked && on_lane) frame.commands.post(fmt::format("select lane={}", lane));
  if (!model.register_name.empty())
    widgets::register_menu(
        style, frame.commands, model.register_name,
        on_lane ? std::optional(static_cast<std::uint32_t>(lane)) : std::nullopt);
  if (ImGui::IsItemHovered() && on_lane) widgets::tooltip(style, lane_tooltip(model, row, lane));
  ImGui::PopID();
  return readable;
}

}  // namespace

std::string_view WarpsPanel::help() const {
  return tr(
      "Every warp of the block, a cell a lane. Blue lanes execute the instruction in the "
      "picture; struck-through ones are switched off by its guard; amber ones wait at a "
      "barrier, whose gate stands behind them, or where paths meet again; a dot means that the "
      "thread has exited. Brackets above the lanes join those of the shown warp that shuffle, "
      "vote, add "
      "up or wait together, by the members that the last such instruction names; bright when it is "
      "the one in the picture. The figures are the values of one register; what is loaded comes "
      "back "
      "lane by lane. A warp that has diverged is drawn as strands, from the branch to the place "
      "where its paths meet: thicker for more lanes. A click on the block's number in the "
      "header "
      "shows the whole grid, and another one the warps again.");
}

const std::optional<figures::WarpsModel>& WarpsPanel::model(const Frame& frame) {
  return cache_.get(frame.session, 0, [&] { return figures::warps_model(frame.session); });
}

const std::optional<figures::GridModel>& WarpsPanel::grid(const Frame& frame) {
  return grid_cache_.get(frame.session, 0, [&] { return figures::grid_model(frame.session); });
}

// Rows as high as their figures ask for, brackets where lanes can meet, and two paths where a
// branch of the run has parted lanes.
float WarpsPanel::enough_height(const Frame& frame, float width) {
  const auto& shown = model(frame);
  if (!shown || frame.session.state().appearance.grid_view) return 0.0F;
  const style::Style& style = frame.style;
  const float cell = width * 0.8F / static_cast<float>(shown->lane_count);
  const float row = std::clamp(cell * 2.2F, style.text_size * 1.35F, style.text_size * 2.1F);
  const float words = style.gap + style.text_size * 2.7F;  // two lines
  float height = static_cast<float>(shown->rows.size()) * (row + style.gap * 0.4F) + words;
  if (shown->groups.possible) height += style.small_size * 1.15F + style.text_size * 0.8F;
  const run::ModelRun& run = *frame.session.run();
  if (const std::uint64_t key = run.id * 2 + (run.complete ? 1 : 0); key != parts_key_) {
    parts_key_ = key;
    parts_ = run.counters().divergent_branches > 0;
  }
  if (parts_) height += style.text_size * (2 * 2.1F + 1.3F) + style.gap;
  return height;
}

std::string WarpsPanel::subtitle(const Frame& frame) {
  if (frame.session.state().appearance.grid_view) return tr("ended · running · to come");
  return tr("active · switched off · waiting · exited");
}

std::string WarpsPanel::note(const Frame& frame) {
  if (frame.session.state().appearance.grid_view) {
    const auto& whole = grid(frame);
    return whole ? whole->note : std::string();
  }
  const auto& shown = model(frame);
  if (!shown) return {};
  // What is not there is not said to be.
  const std::string block = brief_note(frame);
  return block.empty() ? shown->note : block + say(" · no room for {}", shown->register_name);
}

// The block alone, where its lanes show no values.
std::string WarpsPanel::brief_note(const Frame& frame) {
  if (frame.session.state().appearance.grid_view || !values_left_out_) return {};
  const auto& shown = model(frame);
  if (!shown) return {};
  const std::string tells = say(" · {} shown", shown->register_name);
  return shown->note.ends_with(tells) ? shown->note.substr(0, shown->note.size() - tells.size())
                                      : std::string();
}

void WarpsPanel::draw_whole_grid(Frame& frame) {
  const auto& shown = grid(frame);
  if (!shown) {
    widgets::empty_state(frame.style,
                         tr("Nothing has run yet. Open a lesson, and its grid stands here."));
    return;
  }
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float words =
      widgets::sentence_height(frame.style, shown->sentence, room.x) + frame.style.gap;
  const auto clicked = widgets::draw_grid(frame.style, *shown, std::max(room.x - 1.0F, 16.0F),
                                          std::max(room.y - words, 16.0F));
  if (clicked) frame.commands.post(fmt::format("select block={}", *clicked));
  widgets::sentence(frame.style, shown->sentence);
}

void WarpsPanel::draw_content(Frame& frame) {
  if (frame.session.state().appearance.grid_view) {
    draw_whole_grid(frame);
    return;
  }
  const auto& shown = model(frame);
  if (!shown) {
    widgets::empty_state(frame.style,
                         tr("Nothing has run yet. Open a lesson, and the warps of a block "
                            "stand here, lane by lane."));
    return;
  }
  const Grid grid = grid_of(frame.style, *shown, ImGui::GetContentRegionAvail());
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, grid.gap});
  draw_brackets(frame.style, shown->groups, grid.name, grid.cell, shown->lane_count);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float pitch = grid.height + grid.gap;
  bool left_out = false;
  for (std::size_t i = 0; i < shown->rows.size(); ++i) {
    ImGui::SetCursorScreenPos(
        {origin.x + static_cast<float>(i / grid.rows) * (grid.width + frame.style.gap),
         origin.y + static_cast<float>(i % grid.rows) * pitch});
    const bool readable = draw_row(frame, *shown, shown->rows[i], grid);
    left_out |= shown->rows[i].issues && !readable;
  }
  values_left_out_ = left_out;
  ImGui::SetCursorScreenPos({origin.x, origin.y + static_cast<float>(grid.rows) * pitch});
  ImGui::PopStyleVar();
  widgets::sentence(frame.style, shown->sentence);
  widgets::draw_strands(frame.style, shown->paths, frame.session.state().cursor.beat,
                        grid.strand_pitch);
  if (!grid.tells_joins) return;
  for (const auto& join : shown->joins)
    widgets::paragraph(frame.style, widgets::small_text(frame.style), join);
}

}  // namespace lanescope::ui::panels::warps
