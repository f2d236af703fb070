#include "ui/studio/columns.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <imgui.h>
#include <imgui_internal.h>

#include "ui/view/layout.hpp"

namespace lanescope::ui::studio {

void Columns::add(std::vector<std::uint32_t> places, std::vector<std::uint32_t> rests,
                  std::vector<double> shares) {
  columns_.push_back({std::move(places), std::move(rests), std::move(shares), {}, false});
}

void Columns::fit(const NeedOf& need_of) {
  for (Column& column : columns_) fit(column, need_of);
}

void Columns::fit(Column& column, const NeedOf& need_of) {
  std::vector<ImGuiDockNode*> places, rests;
  for (const std::uint32_t id : column.places) places.push_back(ImGui::DockBuilderGetNode(id));
  for (const std::uint32_t id : column.rests) rests.push_back(ImGui::DockBuilderGetNode(id));
  rests.push_back(places.back());
  const auto is_gone = [](const ImGuiDockNode* node) { return node == nullptr; };
  if (std::ranges::any_of(places, is_gone) || std::ranges::any_of(rests, is_gone)) return;
  float height = 0.0F;
  std::vector<view::RowNeed> rows;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!places[i]->IsVisible) {  // its room is the others'
      rows.push_back({column.shares[i], 1.0e-6, false});
      continue;
    }
    height += places[i]->Size.y;
    const Need need = need_of(column.places[i]);
    rows.push_back({column.shares[i], need.enough, need.favoured});
  }
  if (height <= 0.0F) return;
  for (std::size_t i = 0; i < places.size() && !column.heights.empty(); ++i)
    column.moved |= std::abs(places[i]->SizeRef.y - column.heights[i]) > 1.0F;
  if (column.moved) return;
  for (view::RowNeed& row : rows)
    if (row.enough >= 1.0) row.enough /= static_cast<double>(height);
  const std::vector<double> shares = view::shares_by_need(rows);
  column.heights.clear();
  double left = 1.0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i > 0) rests[i - 1]->SizeRef.y = std::round(static_cast<float>(left) * height);
    column.heights.push_back(std::round(static_cast<float>(shares[i]) * height));
    places[i]->SizeRef.y = column.heights.back();
    left -= shares[i];
  }
  // The last place is the last rest, too.
  column.heights.back() = places.back()->SizeRef.y;
}

}  // namespace lanescope::ui::studio
