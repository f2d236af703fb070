#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::ui::view {

// An arrangement of panels as data (assets/layouts/*.json): a tree of splits whose leaves are tabs.
//   {"columns": [{"share": 0.2, "rows": [{"share": 0.5, "tabs": ["experiment"]}, …]}, …]}
// It names a panel where it has a place in mind; add_neighbours adds the others.
struct LayoutNode {
  enum class Kind : std::uint8_t { Columns, Rows, Tabs } kind = Kind::Tabs;
  double share = 1.0;                // of its parent; shares need not add up to 1
  double least = 0.0;                // pixels at 100 %: in a small window its share grows to this
  double low = 0.0;                  // the least share where the parent has little room; 0: none
  std::vector<LayoutNode> children;  // Columns, Rows
  std::vector<std::string> tabs;     // panel ids; the first is in front
};
struct Layout {
  std::string name;  // "full"
  LayoutNode root;
  std::vector<std::string> without;  // panels that are not shown
};
[[nodiscard]] Result<Layout> parse_layout(std::string name, const std::string& json);
// From the assets folder; one column of tabs when the file is missing would hide what is wrong, so
// that is an Error.
[[nodiscard]] Result<Layout> load_layout(const std::string& name);
struct PanelHome {
  std::string id;
  std::string neighbour;  // the panel behind whose tab it stands; empty: where a layout names it
};
// Adds the panels that the layout does not name behind their neighbours, in the order given. Where
// the neighbour is not shown, they are not either.
void add_neighbours(Layout& layout, std::span<const PanelHome> panels);
// What each child of Columns or Rows gets of `size` pixels at 100 %; adds up to 1. All `least`
// together get three quarters at most.
[[nodiscard]] std::vector<double> shares_of(const LayoutNode& node, double size);
// One of several panels above each other, or of places with tabs.
struct RowNeed {
  double share = 1.0;     // of the height, as the layout gives it
  double enough = 0.0;    // the share that it can use; 0: the more the better
  bool favoured = false;  // it gets the most of what others leave
};
// What each gets, adding up to 1: those that have enough with less than their share leave the rest
// to the others, or, where none of them can use more, to all.
[[nodiscard]] std::vector<double> shares_by_need(std::span<const RowNeed> rows);
[[nodiscard]] std::vector<std::string> panels_of(const Layout& layout);
// The first tab of each place.
[[nodiscard]] std::vector<std::string> front_panels_of(const Layout& layout);

}  // namespace lanescope::ui::view
