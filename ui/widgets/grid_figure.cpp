#include "ui/widgets/grid_figure.hpp"

#include <algorithm>

#include <imgui.h>

#include "ui/view/numbers.hpp"
#include "ui/widgets/machine_strips.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::widgets {
namespace {

constexpr double kFoldedWidth = 3.0;  // pixels: narrower blocks are drawn as stretches

struct Plot {
  const style::Style& style;
  const figures::GridModel& model;
  figures::GridLayout layout;
  ImVec2 origin;
  float gap = 0.0F;
  [[nodiscard]] ImVec2 at(std::uint64_t column, std::uint64_t row) const {
    return {origin.x + static_cast<float>(static_cast<double>(column) * layout.width),
            origin.y + static_cast<float>(static_cast<double>(row) * layout.height)};
  }
};

// Ended: filled. Still to come: an outline, where there is room for one.
void draw_block(ImDrawList& list, const Plot& plot, figures::BlockState state, ImVec2 min,
                ImVec2 max) {
  const style::Style& style = plot.style;
  const bool room = max.x - min.x > 5.0F && max.y - min.y > 5.0F;
  if (state == figures::BlockState::Ended)
    list.AddRectFilled(min, max, style.outline(style::Role::Exited, room ? 0.7F : 1.0F));
  else if (room)
    list.AddRect(min, max, style.pack(style::Role::Line));
  else
    list.AddRectFilled(min, max, style.pack(style::Role::Inactive));
}

void draw_threads(ImDrawList& list, const Plot& plot, const figures::RunningBlock& block,
                  ImVec2 min, ImVec2 max) {
  const float lane = (max.x - min.x) / static_cast<float>(plot.model.lane_count);
  const float warp = (max.y - min.y) / static_cast<float>(plot.model.warps);
  const float inset = warp > 4.0F ? 0.5F : 0.0F;
  list.AddRectFilled(min, max, plot.style.pack(style::Role::Background));
  for (const figures::ThreadRun& run : block.runs) {
    const ImVec2 from{min.x + static_cast<float>(run.first) * lane,
                      min.y + static_cast<float>(run.warp) * warp + inset};
    const ImVec2 to{
        min.x + static_cast<float>(run.last) * lane,
        std::max(from.y + 1.0F, min.y + static_cast<float>(run.warp + 1) * warp - inset)};
    list.AddRectFilled(from, to, plot.style.outline(figures::role_of(run.state)));
  }
}

void draw_cells(ImDrawList& list, const Plot& plot) {
  for (std::uint64_t b = 0; b < plot.model.blocks; ++b) {
    const ImVec2 at = plot.at(b % plot.layout.columns, b / plot.layout.columns);
    const ImVec2 max{at.x + static_cast<float>(plot.layout.width) - plot.gap,
                     at.y + static_cast<float>(plot.layout.height) - plot.gap};
    if (const figures::RunningBlock* block = plot.model.find(b))
      draw_threads(list, plot, *block, at, max);
    else
      draw_block(list, plot, plot.model.state(b), at, max);
  }
}

// Row by row, what has begun and what has not.
void draw_stretches(ImDrawList& list, const Plot& plot) {
  const std::uint64_t columns = plot.layout.columns;
  const auto height = static_cast<float>(std::max(plot.layout.height, 1.0));
  float drawn = plot.origin.y - 1.0F;
  for (std::uint64_t row = 0; row < plot.layout.rows; ++row) {
    const std::uint64_t first = row * columns;
    const std::uint64_t last = std::min(first + columns, plot.model.blocks);
    const ImVec2 left = plot.at(0, row);
    if (left.y < drawn + 1.0F && plot.model.state(first) == plot.model.state(last - 1)) continue;
    drawn = left.y;
    const std::uint64_t begun = std::clamp(plot.model.begun, first, last);
    const float middle = plot.at(begun - first, row).x, right = plot.at(last - first, row).x;
    if (begun > first)
      draw_block(list, plot, figures::BlockState::Ended, left, {middle, left.y + height});
    if (begun < last)
      list.AddRectFilled({middle, left.y}, {right, left.y + height},
                         plot.style.pack(style::Role::Inactive));
  }
  for (const figures::RunningBlock& block : plot.model.running) {
    const ImVec2 at = plot.at(block.block.value % columns, block.block.value / columns);
    const float side = 4.0F * plot.style.scale;
    list.AddRectFilled({at.x - side / 2, at.y - side / 2}, {at.x + side / 2, at.y + side / 2},
                       plot.style.outline(style::Role::Active));
  }
}

std::string words_of(const figures::GridModel& model, std::uint64_t block) {
  switch (model.state(block)) {
    case figures::BlockState::Ahead:
      return tr("is still to come");
    case figures::BlockState::Running:
      return tr("runs");
    case figures::BlockState::Ended:
      return tr("has ended");
    case figures::BlockState::Unknown:
      return tr("does not run now");
  }
  return {};
}

}  // namespace

std::optional<std::uint64_t> draw_grid(const style::Style& style, const figures::GridModel& model,
                                       float width, float height) {
  Plot plot{style, model,
            figures::lay_out(model, static_cast<double>(width), static_cast<double>(height)),
            ImGui::GetCursorScreenPos()};
  plot.gap = plot.layout.width >= 2 * kFoldedWidth ? std::max(1.0F, style.scale) : 0.0F;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (plot.layout.width < kFoldedWidth || plot.layout.height < kFoldedWidth)
    draw_stretches(list, plot);
  else
    draw_cells(list, plot);
  const std::uint64_t columns = plot.layout.columns;
  const ImVec2 shown = plot.at(model.shown.value % columns, model.shown.value / columns);
  const float least = 3.0F * style.scale;
  list.AddRect({shown.x - 2, shown.y - 2},
               {shown.x + std::max(static_cast<float>(plot.layout.width) - plot.gap, least) + 2,
                shown.y + std::max(static_cast<float>(plot.layout.height) - plot.gap, least) + 2},
               style.pack(style::Role::Selected), 0.0F, 1.5F * style.scale);
  const bool clicked = ImGui::InvisibleButton("###grid", {width, height});
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const double x = static_cast<double>(mouse.x - plot.origin.x) / plot.layout.width;
  const double y = static_cast<double>(mouse.y - plot.origin.y) / plot.layout.height;
  if (x < 0.0 || y < 0.0 || x >= static_cast<double>(columns)) return std::nullopt;
  const std::uint64_t under =
      static_cast<std::uint64_t>(y) * columns + static_cast<std::uint64_t>(x);
  if (under >= model.blocks) return std::nullopt;
  if (ImGui::IsItemHovered())
    tooltip(style, say("Block {} {}. A click shows it.", view::with_commas(under),
                       words_of(model, under)));
  return clicked ? std::optional(under) : std::nullopt;
}

}  // namespace lanescope::ui::widgets
