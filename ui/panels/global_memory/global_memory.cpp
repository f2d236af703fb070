#include "ui/panels/global_memory/global_memory.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "sim/events/memory_units.hpp"
#include "ui/figures/shared_model.hpp"
#include "ui/view/array_info.hpp"
#include "ui/view/numbers.hpp"
#include "ui/widgets/flights.hpp"
#include "ui/widgets/machine_strips.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::global_memory {
namespace {

constexpr auto kSectors = static_cast<int>(events::kSectorsOfLine);

void draw_sector(const style::Style& style, const figures::GlobalModel& model,
                 const figures::SectorCell& sector, std::uint32_t beat, ImVec2 min, ImVec2 max) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float inset = std::min(4.0F * style.scale, (max.y - min.y) * 0.2F);
  if (!sector.fetched || sector.order > beat) {
    list.AddRectFilled(min, max, style.pack(style::Role::Inactive, 0.6F), style.rounding * 0.5F);
    return;
  }
  list.AddRectFilled(min, max, style.pack(model.role, 0.16F), style.rounding * 0.5F);
  list.AddRect(min, max, style.outline(model.role), style.rounding * 0.5F,
               std::max(1.0F, style.scale));
  widgets::draw_sector_words(list, style, sector, model.role, {min.x + inset, min.y + inset},
                             {max.x - inset, max.y - inset});
  std::string words =
      say("A sector of 32 bytes, {} of them used by lanes {}.", std::popcount(sector.byte_mask),
          view::lane_list(sector.lanes, kMaxWarpSize));
  if (sector.passes > 1)
    words += say(" It counts {} times: so many lanes meet on one of its words.", sector.passes);
  widgets::tooltip_over(style, min, max, words);
}

// Where the sectors of a line stand, and the lanes below them.
struct Grid {
  ImVec2 origin;  // of the first line
  float name = 0.0F, sector = 0.0F, gap = 0.0F, height = 0.0F, pitch = 0.0F;
  bool named = true;  // the sectors, below the last line
  int every = 1;      // lines from one written name to the next
  bool has_lanes = false;
  float lane = 0.0F, lane_height = 0.0F, lanes_y = 0.0F;
  [[nodiscard]] float left(int i) const { return name + static_cast<float>(i) * (sector + gap); }
};

float usual_height(const style::Style& style) { return style.text_size * 1.9F; }
float least_height(const style::Style& style) { return style.text_size * 0.45F; }
float line_gap(const style::Style& style) { return 3.0F * style.scale; }
float names_height(const style::Style& style) { return style.small_size * 1.4F; }
float lanes_gap(const style::Style& style) { return style.text_size * 1.5F; }
float lanes_height(const style::Style& style) { return style.text_size * 1.1F; }

Grid grid_of(const style::Style& style, const figures::GlobalModel& model, ImVec2 room) {
  Grid grid;
  float names = 0.0F;
  for (const auto& line : model.lines)
    names = std::max(names, widgets::measure(style, widgets::small_mono(style), line.label).x);
  grid.name = room.x > style.text_size * 22 ? names + style.gap * 1.5F : 0.0F;
  grid.gap = line_gap(style);
  grid.sector = (room.x - 1.0F - grid.name - grid.gap * (kSectors - 1)) / kSectors;
  const float words = widgets::sentence_height(style, model.sentence, room.x) + style.gap;
  const auto lines = static_cast<float>(std::max<std::size_t>(model.lines.size(), 1));
  // The sentence comes first, then lines that can be seen, then lanes, then the sectors' names.
  const float pitch = style.text_size * 0.8F + grid.gap;
  float left = room.y - words;
  const auto take = [&](float height) {
    const bool fits = left - height >= lines * pitch;
    if (fits) left -= height;
    return fits;
  };
  grid.has_lanes = take(lanes_gap(style) + lanes_height(style) + style.gap * 0.5F);
  grid.named = !grid.has_lanes && take(names_height(style) + style.gap);
  grid.lane_height = lanes_height(style);
  grid.lane = (room.x - 1.0F - grid.name) / static_cast<float>(model.lane_count);
  grid.height = std::clamp(left / lines - grid.gap, least_height(style), usual_height(style));
  grid.pitch = grid.height + grid.gap;
  grid.every = static_cast<int>(std::ceil(style.small_size * 1.1F / grid.pitch));
  return grid;
}

