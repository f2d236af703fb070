#include <algorithm>
#include <array>
#include <utility>

#include "ui/figures/flow/flow_scene.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::flow {
namespace {

// Of an array: more are drawn faintly and gathered; of more than can be told apart some stand for
// all, from the first to the last.
constexpr std::size_t kMostBold = 12, kMostApart = 20;

struct Rect {
  float x0 = 0.0F, y0 = 0.0F, x1 = 0.0F, y1 = 0.0F;
  [[nodiscard]] float x() const { return (x0 + x1) * 0.5F; }
  [[nodiscard]] float y() const { return (y0 + y1) * 0.5F; }
};
// Cells beside each other that are drawn as one source.
struct Run {
  Rect rect;
  bool steers = false, later = false;
};

class Runs {
 public:
  Runs(const FlowLayout& layout, const FlowFigure& figure, std::size_t box)
      : layout_(layout), figure_(figure), box_(box), columns_(layout.boxes[box].columns) {}

  [[nodiscard]] std::vector<Run> take() {
    if (in_one_column()) return take_columns();
    std::vector<Run> out;
    for (std::uint32_t cell = 0; cell < count(); ++cell) {
      if (!counts(cell)) continue;
      std::uint32_t last = cell;
      while ((last + 1) % columns_ != 0 && last + 1 < count() && alike(last + 1, cell)) ++last;
      out.push_back(run(cell, last));
      cell = last;
    }
    return out;
  }

 private:
  [[nodiscard]] std::uint32_t count() const {
    return std::min<std::uint32_t>(figure_.count, static_cast<std::uint32_t>(figure_.cells.size()));
  }
  [[nodiscard]] bool counts(std::uint32_t cell) const {
    const FlowMark mark = figure_.cells[cell].mark;
    return mark == FlowMark::Value || mark == FlowMark::Steers;
  }
  [[nodiscard]] bool alike(std::uint32_t a, std::uint32_t b) const {
    return figure_.cells[a].mark == figure_.cells[b].mark &&
           figure_.cells[a].later == figure_.cells[b].later;
  }
  [[nodiscard]] Run run(std::uint32_t first, std::uint32_t last) const {
    const FlowCell& cell = figure_.cells[first];
    return {{layout_.x(box_, first), layout_.y(box_, first),
             layout_.x(box_, last) + layout_.boxes[box_].cell_x,
             layout_.y(box_, last) + layout_.boxes[box_].cell_y},
            cell.mark == FlowMark::Steers,
            cell.later};
  }
  [[nodiscard]] bool in_one_column() const {
    std::optional<std::uint32_t> column;
    std::uint32_t cells = 0;
    for (std::uint32_t cell = 0; cell < count(); ++cell) {
      if (!counts(cell)) continue;
      if (column && *column != cell % columns_) return false;
      column = cell % columns_;
      ++cells;
    }
    return cells > 1;
  }
  [[nodiscard]] std::vector<Run> take_columns() const {
    std::vector<Run> out;
    std::optional<std::uint32_t> first, last;
    const auto end = [&] {
      if (first) out.push_back(run(*first, *last));
      first = last = std::nullopt;
    };
    for (std::uint32_t cell = 0; cell < count(); ++cell) {
      if (!counts(cell)) continue;
      if (last && (cell != *last + columns_ || !alike(cell, *last))) end();
      if (!first) first = cell;
      last = cell;
    }
    end();
    return out;
  }

