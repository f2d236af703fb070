#include "ui/panels/shared_memory/shared_memory.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include <fmt/format.h>
#include <imgui.h>

#include "sim/events/memory_units.hpp"
#include "ui/view/numbers.hpp"
#include "ui/widgets/cell_menu.hpp"
#include "ui/widgets/cells.hpp"
#include "ui/widgets/flights.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::shared_memory {
namespace {

constexpr int kBanks = static_cast<int>(events::kBanks);

struct Grid {
  ImVec2 origin;  // of the first word cell
  float name = 0.0F, cell = 0.0F, height = 0.0F;
  float lane_cell = 0.0F, lane_height = 0.0F, lanes_y = 0.0F;
  [[nodiscard]] ImVec2 cell_at(std::size_t row, int bank) const {
    return {origin.x + static_cast<float>(bank) * cell,
            origin.y + static_cast<float>(row) * height};
  }
  [[nodiscard]] ImVec2 lane_top(int lane) const {
    return {origin.x + (static_cast<float>(lane) + 0.5F) * lane_cell, lanes_y};
  }
};

float usual_height(const style::Style& style) { return style.text_size * 1.3F; }
float least_height(const style::Style& style) { return 6.0F * style.scale; }
float lanes_gap(const style::Style& style) { return style.text_size * 1.5F; }

// What the picture needs besides the rows of words.
float height_around(const style::Style& style, const figures::SharedModel& model, float width) {
  return usual_height(style) + lanes_gap(style) + usual_height(style) +
         widgets::sentence_height(style, model.sentence, width, model.verdict) + style.gap;
}

Grid grid_of(const style::Style& style, const figures::SharedModel& model, ImVec2 room) {
  Grid grid;
  float names = widgets::measure(style, widgets::small_text(style), tr("lanes")).x;
  for (const auto& row : model.rows)
    names = std::max(names, widgets::measure(style, widgets::small_mono(style), row.label).x);
  grid.name = room.x > style.text_size * 24 ? names + style.gap : 0.0F;
  // In a panel that has next to no width a word still has some: a place is divided by it.
  grid.cell = std::max((room.x - 1.0F - grid.name) / static_cast<float>(kBanks), 1.0F);
  const float usual = std::clamp(grid.cell, style.text_size * 0.9F, usual_height(style));
  const auto rows = static_cast<float>(std::max<std::size_t>(model.rows.size(), 1));
  const float left = room.y - height_around(style, model, room.x);
  grid.height = std::clamp(left / rows, std::min(least_height(style), usual), usual);
  grid.lane_cell = std::min(grid.cell, grid.cell * kBanks / static_cast<float>(model.lane_count));
  grid.lane_height = std::min(usual, std::max(grid.lane_cell, 8.0F * style.scale));
  return grid;
}

void draw_bank_numbers(const style::Style& style, Grid& grid) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float height = usual_height(style);
  const float room = widgets::measure(style, widgets::small_mono(style), "30").x + 4;
  const int every = grid.cell >= room ? 1 : grid.cell * 4 >= room ? 4 : 8;
  for (int bank = 0; bank < kBanks; bank += every) {
    const float left = origin.x + grid.name + static_cast<float>(bank) * grid.cell;
    const float middle = left + grid.cell / 2;
    const float half = std::max(grid.cell, room) / 2;
    widgets::draw_text_in(list, style, widgets::small_mono(style), {middle - half, origin.y},
                          {middle + half, origin.y + height}, fmt::format("{}", bank));
  }
  grid.origin = {origin.x + grid.name, origin.y + height};
  ImGui::Dummy({grid.name + grid.cell * kBanks, height});
}

// Outlined: waits for its pass; the conflict's colour: served now; filled: served.
widgets::CellLook look_of(const figures::SharedModel& model, const figures::WordCell& cell,
                          std::uint32_t beat) {
  switch (figures::service_of(cell, beat)) {
    case figures::ServiceState::None:
      return {style::Role::Inactive, widgets::CellShape::Faint, cell.selected};
    case figures::ServiceState::Pending:
      return {model.role, widgets::CellShape::Outlined, cell.selected};
    case figures::ServiceState::Now:
      return {model.conflict_banks.empty() ? model.role : style::Role::Conflict,
              widgets::CellShape::Filled, cell.selected};
    case figures::ServiceState::Done:
      return {model.role, widgets::CellShape::Filled, cell.selected};
  }
  return {};
}