// A click on a sector selects the element that it begins with.
void select_sector(Frame& frame, const figures::LineRow& line, int sector) {
  const std::uint64_t address =
      line.address + static_cast<std::uint64_t>(sector) * events::kSectorBytes;
  const auto element =
      view::element_at(view::arrays_of(frame.session), events::Space::Global, address);
  if (element)
    frame.commands.post(
        fmt::format("select array={} index={}", session::quote(element->array), element->index));
}

void draw_line(Frame& frame, const figures::GlobalModel& model, std::size_t index, const Grid& grid,
               std::uint32_t beat) {
  const style::Style& style = frame.style;
  const figures::LineRow& line = model.lines[index];
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float middle = origin.y + grid.height / 2;
  const float half = std::max(grid.height, style.small_size * 1.3F) / 2;
  if (grid.name > 0 && static_cast<int>(index) % grid.every == 0)
    widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, widgets::small_mono(style),
                          {origin.x, middle - half},
                          {origin.x + grid.name - style.gap, middle + half}, line.label, 1.0F);
  for (int i = 0; i < kSectors; ++i) {
    const float left = origin.x + grid.left(i);
    draw_sector(style, model, line.sectors[i], beat, {left, origin.y},
                {left + grid.sector, origin.y + grid.height});
  }
  ImGui::PushID(static_cast<int>(index));
  if (ImGui::InvisibleButton("###line", {grid.left(kSectors) - grid.gap, grid.pitch})) {
    const float x = ImGui::GetIO().MousePos.x - origin.x;
    for (int i = 0; i < kSectors; ++i)
      if (x >= grid.left(i) && x < grid.left(i) + grid.sector) select_sector(frame, line, i);
  }
  ImGui::PopID();
}

void draw_sector_names(const style::Style& style, const Grid& grid) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float height = names_height(style);
  if (widgets::measure(style, widgets::small_text(style), say("sector {}", 0)).x < grid.sector)
    for (int i = 0; i < kSectors; ++i) {
      const float left = origin.x + grid.left(i);
      widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, widgets::small_text(style),
                            {left, origin.y}, {left + grid.sector, origin.y + height},
                            say("sector {}", i));
    }
  ImGui::Dummy({grid.left(kSectors) - grid.gap, height});
}

void draw_lanes(Frame& frame, const figures::GlobalModel& model, Grid& grid, double moment) {
  const style::Style& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  grid.lanes_y = at.y + lanes_gap(style);
  const float left = grid.origin.x + grid.name;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (grid.name > 0)
    widgets::draw_text_in(list, style, widgets::small_text(style), {at.x, grid.lanes_y},
                          {left - style.gap, grid.lanes_y + grid.lane_height}, tr("lanes"), 1.0F);
  const auto selected = frame.session.state().cursor.selection.lane;
  for (int lane = 0; lane < model.lane_count; ++lane) {
    const auto index = static_cast<std::size_t>(lane);
    const bool active = (model.access.lanes >> lane & 1U) != 0;
    const widgets::LaneLook now =
        active ? widgets::look_of_lane(model.beats, index, moment) : widgets::LaneLook{};
    const widgets::CellShape shape = !active        ? widgets::CellShape::Faint
                                     : now.outlined ? widgets::CellShape::Outlined
                                                    : widgets::CellShape::Filled;
    const float x = left + static_cast<float>(lane) * grid.lane;
    widgets::draw_cell(
        list, style, {x + 1, grid.lanes_y + 1},
        {x + grid.lane - 1, grid.lanes_y + grid.lane_height - 1},
        {active ? style::Role::Active : style::Role::Inactive, shape,
         selected == static_cast<std::uint32_t>(lane)},
        now.shows_value ? std::string_view(model.beats.values[index]) : std::string_view{});
  }
  ImGui::SetCursorScreenPos({left, grid.lanes_y});
  const bool clicked = ImGui::InvisibleButton(
      "###lanes", {grid.lane * static_cast<float>(model.lane_count), grid.lane_height});
  const auto under = static_cast<int>((ImGui::GetIO().MousePos.x - left) / grid.lane);
  if (under >= 0 && under < model.lane_count) {
    const bool active = (model.access.lanes >> under & 1U) != 0;
    if (clicked) frame.commands.post(fmt::format("select lane={}", under));
    if (ImGui::IsItemHovered())
      widgets::tooltip(style, active ? say("Lane {}: address 0x{:x}, {} bytes.", under,
                                           model.access.addresses[static_cast<std::size_t>(under)],
                                           model.access.bytes)
                                     : say("Lane {} takes no part in this request.", under));
  }
  ImGui::SetCursorScreenPos({at.x, grid.lanes_y + grid.lane_height + style.gap * 0.5F});
}

