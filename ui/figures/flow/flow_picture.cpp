#include "ui/figures/flow/flow_picture.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "sim/analysis/access.hpp"
#include "ui/figures/flow/flow_words.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::flow {
namespace {

void mark(FlowFigure& figure, std::uint32_t element, FlowMark mark, bool later) {
  const auto at = figure.region.cell(element);
  if (!at || *at >= figure.cells.size()) return;
  FlowCell& cell = figure.cells[*at];
  if (mark >= cell.mark) cell = {mark, later, cell.selected};
}

// The latest interval in which the block has begun to read the array; before the first, that one.
const analysis::IntervalReads* present_reads(const FlowArray& array, Tick now) {
  const analysis::IntervalReads* present = nullptr;
  for (const auto& interval : array.footprint.intervals) {
    if (present != nullptr && interval.read.front().tick >= now) break;
    present = &interval;
  }
  return present;
}

// The smallest rectangle around some cells, where they fill half of it and it is not everything.
class Frame {
 public:
  explicit Frame(const FlowRegion& region) : region_(region) {}
  void add(std::uint32_t element) {
    const auto cell = region_.cell(element);
    if (!cell || (last_ && *last_ == *cell)) return;
    last_ = cell;
    const std::uint32_t row = *cell / region_.columns, column = *cell % region_.columns;
    top_ = std::min(top_, row);
    bottom_ = std::max(bottom_, row + 1);
    left_ = std::min(left_, column);
    right_ = std::max(right_, column + 1);
    ++count_;
  }
  [[nodiscard]] std::optional<FlowFrame> take() const {
    if (count_ == 0 || region_.pitch == 0) return std::nullopt;
    const std::uint32_t rows = bottom_ - top_, columns = right_ - left_;
    const bool everything = rows == region_.rows && columns == region_.columns;
    if (everything || count_ * 2 < std::uint64_t{rows} * columns) return std::nullopt;
    return FlowFrame{top_, left_, rows, columns};
  }

 private:
  FlowRegion region_;
  std::uint32_t top_ = ~0U, left_ = ~0U, bottom_ = 0, right_ = 0;
  std::uint64_t count_ = 0;
  std::optional<std::uint32_t> last_;
};

void mark_block(const FlowArray& array, bool target, Tick now, FlowFigure& figure) {
  Frame frame(figure.region);
  if (const auto* present = present_reads(array, now); present != nullptr && !target) {
    for (const auto& touch : present->read) {
      frame.add(touch.element);
      if (touch.tick < now) mark(figure, touch.element, FlowMark::Read, false);
    }
  }
  if (target) {
    for (const auto& write : array.footprint.writes) {
      frame.add(write.element);
      if (write.stored.tick < now) mark(figure, write.element, FlowMark::Written, false);
    }
  }
  figure.frame = frame.take();
}

// What the whole warp touches in the shown instruction.
void mark_step(const view::View& view, const FlowGround& ground, FlowPicture& picture) {
  const auto step = view.last_step();
  if (!step || step->launch != ground.launch || step->block != ground.block) return;
  for (const trace::Access& access : view.trace()->accesses(step->tick)) {
    if (!analysis::lies_in_buffers(access.space)) continue;
    for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
      const std::uint64_t at = access.addresses[static_cast<std::size_t>(std::countr_zero(rest))];
      if (const auto place = place_at(ground.arrays, at))
        mark(picture.figures[place->array], place->element, FlowMark::Now, false);
    }
  }
}

FlowMark mark_of(FlowPart part) {
  switch (part) {
    case FlowPart::Value:
      return FlowMark::Value;
    case FlowPart::Steers:
      return FlowMark::Steers;
    case FlowPart::AlsoRead:
      break;
  }
  return FlowMark::AlsoRead;
}

FlowFigure figure_of(const FlowArray& array, const FlowRegion& region) {
  FlowFigure figure;
  figure.region = region;
  figure.cells.resize(std::uint64_t{region.rows} * region.columns);
  for (std::uint32_t cell = 0; cell < figure.cells.size(); ++cell)
    if (region.element(cell) < array.count()) ++figure.count;
  figure.caption = flow_caption(array, region);
  return figure;
}

}  // namespace

FlowPicture flow_picture(const view::View& view, const FlowGround& ground,
                         const std::optional<FlowFocus>& focus, const FlowSources* sources,
                         const std::vector<FlowRegion>& regions) {
  const Tick now = view.state().cursor.tick;
  FlowPicture picture;
  for (std::size_t i = 0; i < ground.arrays.size(); ++i) {
    const FlowArray& array = ground.arrays[i];
    FlowFigure& figure = picture.figures.emplace_back(figure_of(array, regions[i]));
    mark_block(array, ground.has_target && i + 1 == ground.arrays.size(), now, figure);
    const auto& selected = view.state().cursor.selection.element;
    const auto at = selected && selected->array == array.info.name
                        ? figure.region.cell(selected->index)
                        : std::nullopt;
    if (at && *at < figure.cells.size()) figure.cells[*at].selected = true;
  }
  mark_step(view, ground, picture);
  if (focus) {
    for (const FlowSource& source :
         sources != nullptr ? sources->sources : std::vector<FlowSource>{}) {
      const bool later = source.read >= now;
      mark(picture.figures[source.array], source.element, mark_of(source.part), later);
    }
    const bool later = std::ranges::none_of(
        focus->stores, [now](const analysis::Stored& stored) { return stored.tick < now; });
    mark(picture.figures.back(), focus->element, FlowMark::Focus, later);
    picture.atomic = focus->atomic;
    picture.focus_words = flow_thread(view, ground, *focus);
  }
  picture.focus = focus;
  picture.pending = focus && sources == nullptr;
  picture.sentence = flow_sentence(view, ground, focus, sources);
  return picture;
}

}  // namespace lanescope::ui::figures::flow