std::string word_tooltip(const figures::BankRow& row, const figures::WordCell& cell, int bank) {
  std::string text = say("Byte {}, bank {}", cell.word * 4, bank);
  if (row.label.ends_with(']')) text = fmt::format("{} + {}: {}", row.label, bank, text);
  if (!cell.value.empty()) text += say(". It holds {}", cell.value);
  if (cell.lanes != 0) {
    text += say(". Asked for by {}", view::lanes_words(cell.lanes));
    text += cell.services.size() == 1
                ? say(", served by wavefront {}", cell.services.front().wavefront + 1)
                : say(", served by {} wavefronts", cell.services.size());
  }
  return text + ".";
}

void draw_row(Frame& frame, const figures::SharedModel& model, const Grid& grid, std::size_t r,
              std::uint32_t beat) {
  const style::Style& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const figures::BankRow& row = model.rows[r];
  const float inset = grid.height > 10.0F ? 1.0F : 0.5F;
  for (int bank = 0; bank < kBanks; ++bank) {
    const figures::WordCell& cell = row.cells[static_cast<std::size_t>(bank)];
    const ImVec2 at = grid.cell_at(r, bank);
    const ImVec2 min{at.x + inset, at.y + inset};
    const ImVec2 max{at.x + grid.cell - inset, at.y + grid.height - inset};
    const bool there = cell.word < model.total_words;
    const widgets::CellLook look =
        there ? look_of(model, cell, beat)
              : widgets::CellLook{style::Role::Exited, widgets::CellShape::Dotted, false};
    widgets::draw_cell(list, style, min, max, look, cell.text);
  }
}

void draw_row_names(const style::Style& style, const figures::SharedModel& model,
                    const Grid& grid) {
  if (grid.name <= 0.0F) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float needed = style.small_size * 1.2F;
  float next = grid.origin.y - needed;
  for (std::size_t r = 0; r < model.rows.size(); ++r) {
    const float middle = grid.cell_at(r, 0).y + grid.height / 2;
    if (middle < next) continue;
    next = middle + needed;
    widgets::draw_text_in(
        list, style, widgets::small_mono(style), {grid.origin.x - grid.name, middle - needed},
        {grid.origin.x - style.gap * 0.5F, middle + needed}, model.rows[r].label, 1.0F);
  }
}

// Looked up only where a button asks for it.
std::optional<view::ElementRef> element_under(const session::Session& session,
                                              const figures::SharedModel& model, std::size_t row,
                                              int bank) {
  const bool on_word = row < model.rows.size() && bank >= 0 && bank < kBanks;
  if (!on_word || !(ImGui::IsMouseReleased(0) || ImGui::IsMouseReleased(1))) return std::nullopt;
  const std::uint64_t byte = model.rows[row].cells[static_cast<std::size_t>(bank)].word * 4ULL;
  return view::element_at(view::arrays_of(session), events::Space::Shared, byte);
}

// One item for all words: its tooltip, and a click selects the element and the lane that uses it.
void word_item(Frame& frame, const figures::SharedModel& model, const Grid& grid) {
  const float height = static_cast<float>(model.rows.size()) * grid.height;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(grid.origin);
  const bool clicked = ImGui::InvisibleButton("###words", {grid.cell * kBanks, height});
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto row = static_cast<std::size_t>(std::max(0.0F, mouse.y - grid.origin.y) / grid.height);
  const auto bank = static_cast<int>(std::max(0.0F, mouse.x - grid.origin.x) / grid.cell);
  if (row < model.rows.size() && bank >= 0 && bank < kBanks) {
    const figures::WordCell& cell = model.rows[row].cells[static_cast<std::size_t>(bank)];
    if (ImGui::IsItemHovered() && cell.word < model.total_words)
      widgets::tooltip(frame.style, word_tooltip(model.rows[row], cell, bank));
    if (clicked && std::has_single_bit(cell.lanes))
      frame.commands.post(fmt::format("select lane={}", std::countr_zero(cell.lanes)));
  }
  const auto under = element_under(frame.session, model, row, bank);
  if (clicked && under)
    frame.commands.post(
        fmt::format("select array={} index={}", session::quote(under->array), under->index));
  widgets::element_menu(frame.style, frame.commands, under);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({grid.name + grid.cell * kBanks, height});
}