  const FlowLayout& layout_;
  const FlowFigure& figure_;
  std::size_t box_;
  std::uint32_t columns_;
};

// Runs that fill their rectangle (the neighbours in a picture) are one.
std::optional<Run> dense(const FlowBox& box, const std::vector<Run>& runs) {
  if (runs.size() < 2) return std::nullopt;
  Run whole = runs.front();
  float area = 0.0F;
  for (const Run& run : runs) {
    if (run.steers != whole.steers) return std::nullopt;
    whole.rect = {std::min(whole.rect.x0, run.rect.x0), std::min(whole.rect.y0, run.rect.y0),
                  std::max(whole.rect.x1, run.rect.x1), std::max(whole.rect.y1, run.rect.y1)};
    whole.later &= run.later;
    area += (run.rect.x1 - run.rect.x0) * (run.rect.y1 - run.rect.y0);
  }
  const float width = whole.rect.x1 - whole.rect.x0, height = whole.rect.y1 - whole.rect.y0;
  const bool flat = height < box.cell_y * 1.5F;
  return flat || area < width * height * 0.6F ? std::nullopt : std::optional(whole);
}

// From the side of a source that faces the focus to the facing side of it.
FlowStroke stroke(const Run& run, const Rect& box, const Rect& to, const Rect& target) {
  FlowStroke out;
  out.role = run.steers ? style::Role::Accent : style::Role::Load;
  out.faint = run.later;
  if (box.y1 <= target.y0) {
    out.x0 = run.rect.x();
    out.y0 = run.rect.y1;
    out.x1 = to.x();
    out.y1 = to.y0;
    const float bend = (out.y1 - out.y0) * 0.5F;
    out.bend_x0 = out.x0;
    out.bend_y0 = out.y0 + bend;
    out.bend_x1 = out.x1;
    out.bend_y1 = out.y1 - bend;
    return out;
  }
  const bool right = box.x0 >= target.x1;
  out.x0 = right ? run.rect.x0 : run.rect.x1;
  out.y0 = run.rect.y();
  out.x1 = right ? to.x1 : to.x0;
  out.y1 = to.y();
  const float bend = (out.x1 - out.x0) * 0.5F;
  out.bend_x0 = out.x0 + bend;
  out.bend_y0 = out.y0;
  out.bend_x1 = out.x1 - bend;
  out.bend_y1 = out.y1;
  return out;
}

Rect rect_of(const FlowLayout& layout, std::size_t box) {
  const FlowBox& at = layout.boxes[box];
  return {at.x, at.y, at.x + static_cast<float>(at.columns) * at.cell_x,
          at.y + static_cast<float>(at.rows) * at.cell_y};
}

// Straight out of its array, then together with the others: else they would cross it as a scribble.
void gather(const Rect& from, FlowStroke& one) {
  if (one.y0 > from.y1 || one.y1 < from.y1) return;  // beside it
  const float way = std::max(one.y1 - from.y1, 0.0F);
  one.bend_x0 = one.x0;
  one.bend_y0 = from.y1 + way * 0.5F;
  one.bend_x1 = one.x1;
  one.bend_y1 = from.y1 + way * 0.2F;
}

}  // namespace

void add_strokes(const FlowPicture& picture, FlowScene& scene) {
  if (!picture.focus) return;
  const FlowLayout& layout = scene.layout;
  const std::size_t last = picture.figures.size() - 1;
  const auto cell = picture.figures[last].region.cell(picture.focus->element);
  if (!cell) return;
  const float x = layout.x(last, *cell), y = layout.y(last, *cell);
  const Rect to{x, y, x + layout.boxes[last].cell_x, y + layout.boxes[last].cell_y};
  const Rect target = rect_of(layout, last);
  for (std::size_t box = 0; box < last; ++box) {
    std::vector<Run> runs = Runs(layout, picture.figures[box], box).take();
    if (const auto whole = dense(layout.boxes[box], runs)) runs = {*whole};
    scene.all_strokes += runs.size();
    const bool crowded = runs.size() > kMostBold;
    const std::size_t drawn = std::min(runs.size(), kMostApart);
    for (std::size_t i = 0; i < drawn; ++i) {
      Run run = runs[drawn < runs.size() ? i * (runs.size() - 1) / (drawn - 1) : i];
      run.later |= crowded;
      const Rect from = rect_of(layout, box);
      scene.strokes.push_back(stroke(run, from, to, target));
      if (crowded) gather(from, scene.strokes.back());
    }
  }
}

void add_legend(const FlowPicture& picture, const FlowSceneOptions& options, float y,
                FlowScene& scene) {
  struct Entry {
    FlowMark mark;
    bool later;
    const char* words;
  };
  const std::array entries{
      Entry{FlowMark::Value, false, tr("flows in")},
      Entry{FlowMark::Value, true, tr("still to be read")},
      Entry{FlowMark::Steers, false, tr("tells where or which")},
      Entry{FlowMark::AlsoRead, false, tr("also read")},
      Entry{FlowMark::Focus, false, tr("written by the thread")},
      Entry{FlowMark::Now, false, tr("this instruction")},
      Entry{FlowMark::Read, false, tr("read by the block")},
      Entry{FlowMark::Written, false, tr("written by the block")},
  };
  const float side = options.room.line * 0.6F;
  float x = 0.0F;
  for (const Entry& entry : entries) {
    const auto shows = [&](const FlowCell& cell) {
      return cell.mark == entry.mark &&
             (entry.mark != FlowMark::Value || cell.later == entry.later);
    };
    if (std::ranges::none_of(picture.figures, [&](const FlowFigure& figure) {
          return std::ranges::any_of(figure.cells, shows);
        }))
      continue;
    const float words = options.width(entry.words) + 2.0F;
    const float end = x + side * 1.5F + words;
    if (end > options.room.width) return;
    FlowTile tile = tile_of({entry.mark, entry.later, false}, picture.atomic, false);
    tile.x0 = x;
    tile.y0 = y + (options.room.line - side) * 0.5F;
    tile.x1 = x + side;
    tile.y1 = tile.y0 + side;
    scene.tiles.push_back(tile);
    scene.labels.push_back({x + side * 1.5F, y, end, y + options.room.line, entry.words});
    x = end + side * 1.5F;
  }
}

}  // namespace lanescope::ui::figures::flow
