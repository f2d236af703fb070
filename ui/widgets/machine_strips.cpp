#include "ui/widgets/machine_strips.hpp"

#include <algorithm>
#include <bit>

#include <imgui.h>

#include "sim/events/memory_units.hpp"

namespace lanescope::ui::widgets {
namespace {

constexpr auto kWords = static_cast<int>(events::kWordsOfSector);
constexpr auto kSectors = static_cast<int>(events::kSectorsOfLine);
constexpr auto kBanks = static_cast<int>(events::kBanks);

CellLook word_look(const figures::SharedModel& model, const figures::WordCell& cell,
                   std::uint32_t beat) {
  if (cell.word >= model.total_words) return {style::Role::Exited, CellShape::Dotted, false};
  switch (figures::service_of(cell, beat)) {
    case figures::ServiceState::None:
      return {style::Role::Inactive, CellShape::Faint, false};
    case figures::ServiceState::Pending:
      return {model.role, CellShape::Outlined, false};
    case figures::ServiceState::Now:
      return {model.conflict_banks.empty() ? model.role : style::Role::Conflict, CellShape::Filled,
              false};
    case figures::ServiceState::Done:
      return {model.role, CellShape::Filled, false};
  }
  return {};
}

void outline_banks(const style::Style& style, const figures::SharedModel& model, ImVec2 origin,
                   float cell, float height) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const std::uint32_t bank : model.conflict_banks) {
    const float left = origin.x + static_cast<float>(bank) * cell;
    list.AddRect({left, origin.y}, {left + cell, origin.y + height},
                 style.outline(style::Role::Conflict), 2.0F * style.scale, 1.5F * style.scale);
  }
}

}  // namespace

CellLook lane_look(const figures::LaneCell& cell, bool selected) {
  switch (cell.state) {
    case figures::LaneState::Executed:
      return {style::Role::Active, CellShape::Filled, selected};
    case figures::LaneState::PredicatedOff:
      return {style::Role::PredicatedOff, CellShape::Dashed, selected};
    case figures::LaneState::Ready:
      return {style::Role::Inactive, CellShape::Faint, selected};
    case figures::LaneState::AtBarrier:
    case figures::LaneState::AtWarpSync:
    case figures::LaneState::AtJoin:
      return {style::Role::Waiting, CellShape::Outlined, selected};
    case figures::LaneState::Absent:
    case figures::LaneState::Exited:
      return {style::Role::Exited, CellShape::Dotted, selected};
  }
  return {};
}

void draw_sector_words(ImDrawList& list, const style::Style& style,
                       const figures::SectorCell& sector, style::Role role, ImVec2 min,
                       ImVec2 max) {
  const float word = (max.x - min.x) / kWords;
  const float inset = word > 4.0F ? 1.0F : 0.25F;
  for (int i = 0; i < kWords; ++i) {
    const int used = std::popcount(sector.byte_mask >> (4 * i) & 15U);
    const ImVec2 from{min.x + static_cast<float>(i) * word + inset, min.y};
    const ImVec2 to{from.x + word - 2 * inset, max.y};
    list.AddRectFilled(from, to, style.pack(style::Role::Wasted, 0.8F), 1.5F * style.scale);
    if (used == 0) continue;
    const float share = static_cast<float>(used) / 4.0F;
    list.AddRectFilled({from.x, to.y - (to.y - from.y) * share}, to, style.pack(role),
                       1.5F * style.scale);
  }
}

void lane_rows(const style::Style& style, const figures::WarpsModel& model, float width,
               float most_height) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float cell =
      std::min(width / static_cast<float>(std::max(model.lane_count, 1)), style.text_size * 1.4F);
  const auto rows = static_cast<float>(std::max<std::size_t>(model.rows.size(), 1));
  const float pitch =
      std::clamp(most_height / rows, 4.0F * style.scale, std::max(cell, 6.0F * style.scale));
  const float inset = cell > 8.0F ? 1.0F : 0.5F;
  for (std::size_t r = 0; r < model.rows.size(); ++r) {
    const float top = origin.y + static_cast<float>(r) * pitch;
    for (std::size_t lane = 0; lane < model.rows[r].lanes.size(); ++lane) {
      const figures::LaneCell& is = model.rows[r].lanes[lane];
      if (is.state == figures::LaneState::Absent) continue;
      const float left = origin.x + static_cast<float>(lane) * cell;
      draw_cell(list, style, {left + inset, top + inset},
                {left + cell - inset, top + pitch - inset}, lane_look(is, false));
    }
  }
  ImGui::Dummy({cell * static_cast<float>(model.lane_count), pitch * rows});
}

void bank_rows(const style::Style& style, const figures::SharedModel& model, float width,
               std::uint32_t beat) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float cell = std::min(width / static_cast<float>(kBanks), style.text_size * 1.4F);
  const float height = std::clamp(cell, 6.0F * style.scale, style.text_size);
  const float inset = cell > 8.0F ? 1.0F : 0.5F;
  for (std::size_t r = 0; r < model.rows.size(); ++r) {
    for (std::size_t bank = 0; bank < model.rows[r].cells.size(); ++bank) {
      const ImVec2 min{origin.x + static_cast<float>(bank) * cell,
                       origin.y + static_cast<float>(r) * height};
      const figures::WordCell& word = model.rows[r].cells[bank];
      draw_cell(list, style, {min.x + inset, min.y + inset},
                {min.x + cell - inset, min.y + height - inset}, word_look(model, word, beat));
    }
  }
  const float all = static_cast<float>(model.rows.size()) * height;
  outline_banks(style, model, origin, cell, all);
  ImGui::Dummy({cell * kBanks, all});
}

void sector_rows(const style::Style& style, const figures::GlobalModel& model, float width,
                 std::uint32_t beat) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float gap = 2.0F * style.scale;
  const float sector = (width - gap * (kSectors - 1)) / kSectors;
  const float height = style.text_size * 1.1F, inset = 2.0F * style.scale;
  for (std::size_t row = 0; row < model.lines.size(); ++row) {
    for (int i = 0; i < kSectors; ++i) {
      const figures::SectorCell& cell = model.lines[row].sectors[i];
      const ImVec2 min{origin.x + static_cast<float>(i) * (sector + gap),
                       origin.y + static_cast<float>(row) * (height + gap)};
      const ImVec2 max{min.x + sector, min.y + height};
      if (!cell.fetched || cell.order > beat) {
        list.AddRectFilled(min, max, style.pack(style::Role::Inactive, 0.6F),
                           style.rounding * 0.5F);
        continue;
      }
      list.AddRectFilled(min, max, style.pack(model.role, 0.16F), style.rounding * 0.5F);
      list.AddRect(min, max, style.outline(model.role), style.rounding * 0.5F,
                   std::max(1.0F, style.scale));
      draw_sector_words(list, style, cell, model.role, {min.x + inset, min.y + inset},
                        {max.x - inset, max.y - inset});
    }
  }
  const auto lines = static_cast<float>(model.lines.size());
  ImGui::Dummy({width, std::max(lines * (height + gap) - gap, 1.0F)});
}

}  // namespace lanescope::ui::widgets
