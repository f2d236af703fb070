#include "ui/view/layout.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "lab/experiment/file.hpp"
#include "lab/lesson/paths.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::view {
namespace {

using nlohmann::json;

Result<std::vector<std::string>> read_ids(const json& in, const char* key) {
  std::vector<std::string> ids;
  for (const json& id : in[key]) {
    if (!id.is_string()) return bad_input(say("{} are ids of panels", key));
    ids.push_back(id.get<std::string>());
  }
  return ids;
}

Result<LayoutNode> read_node(const json& in) {
  LayoutNode node;
  if (!in.is_object()) return bad_input(tr("a layout's node is an object"));
  if (in.contains("share")) {
    if (!in["share"].is_number() || in["share"].get<double>() <= 0.0)
      return bad_input(tr("share is a number above 0"));
    node.share = in["share"].get<double>();
  }
  if (in.contains("least")) {
    if (!in["least"].is_number() || in["least"].get<double>() < 0.0)
      return bad_input(tr("least is a number of pixels"));
    node.least = in["least"].get<double>();
  }
  if (in.contains("low")) {
    if (!in["low"].is_number() || in["low"].get<double>() <= 0.0 || in["low"].get<double>() >= 1.0)
      return bad_input(tr("low is a share between 0 and 1"));
    node.low = in["low"].get<double>();
  }
  if (in.contains("tabs")) {
    auto ids = read_ids(in, "tabs");
    if (!ids) return ids.error();
    node.tabs = std::move(*ids);
    if (node.tabs.empty()) return bad_input(tr("tabs must name a panel"));
    return node;
  }
  const char* const key = in.contains("columns") ? "columns" : "rows";
  if (!in.contains(key)) return bad_input(tr("a layout's node has columns, rows or tabs"));
  node.kind = in.contains("columns") ? LayoutNode::Kind::Columns : LayoutNode::Kind::Rows;
  for (const json& child : in[key]) {
    auto read = read_node(child);
    if (!read) return read.error();
    node.children.push_back(std::move(*read));
  }
  if (node.children.empty()) return bad_input(say("{} must not be empty", key));
  return node;
}

void collect(const LayoutNode& node, std::vector<std::string>& out) {
  out.insert(out.end(), node.tabs.begin(), node.tabs.end());
  for (const LayoutNode& child : node.children) collect(child, out);
}

void collect_front(const LayoutNode& node, std::vector<std::string>& out) {
  if (!node.tabs.empty()) out.push_back(node.tabs.front());
  for (const LayoutNode& child : node.children) collect_front(child, out);
}

LayoutNode* find_place(LayoutNode& node, const std::string& id) {
  if (std::ranges::find(node.tabs, id) != node.tabs.end()) return &node;
  for (LayoutNode& child : node.children) {
    if (LayoutNode* found = find_place(child, id)) return found;
  }
  return nullptr;
}

// Behind the neighbour, and behind those that stand there for the same reason.
void add_behind(std::vector<std::string>& tabs, const PanelHome& panel,
                const std::vector<std::string>& added) {
  auto at = std::ranges::find(tabs, panel.neighbour) + 1;
  while (at != tabs.end() && std::ranges::find(added, *at) != added.end()) ++at;
  tabs.insert(at, panel.id);
}

bool is_fixed(const LayoutNode& node) { return node.least > 0.0 || node.low > 0.0; }

}  // namespace

Result<Layout> parse_layout(std::string name, const std::string& text) {
  const json in = json::parse(text, nullptr, false);
  if (in.is_discarded()) return bad_input(tr("not JSON"), name);
  auto root = read_node(in);
  if (!root) return bad_input(root.error().message, name);
  Layout layout{std::move(name), std::move(*root), {}};
  if (!in.contains("without")) return layout;
  auto ids = read_ids(in, "without");
  if (!ids) return bad_input(ids.error().message, layout.name);
  layout.without = std::move(*ids);
  return layout;
}

Result<Layout> load_layout(const std::string& name) {
  const auto file = lesson::find_asset("layouts/" + name + ".json");
  if (file.empty()) return bad_input(say("there is no layout `{}`", name));
  const auto text = experiment::read_text(file.string());
  if (!text) return text.error();
  return parse_layout(name, *text);
}

void add_neighbours(Layout& layout, std::span<const PanelHome> panels) {
  std::vector<std::string> added;
  const auto is_open = [&](const PanelHome& panel) {
    return !panel.neighbour.empty() &&
           std::ranges::find(layout.without, panel.id) == layout.without.end() &&
           find_place(layout.root, panel.id) == nullptr;
  };
  // A neighbour may itself be one that is added, and stand further down in the list.
  for (bool found = true; found;) {
    found = false;
    for (const PanelHome& panel : panels) {
      LayoutNode* place = is_open(panel) ? find_place(layout.root, panel.neighbour) : nullptr;
      if (place == nullptr) continue;
      add_behind(place->tabs, panel, added);
      added.push_back(panel.id);
      found = true;
    }
  }
}

std::vector<double> shares_of(const LayoutNode& node, double size) {
  constexpr double kMostOfAll = 0.75, kLittleRoom = 720.0;
  double all = 0.0;
  for (const LayoutNode& child : node.children) all += child.share;
  std::vector<double> shares;
  double fixed = 0.0, others = 0.0;
  for (const LayoutNode& child : node.children) {
    const double least = size > 0.0 ? child.least / size : 0.0;
    const double low = size > 0.0 && size < kLittleRoom ? child.low : 0.0;
    shares.push_back(std::max({child.share / all, least, low}));
    (is_fixed(child) ? fixed : others) += shares.back();
  }
  const double granted = others > 0.0 ? std::min(fixed, kMostOfAll) : 1.0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (is_fixed(node.children[i]))
      shares[i] *= granted / fixed;
    else
      shares[i] *= (1.0 - granted) / others;
  }
  return shares;
}

std::vector<double> shares_by_need(std::span<const RowNeed> rows) {
  constexpr double kFavour = 4.0;  // against others, by their shares
  double all = 0.0;
  for (const RowNeed& row : rows) all += row.share;
  std::vector<double> shares, weights;
  double left = 1.0, weight = 0.0;
  for (const RowNeed& row : rows) {
    const double share = row.share / all;
    const bool has_enough = row.enough > 0.0 && row.enough <= share;
    shares.push_back(has_enough ? row.enough : share);
    weights.push_back(has_enough ? 0.0 : share * (row.favoured ? kFavour : 1.0));
    left -= shares.back();
    weight += weights.back();
  }
  if (weight <= 0.0) {
    for (double& one : shares) one /= 1.0 - left;
    return shares;
  }
  for (std::size_t i = 0; i < shares.size(); ++i) shares[i] += left * weights[i] / weight;
  return shares;
}

std::vector<std::string> panels_of(const Layout& layout) {
  std::vector<std::string> out;
  collect(layout.root, out);
  return out;
}

std::vector<std::string> front_panels_of(const Layout& layout) {
  std::vector<std::string> out;
  collect_front(layout.root, out);
  return out;
}

}  // namespace lanescope::ui::view
