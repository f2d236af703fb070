#include <algorithm>

#include "ui/figures/flow/flow_picture.hpp"

namespace lanescope::ui::figures::flow {
namespace {

constexpr std::uint32_t kMostSide = 128;      // rows and columns that are drawn of a matrix
constexpr std::uint32_t kMostOfStrip = 4096;  // elements
constexpr std::uint32_t kGrain = 8;           // regions begin at multiples
constexpr std::uint32_t kWarp = 32;

// First and behind the last.
struct Range {
  std::uint32_t first = ~0U, last = 0;
  void add(std::uint32_t at) {
    first = std::min(first, at);
    last = std::max(last, at + 1);
  }
  [[nodiscard]] bool empty() const { return last <= first; }
};

// Where the block touches the array.
struct Touched {
  Range elements, rows, columns;
  void add(std::uint32_t element, std::uint32_t pitch) {
    elements.add(element);
    if (pitch == 0) return;
    rows.add(element / pitch);
    columns.add(element % pitch);
  }
};

Touched touched(const FlowArray& array) {
  Touched all;
  for (const auto& interval : array.footprint.intervals)
    for (const auto& touch : interval.read) all.add(touch.element, array.columns);
  for (const auto& write : array.footprint.writes) all.add(write.element, array.columns);
  return all;
}

// Rounded outwards, and no more than `most` of `count`.
Range rounded(Range range, std::uint32_t grain, std::uint32_t most, std::uint32_t count) {
  if (range.empty()) return {0, std::min(count, most)};
  const std::uint32_t first = range.first / grain * grain;
  const std::uint32_t last = (range.last + grain - 1) / grain * grain;
  return {first, std::min({count, last, first + most})};
}

FlowRegion region_of(const FlowArray& array, bool close) {
  const bool strip = array.columns == 0;
  const bool fits = strip ? array.count() <= kMostOfStrip
                          : array.columns <= kMostSide && array.rows() <= kMostSide;
  if (fits && !close)
    return {0, 0, array.rows(), strip ? array.count() : array.columns, array.columns};
  const Touched at = touched(array);
  if (strip) {
    const Range some = rounded(at.elements, kWarp, kMostOfStrip, array.count());
    return {0, some.first, 1, some.last - some.first, 0};
  }
  const Range rows = rounded(at.rows, kGrain, kMostSide, array.rows());
  const Range columns = rounded(at.columns, kGrain, kMostSide, array.columns);
  return {rows.first, columns.first, rows.last - rows.first, columns.last - columns.first,
          array.columns};
}

}  // namespace

std::optional<std::uint32_t> FlowRegion::cell(std::uint32_t element) const {
  const std::uint32_t at_row = pitch == 0 ? 0 : element / pitch;
  const std::uint32_t at_column = pitch == 0 ? element : element % pitch;
  if (at_row < row || at_row >= row + rows || at_column < column || at_column >= column + columns)
    return std::nullopt;
  return (at_row - row) * columns + at_column - column;
}

std::vector<FlowRegion> flow_regions(const FlowGround& ground, bool close) {
  std::vector<FlowRegion> out;
  for (const FlowArray& array : ground.arrays) out.push_back(region_of(array, close));
  // Rows and columns that belong together lie beside each other.
  if (ground.shape == FlowShape::RowSums) out[1] = {0, out[0].row, 1, out[0].rows, 0};
  if (ground.shape == FlowShape::Product) {
    out[0].row = out[2].row;
    out[0].rows = out[2].rows;
    out[1].column = out[2].column;
    out[1].columns = out[2].columns;
  }
  return out;
}

}  // namespace lanescope::ui::figures::flow