void frame_conflicts(const style::Style& style, const figures::SharedModel& model,
                     const Grid& grid) {
  const float height = static_cast<float>(model.rows.size()) * grid.height;
  for (const std::uint32_t bank : model.conflict_banks) {
    const ImVec2 at = grid.cell_at(0, static_cast<int>(bank));
    ImGui::GetWindowDrawList()->AddRect(
        {at.x - 1, at.y - 2}, {at.x + grid.cell + 1, at.y + height + 2},
        style.outline(style::Role::Conflict), 4.0F * style.scale,
        (model.conflict_banks.size() > 8 ? 1.0F : 2.0F) * style.scale);
  }
}

widgets::Flight flight_of(const Grid& grid, int lane, std::size_t row, int bank) {
  const ImVec2 from = grid.lane_top(lane), at = grid.cell_at(row, bank);
  const ImVec2 to{at.x + grid.cell / 2, at.y + grid.height - 2};
  return {from, to, std::max((from.y - to.y) * 0.5F, grid.height)};
}

// Those of the lanes whose access begins at the word: wider accesses touch further words too.
LaneMask lanes_starting_at(const figures::SharedModel& model, std::uint32_t word, LaneMask lanes) {
  LaneMask starting = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    if (model.access.addresses[lane] / 4 == word) starting |= LaneMask{1} << lane;
  }
  return starting;
}

// Lines from the lanes of a pass to the first word that each touches, and what travels on them.
struct FlightsLook {
  std::uint32_t line = 0, chosen = 0;
  float thickness = 0.0F;
  style::Role role = style::Role::Load;
  std::optional<std::uint32_t> selected;  // lane
};

void draw_lines(ImDrawList& list, const figures::SharedModel& model, const Grid& grid,
                std::size_t row, int bank, LaneMask lanes, const FlightsLook& look) {
  const figures::WordCell& cell = model.rows[row].cells[static_cast<std::size_t>(bank)];
  for (LaneMask rest = lanes_starting_at(model, cell.word, lanes); rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const bool chosen = look.selected == static_cast<std::uint32_t>(lane);
    widgets::draw_flight_line(list, flight_of(grid, lane, row, bank),
                              chosen ? look.chosen : look.line, look.thickness);
  }
}

void draw_travellers(ImDrawList& list, const style::Style& style, const figures::SharedModel& model,
                     const Grid& grid, std::size_t row, int bank, LaneMask lanes,
                     view::PassPlace place, style::Role role) {
  const figures::WordCell& cell = model.rows[row].cells[static_cast<std::size_t>(bank)];
  const bool carries = place.leg == view::Leg::Back || !model.beats.returns;
  for (LaneMask rest = lanes_starting_at(model, cell.word, lanes); rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const std::string& value = model.beats.values[static_cast<std::size_t>(lane)];
    widgets::draw_traveller(list, style, flight_of(grid, lane, row, bank), place, role,
                            carries ? std::string_view(value) : std::string_view{},
                            grid.cell * 2.5F);
  }
}

