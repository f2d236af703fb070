// The shipped layouts with the panels that there are.

#include "ui/view/layout.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "lab/lesson/paths.hpp"
#include "tests/ui/panels/contract.hpp"

namespace lanescope::ui::test {
namespace {

using Ids = std::vector<std::string>;

Ids sorted(Ids ids) {
  std::sort(ids.begin(), ids.end());
  return ids;
}

std::vector<view::PanelHome> homes() { return studio::panel_homes(studio::make_panels()); }

Ids all_panels() {
  Ids ids;
  for (const view::PanelHome& panel : homes()) ids.push_back(panel.id);
  return sorted(ids);
}

view::Layout as_shown(const std::string& name, const std::vector<view::PanelHome>& panels) {
  auto layout = view::load_layout(name);
  EXPECT_TRUE(layout) << layout.error().text();
  if (!layout) return {};
  view::add_neighbours(*layout, panels);
  return std::move(*layout);
}

// Those of the user's window, by the names of their files.
Ids layouts_of_user() {
  Ids names;
  for (const auto& file :
       std::filesystem::directory_iterator(lesson::find_asset("layouts/full.json").parent_path())) {
    const std::string name = file.path().stem().string();
    if (!name.starts_with("projector")) names.push_back(name);
  }
  return sorted(names);
}

// The place that holds a panel, and with it its neighbours.
template <typename Node>
Node* place_of(Node& node, const std::string& id) {
  if (std::ranges::find(node.tabs, id) != node.tabs.end()) return &node;
  for (auto& child : node.children) {
    if (Node* found = place_of<Node>(child, id)) return found;
  }
  return nullptr;
}

TEST(Layouts, ShowEveryPanelOnce) {
  EXPECT_GE(layouts_of_user().size(), 9U);
  for (const std::string& name : layouts_of_user())
    EXPECT_EQ(sorted(view::panels_of(as_shown(name, homes()))), all_panels()) << name;
}

// What a layout says of a panel that does not exist is shown to nobody.
TEST(Layouts, NameOnlyPanelsThatThereAre) {
  const Ids all = all_panels();
  for (const auto& panel : homes()) {
    EXPECT_TRUE(panel.neighbour.empty() || std::ranges::binary_search(all, panel.neighbour))
        << panel.id << " stands behind " << panel.neighbour;
  }
  for (const char* name : {"projector", "projector-global", "projector-compare",
                           "projector-compact", "full", "compare", "compact"}) {
    const auto layout = view::load_layout(name);
    ASSERT_TRUE(layout) << layout.error().text();
    Ids named = view::panels_of(*layout);
    named.insert(named.end(), layout->without.begin(), layout->without.end());
    named = sorted(std::move(named));
    EXPECT_TRUE(std::ranges::includes(all, named)) << name;
    EXPECT_EQ(std::ranges::adjacent_find(named), named.end()) << name;
  }
}

// A name says more than the default does, or it is not there.
TEST(Layouts, SayNothingThatNeighboursSay) {
  for (const std::string& name : layouts_of_user()) {
    const auto written = view::load_layout(name);
    ASSERT_TRUE(written);
    const Ids shown = view::panels_of(as_shown(name, homes()));
    for (const view::PanelHome& panel : homes()) {
      view::Layout shorter = *written;
      view::LayoutNode* place = place_of(shorter.root, panel.id);
      if (place == nullptr || place->tabs.size() == 1) continue;
      std::erase(place->tabs, panel.id);
      view::add_neighbours(shorter, homes());
      EXPECT_NE(view::panels_of(shorter), shown) << name << " need not name " << panel.id;
    }
  }
}

// As any panel that is added tomorrow.
TEST(Layouts, ShowANewPanelBesideItsNeighbour) {
  std::vector<view::PanelHome> panels = homes();
  panels.push_back({"new", "warps"});
  Ids names = layouts_of_user();
  for (const char* name : {"projector", "projector-global", "projector-compare"})
    names.emplace_back(name);
  for (const std::string& name : names) {
    const view::Layout layout = as_shown(name, panels);
    const view::LayoutNode* place = place_of(layout.root, "new");
    ASSERT_NE(place, nullptr) << name;
    EXPECT_EQ(place, place_of(layout.root, "warps")) << name;
  }
}

// A program is as long as it is wide: its strip goes over the whole window.
TEST(Layouts, AProgramHasTheWholeWidth) {
  const view::Layout layout = as_shown("program", homes());
  ASSERT_FALSE(layout.root.children.empty());
  EXPECT_EQ(layout.root.kind, view::LayoutNode::Kind::Rows);
  EXPECT_EQ(layout.root.children.front().tabs, Ids{"program"});
}

// What is for the teacher, or changes the run, is not among them.
TEST(Layouts, TheClassSeesPicturesOnly) {
  Ids wanted = all_panels();
  std::erase_if(wanted, [](const std::string& id) {
    return id == "experiment" || id == "lesson" || id == "help" || id == "notes" ||
           id == "device" || id == "what-if";
  });
  for (const char* name :
       {"projector", "projector-global", "projector-compare", "projector-compact"}) {
    const Ids panels = sorted(view::panels_of(as_shown(name, homes())));
    Ids missing;
    std::ranges::set_difference(wanted, panels, std::back_inserter(missing));
    EXPECT_EQ(panels.size() + missing.size(), wanted.size()) << name;
    // Where two runs are compared, one run's registers and hazards may be left out.
    if (std::string_view(name) != "projector-compare") {
      EXPECT_TRUE(missing.empty()) << name;
    }
  }
}

// Of 1,000 pixels 250 are enough for the second; the third wants more, the first takes what comes.
TEST(Layouts, RowsWithEnoughLeaveTheRestToTheOthers) {
  using view::RowNeed;
  const std::vector<RowNeed> rows{{0.25, 0.0, false}, {0.5, 0.25, false}, {0.25, 0.9, false}};
  const std::vector<double> shares = view::shares_by_need(rows);
  ASSERT_EQ(shares.size(), 3U);
  EXPECT_DOUBLE_EQ(shares[0], 0.375);
  EXPECT_DOUBLE_EQ(shares[1], 0.25);
  EXPECT_DOUBLE_EQ(shares[2], 0.375);
  const std::vector<RowNeed> favoured{{0.25, 0.0, true}, {0.5, 0.25, false}, {0.25, 0.0, false}};
  const std::vector<double> better = view::shares_by_need(favoured);
  EXPECT_GT(better[0], shares[0]);
  EXPECT_GE(better[2], 0.25);  // nobody gets less than the layout gives, but who has enough
  EXPECT_NEAR(better[0] + better[1] + better[2], 1.0, 1.0e-9);
}

TEST(Layouts, NoHeightIsLostWhereAllRowsHaveEnough) {
  const std::vector<view::RowNeed> rows{{3.0, 0.2, false}, {1.0, 0.05, false}};
  const std::vector<double> shares = view::shares_by_need(rows);
  ASSERT_EQ(shares.size(), 2U);
  EXPECT_DOUBLE_EQ(shares[0], 0.8);
  EXPECT_DOUBLE_EQ(shares[1], 0.2);
  EXPECT_TRUE(view::shares_by_need({}).empty());
}

}  // namespace
}  // namespace lanescope::ui::test
