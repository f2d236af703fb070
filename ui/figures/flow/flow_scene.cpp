#include "ui/figures/flow/flow_scene.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/words/words.hpp"

namespace lanescope::ui::figures::flow {
namespace {

constexpr float kBlock = 0.42F;  // opacity of what the block has touched
constexpr float kLater = 0.18F;
constexpr float kMark = 7.0F;  // side of the focus where cells are smaller
constexpr float kTiny = 5.0F;  // cells below this size are drawn in runs, without gaps

bool same(const FlowCell& a, const FlowCell& b) {
  return a.mark == b.mark && a.later == b.later && a.selected == b.selected;
}

struct Look {
  bool atomic = false, target = false;
};

void add_tile(const FlowLayout& layout, std::size_t box, const FlowCell& cell, Look look,
              std::uint32_t first, std::uint32_t last, FlowScene& scene) {
  FlowTile tile = tile_of(cell, look.atomic, look.target);
  tile.selected = cell.selected;
  const FlowBox& at = layout.boxes[box];
  const float side = std::min(at.cell_x, at.cell_y);
  const float gap = side < kTiny ? 0.0F : side < 10.0F ? 0.5F : 1.0F;
  tile.x0 = layout.x(box, first) + gap;
  tile.y0 = layout.y(box, first) + gap;
  tile.x1 = layout.x(box, last) + at.cell_x - gap;
  tile.y1 = layout.y(box, last) + at.cell_y - gap;
  if (side < kTiny) {
    // On whole pixels, so that no seams lie between neighbours.
    for (float* edge : {&tile.x0, &tile.y0, &tile.x1, &tile.y1}) *edge = std::round(*edge);
    tile.x1 = std::max(tile.x1, tile.x0 + 1.0F);
    tile.y1 = std::max(tile.y1, tile.y0 + 1.0F);
  }
  scene.tiles.push_back(tile);
}

// What the lines lead to is seen however small the cells are.
void enlarge(FlowTile& tile) {
  for (const auto& [from, to] : {std::pair(&tile.x0, &tile.x1), std::pair(&tile.y0, &tile.y1)}) {
    const float more = std::max(kMark - (*to - *from), 0.0F) * 0.5F;
    *from -= more;
    *to += more;
  }
}

// Cells that can be told apart one by one; smaller ones as a ground and runs of marks upon it.
void add_tiles(const FlowLayout& layout, const FlowPicture& picture, std::size_t box,
               FlowScene& scene) {
  const FlowFigure& figure = picture.figures[box];
  const std::uint32_t columns = layout.boxes[box].columns;
  const Look look{picture.atomic, box + 1 == picture.figures.size()};
  const bool tiny = std::min(layout.boxes[box].cell_x, layout.boxes[box].cell_y) < kTiny;
  const auto count =
      std::min<std::uint32_t>(figure.count, static_cast<std::uint32_t>(figure.cells.size()));
  if (tiny && count > 0) {
    for (std::uint32_t row = 0; row < count; row += columns)
      add_tile(layout, box, {}, look, row, std::min(row + columns, count) - 1, scene);
  }
  for (std::uint32_t first = 0; first < count;) {
    std::uint32_t last = first;
    const auto goes_on = [&] {
      return tiny && last + 1 < count && (last + 1) % columns != 0 &&
             same(figure.cells[last + 1], figure.cells[first]);
    };
    while (goes_on()) ++last;
    const FlowMark mark = figure.cells[first].mark;
    // The focus is drawn after its neighbours, over them.
    const bool bare =
        (mark == FlowMark::None && !figure.cells[first].selected) || mark == FlowMark::Focus;
    if (!tiny || !bare) add_tile(layout, box, figure.cells[first], look, first, last, scene);
    first = last + 1;
  }
  const auto focus = std::ranges::find(figure.cells, FlowMark::Focus, &FlowCell::mark);
  if (!tiny || focus == figure.cells.end()) return;
  const auto cell = static_cast<std::uint32_t>(focus - figure.cells.begin());
  add_tile(layout, box, *focus, look, cell, cell, scene);
  enlarge(scene.tiles.back());
}

void add_values(const FlowSceneOptions& options, const FlowPicture& picture, std::size_t box,
                FlowScene& scene) {
  const FlowLayout& layout = scene.layout;
  const FlowFigure& figure = picture.figures[box];
  const FlowBox& at = layout.boxes[box];
  if (std::min(at.cell_x, at.cell_y) < options.value_cell || !options.values) return;
  for (std::uint32_t cell = 0; cell < figure.count && cell < figure.cells.size(); ++cell) {
    const FlowTile tile =
        tile_of(figure.cells[cell], picture.atomic, box + 1 == picture.figures.size());
    FlowLabel label;
    label.x0 = layout.x(box, cell) + 1.0F;
    label.y0 = layout.y(box, cell) + 1.0F;
    label.x1 = label.x0 + at.cell_x - 2.0F;
    label.y1 = label.y0 + at.cell_y - 2.0F;
    label.text = options.values(box, cell);
    label.align = 0.5F;
    label.value = true;
    label.ground = tile.fill >= 1.0F ? tile.role : style::Role::Panel;
    if (!label.text.empty()) scene.labels.push_back(std::move(label));
  }
}

void add_edge(const FlowLayout& layout, const FlowFigure& figure, std::size_t box,
              FlowScene& scene) {
  if (!figure.frame || figure.region.pitch == 0) return;
  const FlowFrame& frame = *figure.frame;
  const FlowBox& at = layout.boxes[box];
  const auto to = [&](float from, std::uint32_t cells, float cell) {
    return from + static_cast<float>(cells) * cell;
  };
  scene.edges.push_back({to(at.x, frame.column, at.cell_x) - 1.5F,
                         to(at.y, frame.row, at.cell_y) - 1.5F,
                         to(at.x, frame.column + frame.columns, at.cell_x) + 1.5F,
                         to(at.y, frame.row + frame.rows, at.cell_y) + 1.5F});
}

}  // namespace

FlowDot dot_of(const FlowTile& tile) {
  constexpr float kRoomForNumber = 16.0F;
  const float side = std::min(tile.x1 - tile.x0, tile.y1 - tile.y0);
  if (side < kRoomForNumber)
    return {(tile.x0 + tile.x1) * 0.5F, (tile.y0 + tile.y1) * 0.5F, std::max(side * 0.2F, 1.0F)};
  const float radius = std::max(side * 0.09F, 2.0F), inset = radius * 1.75F;
  return {tile.x1 - inset, tile.y1 - inset, radius};
}

FlowTile tile_of(const FlowCell& cell, bool atomic, bool target) {
  FlowTile tile;
  const style::Role store = atomic ? style::Role::Atomic : style::Role::Store;
  switch (cell.mark) {
    case FlowMark::None:
      break;
    case FlowMark::Read:
      tile.role = style::Role::Load;
      tile.fill = kBlock;
      break;
    case FlowMark::Written:
      tile.role = store;
      tile.fill = kBlock;
      break;
    case FlowMark::Now:
      tile.role = target ? store : style::Role::Load;
      tile.fill = kBlock;
      tile.outline = true;
      break;
    case FlowMark::AlsoRead:
      tile.role = style::Role::Load;
      tile.fill = 0.0F;
      tile.dot = true;
      break;
    case FlowMark::Steers:
      tile.role = style::Role::Accent;
      tile.fill = cell.later ? kLater : 1.0F;
      tile.outline = true;
      break;
    case FlowMark::Value:
      tile.role = style::Role::Load;
      tile.fill = cell.later ? kLater : 1.0F;
      tile.outline = true;
      break;
    case FlowMark::Focus:
      tile.role = store;
      tile.fill = cell.later ? kLater : 1.0F;
      tile.outline = true;
      break;
  }
  return tile;
}

FlowScene flow_scene(FlowShape shape, const FlowPicture& picture, const FlowSceneOptions& options) {
  FlowScene scene;
  std::vector<FlowRegion> regions;
  for (const FlowFigure& figure : picture.figures) regions.push_back(figure.region);
  FlowRoom room = options.room;
  const float legend = options.legend ? room.line * 1.4F : 0.0F;
  room.height -= legend;
  if (room.width < 8.0F || room.height < room.line) return scene;
  scene.layout = flow_layout(shape, regions, room);
  if (scene.layout.cell <= 0.0F) return {};
  for (std::size_t box = 0; box < picture.figures.size(); ++box) {
    const FlowBox& at = scene.layout.boxes[box];
    FlowLabel caption{at.label_x, at.label_y, at.label_x + at.label_width, at.label_y + room.line,
                      picture.figures[box].caption};
    scene.labels.push_back(std::move(caption));
    add_tiles(scene.layout, picture, box, scene);
    add_values(options, picture, box, scene);
    add_edge(scene.layout, picture.figures[box], box, scene);
  }
  add_strokes(picture, scene);
  if (options.legend) {
    add_legend(picture, options, scene.layout.height + room.line * 0.4F, scene);
    scene.layout.height += legend;
  }
  return scene;
}

std::optional<FlowHit> flow_hit(const FlowLayout& layout, const FlowPicture& picture, float x,
                                float y) {
  for (std::size_t i = 0; i < layout.boxes.size() && i < picture.figures.size(); ++i) {
    const FlowBox& box = layout.boxes[i];
    const float column = (x - box.x) / box.cell_x, row = (y - box.y) / box.cell_y;
    if (column < 0.0F || row < 0.0F || column >= static_cast<float>(box.columns) ||
        row >= static_cast<float>(box.rows))
      continue;
    const auto cell =
        static_cast<std::uint32_t>(row) * box.columns + static_cast<std::uint32_t>(column);
    if (cell < picture.figures[i].count) return FlowHit{i, cell};
  }
  return std::nullopt;
}

}  // namespace lanescope::ui::figures::flow