// While the request is being served, only passes under way; what travels lies above all lines.
void draw_flights(const Frame& frame, const figures::SharedModel& model, const Grid& grid,
                  double moment) {
  const style::Style& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool settled = moment >= 1.0;
  const style::Role role =
      settled || model.conflict_banks.empty() ? model.role : style::Role::Conflict;
  const FlightsLook look{style.outline(role, settled ? 0.4F : 0.75F),
                         style.pack(style::Role::Selected), (settled ? 1.0F : 1.5F) * style.scale,
                         role, frame.session.state().cursor.selection.lane};
  const auto each = [&](const auto& draw) {
    for (std::size_t r = 0; r < model.rows.size(); ++r)
      for (int bank = 0; bank < kBanks; ++bank)
        for (const auto& service : model.rows[r].cells[static_cast<std::size_t>(bank)].services) {
          const view::PassPlace place =
              view::pass_place(moment, model.beats.passes, service.wavefront, model.beats.returns);
          if (settled || place.leg == view::Leg::Out || place.leg == view::Leg::Back)
            draw(r, bank, service.lanes, place);
        }
  };
  each([&](std::size_t r, int bank, LaneMask lanes, view::PassPlace) {
    draw_lines(list, model, grid, r, bank, lanes, look);
  });
  if (settled) return;
  each([&](std::size_t r, int bank, LaneMask lanes, view::PassPlace place) {
    draw_travellers(list, style, model, grid, r, bank, lanes, place,
                    place.leg == view::Leg::Back ? model.role : role);
  });
}

void draw_lane(const style::Style& style, const figures::SharedModel& model, const Grid& grid,
               int lane, bool chosen, double moment) {
  const bool active = model.has_request && (model.access.lanes >> lane & 1U) != 0;
  const auto index = static_cast<std::size_t>(lane);
  const widgets::LaneLook now =
      active ? widgets::look_of_lane(model.beats, index, moment) : widgets::LaneLook{};
  const float left = grid.origin.x + static_cast<float>(lane) * grid.lane_cell;
  const widgets::CellShape shape = !active        ? widgets::CellShape::Faint
                                   : now.outlined ? widgets::CellShape::Outlined
                                                  : widgets::CellShape::Filled;
  widgets::draw_cell(
      *ImGui::GetWindowDrawList(), style, {left + 1, grid.lanes_y + 1},
      {left + grid.lane_cell - 1, grid.lanes_y + grid.lane_height - 1},
      {active ? style::Role::Active : style::Role::Inactive, shape, chosen},
      now.shows_value ? std::string_view(model.beats.values[index]) : std::string_view{});
}

void draw_lane_strip(Frame& frame, const figures::SharedModel& model, Grid& grid, double moment) {
  const style::Style& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float top = at.y + lanes_gap(style);
  grid.lanes_y = top;
  if (grid.name > 0)
    widgets::draw_text_in(
        list, style, widgets::small_text(style),
        {at.x, top + grid.lane_height / 2 - style.text_size},
        {grid.origin.x - style.gap * 0.5F, top + grid.lane_height / 2 + style.text_size},
        tr("lanes"), 1.0F);
  const auto selected = frame.session.state().cursor.selection.lane;
  for (int lane = 0; lane < model.lane_count; ++lane)
    draw_lane(style, model, grid, lane, selected == static_cast<std::uint32_t>(lane), moment);
  ImGui::SetCursorScreenPos({grid.origin.x, top});
  const bool clicked = ImGui::InvisibleButton(
      "###lanes", {grid.lane_cell * static_cast<float>(model.lane_count), grid.lane_height});
  const auto lane = static_cast<int>((ImGui::GetIO().MousePos.x - grid.origin.x) / grid.lane_cell);
  if (lane >= 0 && lane < model.lane_count) {
    const bool active = model.has_request && (model.access.lanes >> lane & 1U) != 0;
    if (clicked) frame.commands.post(fmt::format("select lane={}", lane));
    if (ImGui::IsItemHovered())
      widgets::tooltip(style, active ? say("Lane {}: byte {}, {} bytes.", lane,
                                           model.access.addresses[static_cast<std::size_t>(lane)],
                                           model.access.bytes)
                                     : say("Lane {} takes no part in this request.", lane));
  }
  ImGui::SetCursorScreenPos({at.x, top + grid.lane_height});
}

}  // namespace