// From the lane up to its first byte.
widgets::Flight flight_of(const Grid& grid, const figures::GlobalModel& model, int lane,
                          std::size_t line, int sector) {
  constexpr auto kSectorBytes = static_cast<double>(events::kSectorBytes);
  const auto byte = model.access.addresses[static_cast<std::size_t>(lane)];
  const double first = static_cast<double>(model.lines[line].address) + sector * kSectorBytes;
  const double share = std::clamp(
      (static_cast<double>(byte) - first + model.access.bytes / 2.0) / kSectorBytes, 0.0, 1.0);
  const ImVec2 from{grid.origin.x + grid.name + (static_cast<float>(lane) + 0.5F) * grid.lane,
                    grid.lanes_y};
  const ImVec2 to{grid.origin.x + grid.left(sector) + static_cast<float>(share) * grid.sector,
                  grid.origin.y + static_cast<float>(line) * grid.pitch + grid.height};
  return {from, to, std::max((from.y - to.y) * 0.5F, grid.height * 0.5F)};
}

// One sector's: their lines, or what travels on them.
struct SectorFlights {
  std::size_t line = 0;
  int sector = 0;
  view::PassPlace place;
  bool settled = false;
};
void draw_flights_of(const style::Style& style, const figures::GlobalModel& model, const Grid& grid,
                     const SectorFlights& which, bool lines) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::uint32_t colour = style.outline(model.role, which.settled ? 0.3F : 0.75F);
  const float thickness = (which.settled ? 1.0F : 1.5F) * style.scale;
  const bool carries = which.place.leg == view::Leg::Back || !model.beats.returns;
  for (LaneMask rest = model.lines[which.line].sectors[which.sector].lanes; rest != 0;
       rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const widgets::Flight flight = flight_of(grid, model, lane, which.line, which.sector);
    if (lines) {
      widgets::draw_flight_line(list, flight, colour, thickness);
      continue;
    }
    const std::string& value = model.beats.values[static_cast<std::size_t>(lane)];
    widgets::draw_traveller(list, style, flight, which.place, model.role,
                            carries ? std::string_view(value) : std::string_view{},
                            grid.lane * 2.5F);
  }
}

// A pass a sector: those under way, else, at rest, faint lines from all lanes.
void draw_flights(const style::Style& style, const figures::GlobalModel& model, const Grid& grid,
                  double moment) {
  const bool settled = moment >= 1.0;
  for (const bool lines : {true, false})
    for (std::size_t line = 0; line < model.lines.size(); ++line)
      for (int i = 0; i < kSectors; ++i) {
        const figures::SectorCell& sector = model.lines[line].sectors[i];
        const view::PassPlace place =
            view::pass_place(moment, model.beats.passes, sector.order, model.beats.returns);
        const bool moves = place.leg == view::Leg::Out || place.leg == view::Leg::Back;
        if (sector.fetched && (moves || (lines && settled)))
          draw_flights_of(style, model, grid, {line, i, place, settled}, lines);
      }
}

}  // namespace

