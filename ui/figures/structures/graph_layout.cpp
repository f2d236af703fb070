#include "ui/figures/structures/graph_layout.hpp"

#include <algorithm>
#include <cmath>

#include "ui/figures/structures/graph_ring.hpp"

namespace lanescope::ui::figures::structures {
namespace {

constexpr std::size_t kMostOnRing = 12, kMostAround = 64;
constexpr float kGap = 1.8F;  // from layer to layer, in distances between vertices of one
constexpr std::size_t kMostBands = 48;
constexpr std::size_t kMostCurves = 600;  // more lines are straight

float to_float(std::size_t number) { return static_cast<float>(number); }

// Layers in bands below each other: how wide each is when vertices are so far apart.
struct Packing {
  float spacing = 0.0F;
  std::size_t bands = 1;
  std::size_t rows = 1;                 // of vertices in a band
  std::size_t widest = 1;               // layer
  std::vector<std::size_t> band_of;     // by layer
  std::vector<float> left;              // by layer, from the beginning of its band
  std::vector<std::size_t> columns_of;  // by layer
  std::vector<float> used = {0.0F};     // by band: width
  [[nodiscard]] float width_of(std::size_t layer) const {
    return (to_float(columns_of[layer]) - 1.0F + kGap) * spacing;
  }
};

Packing pack(const GraphShape& shape, const GraphFrame& frame, std::size_t bands, float spacing) {
  Packing out;
  out.spacing = spacing;
  out.bands = bands;
  const float height = frame.height / to_float(bands) / spacing - (bands > 1 ? 0.6F : 0.0F);
  out.rows = static_cast<std::size_t>(std::max(1.0F, std::floor(height)));
  for (const auto& layer : shape.layers) {
    out.widest = std::max(out.widest, layer.size());
    out.columns_of.push_back((layer.size() + out.rows - 1) / out.rows);
    const float width = (to_float(out.columns_of.back()) - 1.0F + kGap) * spacing;
    if (out.used.back() > 0.0F && out.used.back() + width > frame.width) out.used.push_back(0.0F);
    out.band_of.push_back(out.used.size() - 1);
    out.left.push_back(out.used.back());
    out.used.back() += width;
  }
  return out;
}

// Two of a layer lie below each other wherever there are bands: lines pass beside vertices.
bool fits(const Packing& packing, const GraphFrame& frame) {
  const bool beside = packing.bands > 1 && packing.rows < 2 && packing.widest > 1;
  return !beside && packing.used.size() <= packing.bands &&
         std::ranges::all_of(packing.used, [&](float used) { return used <= frame.width; });
}

// The widest spacing at which all layers fit into so many bands.
Packing widest(const GraphShape& shape, const GraphFrame& frame, std::size_t bands) {
  constexpr int kHalvings = 18;
  float low = 0.05F, high = std::min(frame.height / to_float(bands), frame.largest / kShare);
  high = std::max(high, low * 2);
  if (Packing all = pack(shape, frame, bands, high); fits(all, frame)) return all;
  for (int i = 0; i < kHalvings; ++i) {
    const float middle = (low + high) / 2;
    (fits(pack(shape, frame, bands, middle), frame) ? low : high) = middle;
  }
  return pack(shape, frame, bands, low);
}

Packing best_packing(const GraphShape& shape, const GraphFrame& frame) {
  Packing best = widest(shape, frame, 1);
  const float enough = frame.largest * 0.5F;
  if (best.spacing >= enough) return best;
  const std::size_t most = std::min(kMostBands, shape.layers.size());
  constexpr float kMuchBetter = 1.8F;
  float to_beat = best.spacing * kMuchBetter;
  for (std::size_t bands = 2; bands <= most; ++bands) {
    Packing other = widest(shape, frame, bands);
    if (other.spacing <= to_beat) continue;
    to_beat = other.spacing;
    best = std::move(other);
  }
  return best;
}

struct Cell {
  float left, width, top, height;
};

// The vertices of a layer into its cell, each below the one before it: where there are columns,
// they take turns, so that lines to one column pass between the vertices of another.
void fill_cell(const std::vector<std::uint32_t>& layer, std::size_t columns, const Cell& cell,
               GraphLayout& out, float& nearest) {
  const float pitch = cell.height / to_float(layer.size());
  const float step = columns > 1 ? cell.width / to_float(columns) : 0.0F;
  for (std::size_t i = 0; i < layer.size(); ++i) {
    const float column = to_float(i % columns) - (to_float(columns) - 1.0F) / 2;
    out.at[layer[i]] = {cell.left + cell.width / 2 + column * step,
                        cell.top + (to_float(i) + 0.5F) * pitch};
  }
  if (layer.size() > columns) nearest = std::min(nearest, pitch * to_float(columns));
  if (columns > 1) nearest = std::min(nearest, step);
}

// All room that the vertices of a layer do not need beside each other goes between the layers.
void lay_columns(const GraphShape& shape, const GraphFrame& frame, const Packing& packing,
                 bool levels, GraphLayout& out) {
  constexpr float kWidest = 11.0F, kHighest = 2.6F;  // in radii; in distances between vertices
  float inside = 0.0F;
  std::size_t most = 1;
  for (std::size_t l = 0; l < shape.layers.size(); ++l) {
    inside += to_float(packing.columns_of[l] - 1) * packing.spacing;
    most = std::max(most, (shape.layers[l].size() - 1) / packing.columns_of[l] + 1);
  }
  const float layers = to_float(shape.layers.size());
  const float gap = std::min((frame.width - inside) / layers, frame.largest * kWidest);
  const float apart = std::max(packing.spacing, gap) * kHighest;
  const float height = levels ? frame.height : std::min(frame.height, to_float(most) * apart);
  float nearest = std::min(frame.largest / kShare, gap);
  float left = (frame.width - inside - gap * layers) / 2;
  for (std::size_t l = 0; l < shape.layers.size(); ++l) {
    const float inner = to_float(packing.columns_of[l]) * packing.spacing;
    const float width = inner - packing.spacing + gap;
    out.columns.push_back({left, left + width});
    fill_cell(shape.layers[l], packing.columns_of[l],
              {left + (width - inner) / 2, inner, (frame.height - height) / 2, height}, out,
              nearest);
    left += width;
  }
  out.radius = std::min(frame.largest, nearest * kShare);
}

void lay_rows(const GraphShape& shape, const GraphFrame& frame, const Packing& packing,
              GraphLayout& out) {
  const auto bands = packing.used.size();
  const float height = frame.height / to_float(bands);
  float nearest = frame.largest / kShare;
  for (std::size_t l = 0; l < shape.layers.size(); ++l) {
    const std::size_t band = packing.band_of[l];
    const float width = packing.width_of(l);
    float left = packing.left[l];
    if (band % 2 == 1) left = frame.width - left - width;
    const float inner = packing.spacing * to_float(packing.columns_of[l]);
    const float rows = to_float((shape.layers[l].size() - 1) / packing.columns_of[l] + 1);
    const float used = std::min(height * 0.8F, rows * packing.spacing * 1.5F);
    fill_cell(
        shape.layers[l], packing.columns_of[l],
        {left + (width - inner) / 2, inner, to_float(band) * height + (height - used) / 2, used},
        out, nearest);
  }
  out.radius = std::min({frame.largest, nearest * kShare, packing.spacing * kShare});
}

// The uppermost and lowermost vertices, too, stay inside whole.
void keep_inside(const GraphFrame& frame, GraphLayout& out) {
  const float share = std::max(0.5F, 1.0F - 2.0F * (out.radius + 1.0F) / frame.height);
  for (GraphSpot& spot : out.at) spot.y = frame.height / 2 + (spot.y - frame.height / 2) * share;
  out.radius *= std::max(share, 0.9F);
}

void find_clear(GraphLayout& out) {
  constexpr std::size_t kMost = 400;  // smaller ones have no words
  constexpr float kWords = 3.4F;      // in radii: from a vertex to the one above the words
  out.clear.assign(out.at.size(), out.at.size() <= kMost);
  if (out.at.size() > kMost) return;
  for (std::size_t v = 0; v < out.at.size(); ++v)
    for (const GraphSpot& other : out.at) {
      const float above = out.at[v].y - other.y;
      if (above > 0.0F && above < out.radius * kWords &&
          std::abs(out.at[v].x - other.x) < out.radius * 2.0F)
        out.clear[v] = false;
    }
}

}  // namespace

GraphLayout graph_layout(const GraphShape& shape, const GraphFrame& frame, bool levels) {
  GraphLayout out;
  out.at.resize(shape.vertices());
  const auto hub = levels ? std::nullopt : hub_of(shape);
  if (hub && shape.vertices() <= kMostAround) {
    out.kind = GraphLayout::Kind::Ring;
    lay_around(*hub, shape, frame, out);
  } else if (!levels && shape.vertices() <= kMostOnRing) {
    out.kind = GraphLayout::Kind::Ring;
    lay_on_ring(shape, frame, out);
  } else {
    const Packing packing = best_packing(shape, frame);
    out.kind = packing.used.size() > 1 ? GraphLayout::Kind::Rows : GraphLayout::Kind::Columns;
    if (out.kind == GraphLayout::Kind::Columns)
      lay_columns(shape, frame, packing, levels, out);
    else
      lay_rows(shape, frame, packing, out);
    keep_inside(frame, out);
  }
  find_clear(out);
  return out;
}

GraphSpot GraphWay::at(float share) const {
  const float rest = 1.0F - share;
  const float a = rest * rest * rest, b = 3 * share * rest * rest, c = 3 * share * share * rest,
              d = share * share * share;
  return {a * from.x + b * bend_from.x + c * bend_to.x + d * to.x,
          a * from.y + b * bend_from.y + c * bend_to.y + d * to.y};
}

GraphWay graph_way(const GraphShape& shape, const GraphLayout& layout, const GraphLine& line) {
  const GraphSpot a = layout.at[line.from], b = layout.at[line.to];
  const float dx = b.x - a.x, dy = b.y - a.y, radius = layout.radius;
  const float length = std::max(std::hypot(dx, dy), 1.0F);
  const bool curved =
      layout.kind == GraphLayout::Kind::Columns && shape.lines.size() <= kMostCurves;
  if (curved && std::abs(dx) > radius * 2.5F) {
    const float side = dx > 0 ? radius : -radius, bend = dx * 0.5F;
    return {{a.x + side, a.y}, {a.x + bend, a.y}, {b.x - bend, b.y}, {b.x - side, b.y}, true};
  }
  const float ux = dx / length * radius, uy = dy / length * radius;
  const GraphSpot from{a.x + ux, a.y + uy}, to{b.x - ux, b.y - uy};
  // Between two of one column: bowed around what stands between them.
  const bool between = curved && std::abs(dx) < radius && shape.edges != GraphEdges::Both;
  const float bow = between ? std::min(length * 0.35F, radius * 3.0F) : 0.0F;
  if (!between)
    return {from, {from.x + dx / 3, from.y + dy / 3}, {to.x - dx / 3, to.y - dy / 3}, to, false};
  return {from, {from.x + bow, from.y + dy * 0.25F}, {to.x + bow, to.y - dy * 0.25F}, to, curved};
}

}  // namespace lanescope::ui::figures::structures