std::string_view SharedMemoryPanel::help() const {
  return tr(
      "The 32 banks as columns, words as cells; the figure in a cell is the lane that wants it, "
      "8× stands for eight lanes. A bank serves one word in one pass (wavefront); lanes that "
      "want the same word share it. Lines lead from the lanes to their words; as the step "
      "plays, addresses fly up, a pass "
      "after the other, and values come back to the lanes. A framed bank is "
      "asked for several words: a conflict, and the passes follow one another.");
}

const std::optional<figures::SharedModel>& SharedMemoryPanel::model(const Frame& frame) {
  return cache_.get(frame.session, rows_.usual * 1000U + rows_.most,
                    [&] { return figures::shared_model(frame.session, rows_); });
}

// A row for each 32 words of the block, and two lines below with a verdict.
float SharedMemoryPanel::enough_height(const Frame& frame, float /*width*/) {
  if (!frame.session.run()) return 0.0F;
  const style::Style& style = frame.style;
  constexpr auto kRowBytes = static_cast<std::uint32_t>(events::kBankRowBytes);
  const std::uint32_t bytes = figures::shared_bytes_of(*frame.session.run());
  const auto rows = static_cast<float>((bytes + kRowBytes - 1) / kRowBytes);
  return (rows + 2) * usual_height(style) + lanes_gap(style) + style.text_size * 4.2F +
         style.gap * 2.5F;
}

std::string SharedMemoryPanel::subtitle(const Frame&) { return tr("32 banks"); }

std::string SharedMemoryPanel::note(const Frame& frame) {
  const auto& shown = model(frame);
  if (!shown || !shown->has_request) return {};
  const auto beats = static_cast<std::uint32_t>(shown->request.wavefronts.size());
  const std::uint32_t beat = shown->current ? figures::beat_of(frame.session, beats) : beats;
  if (beat < beats) return say("{} · beat {} of {}", shown->instruction, beat + 1, beats);
  const bool returning =
      shown->current && shown->beats.returns && frame.session.state().cursor.beat < 1.0;
  return returning ? say("{} · values come back", shown->instruction) : shown->instruction;
}

void SharedMemoryPanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const auto& shown = model(frame);
  if (!shown) {
    widgets::empty_state(
        style, tr("Nothing has run yet. Step to a shared load or store to see its banks."));
    return;
  }
  if (shown->rows.empty()) {
    widgets::empty_state(style, shown->sentence);
    return;
  }
  Grid grid = grid_of(style, *shown, room);
  const auto beats = static_cast<std::uint32_t>(shown->request.wavefronts.size());
  const std::uint32_t beat = shown->current ? figures::beat_of(frame.session, beats) : beats;
  const float left = room.y - height_around(style, *shown, room.x);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  draw_bank_numbers(style, grid);
  for (std::size_t r = 0; r < shown->rows.size(); ++r) draw_row(frame, *shown, grid, r, beat);
  draw_row_names(style, *shown, grid);
  frame_conflicts(style, *shown, grid);
  word_item(frame, *shown, grid);
  const double moment = shown->current ? frame.session.state().cursor.beat : 1.0;
  draw_lane_strip(frame, *shown, grid, moment);
  if (shown->has_request) draw_flights(frame, *shown, grid, moment);
  const std::string hidden = shown->hidden_rows == 0
                                 ? ""
                                 : say_many(shown->hidden_rows, " {} row of words is not drawn.",
                                            " {} rows of words are not drawn.", shown->hidden_rows);
  widgets::sentence(style, shown->sentence + hidden, shown->verdict,
                    shown->conflict_banks.empty() ? style::Role::Equal : style::Role::Conflict);
  ImGui::PopStyleVar();
  const auto fitting = [&](float height) {
    return static_cast<std::uint32_t>(std::clamp(left / height, 2.0F, 64.0F));
  };
  rows_ = {fitting(std::max(grid.cell, style.text_size * 0.9F) > usual_height(style)
                       ? usual_height(style)
                       : std::max(grid.cell, style.text_size * 0.9F)),
           fitting(least_height(style))};
}

}  // namespace lanescope::ui::panels::shared_memory