std::string_view GlobalMemoryPanel::help() const {
  return tr(
      "The 128-byte lines that a request touches, each of four sectors of 32 bytes. Memory is "
      "fetched in whole sectors: filled bytes are used by a lane, the rest travels for nothing. "
      "As the step "
      "plays, sector follows sector: addresses fly up from the lanes, and values come back.");
}

const std::optional<figures::GlobalModel>& GlobalMemoryPanel::model(const Frame& frame) {
  const style::Style& style = frame.style;
  const float around = style.text_size * 2.6F + style.gap * 2;
  const float pitch = least_height(style) + line_gap(style);
  const auto lines =
      static_cast<std::uint32_t>(std::clamp((height_ - around) / pitch, 1.0F, 32.0F));
  return cache_.get(frame.session, lines,
                    [&] { return figures::global_model(frame.session, lines); });
}

// As many lines as the requests of the run touch on average, and at least those of one that is
// whole and out of line.
float GlobalMemoryPanel::enough_height(const Frame& frame, float /*width*/) {
  const auto& run = frame.session.run();
  if (!run) return 0.0F;
  const style::Style& style = frame.style;
  const std::uint64_t key = run->id * 2 + (run->complete ? 1 : 0);
  if (key != usual_key_) {
    constexpr std::uint64_t kLeast = 2, kMost = 31;
    const events::Counters counters = run->counters();
    usual_key_ = key;
    usual_lines_ = kLeast;
    for (const auto* kind :
         {&counters.global_load, &counters.global_store, &counters.global_atomic})
      if (kind->requests > 0)
        usual_lines_ = std::clamp(kind->sectors / kind->requests / events::kSectorsOfLine,
                                  usual_lines_, kMost);
  }
  const auto rows = static_cast<float>(usual_lines_ + 1);
  return rows * (usual_height(style) + line_gap(style)) + lanes_gap(style) + lanes_height(style) +
         style.gap * 1.5F + style.text_size * 2.7F;
}

std::string GlobalMemoryPanel::subtitle(const Frame& frame) {
  const auto& shown = model(frame);
  if (!shown || !shown->has_request) return tr("lines of 128 bytes, four sectors each");
  return shown->current ? tr("this request") : tr("last touched");
}

std::string GlobalMemoryPanel::note(const Frame& frame) {
  const auto& shown = model(frame);
  return shown ? shown->note : std::string();
}

void GlobalMemoryPanel::draw_content(Frame& frame) {
  height_ = ImGui::GetContentRegionAvail().y;
  const auto& shown = model(frame);
  if (!shown) {
    widgets::empty_state(
        frame.style, tr("Nothing has run yet. Step to a global load or store to see its sectors."));
    return;
  }
  if (!shown->has_request) {
    widgets::empty_state(frame.style, shown->sentence);
    return;
  }
  const auto beats = static_cast<std::uint32_t>(shown->request.sectors.size());
  const std::uint32_t beat = shown->current ? figures::beat_of(frame.session, beats) : beats;
  Grid grid = grid_of(frame.style, *shown, ImGui::GetContentRegionAvail());
  grid.origin = ImGui::GetCursorScreenPos();
  const double moment = shown->current ? frame.session.state().cursor.beat : 1.0;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (std::size_t i = 0; i < shown->lines.size(); ++i) draw_line(frame, *shown, i, grid, beat);
  if (grid.named) draw_sector_names(frame.style, grid);
  if (grid.has_lanes) {
    draw_lanes(frame, *shown, grid, moment);
    draw_flights(frame.style, *shown, grid, moment);
  }
  ImGui::PopStyleVar();
  const std::string more = shown->hidden_lines == 0
                               ? std::string()
                               : say_many(shown->hidden_lines, " {} more line is not drawn.",
                                          " {} more lines are not drawn.", shown->hidden_lines);
  widgets::sentence(frame.style, shown->sentence + more);
}

}  // namespace lanescope::ui::panels::global_memory
