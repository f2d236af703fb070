#pragma once

#include <imgui.h>

#include "ui/figures/global_model.hpp"
#include "ui/figures/shared_model.hpp"
#include "ui/figures/warps_model.hpp"
#include "ui/style/style.hpp"
#include "ui/widgets/cells.hpp"

// The pictures of the stage and of requests: their parts, and small forms of the whole without
// names, for two of them side by side.
namespace lanescope::ui::widgets {

[[nodiscard]] CellLook lane_look(const figures::LaneCell& cell, bool selected);
// Eight words of a sector; a word of which only some bytes are used is filled in part.
void draw_sector_words(ImDrawList& list, const style::Style& style,
                       const figures::SectorCell& sector, style::Role role, ImVec2 min, ImVec2 max);

// All warps, a row each, over the width at hand, as one item..
void lane_rows(const style::Style& style, const figures::WarpsModel& model, float width,
               float most_height);
// The words of a request under their banks; `beat` as beat_of().
void bank_rows(const style::Style& style, const figures::SharedModel& model, float width,
               std::uint32_t beat);
// The sectors of a request, four a line.
void sector_rows(const style::Style& style, const figures::GlobalModel& model, float width,
                 std::uint32_t beat);

}  // namespace lanescope::ui::widgets
