#include "sim/analysis/timeline.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace lanescope::analysis {
namespace {

// Rows are kept cell by cell; a run so uneven that this were too much keeps coarser cells.
constexpr std::uint64_t kMostCells = 32'000'000;
constexpr std::uint64_t kFold = 4;

// A cell, or several folded: shares of 255.
struct Cell {
  std::array<std::uint8_t, kCellKinds> share{};
  std::uint8_t lanes = 0;
  std::uint8_t flags = 0;
};

Cell fold(std::span<const Cell> cells) {
  std::array<unsigned, kCellKinds> sum{};
  unsigned lanes = 0, busy = 0;
  Cell folded;
  for (const Cell& cell : cells) {
    unsigned issued = 0;
    for (std::size_t k = 0; k < kCellKinds; ++k) {
      sum[k] += cell.share[k];
      if (k != static_cast<std::size_t>(CellKind::Waiting)) issued += cell.share[k];
    }
    lanes += cell.lanes * issued;
    busy += issued;
    folded.flags |= cell.flags;
  }
  // Missing cells count as empty: the end of a row is no wider than it is.
  for (std::size_t k = 0; k < kCellKinds; ++k)
    folded.share[k] = static_cast<std::uint8_t>((sum[k] + kFold / 2) / kFold);
  folded.lanes = static_cast<std::uint8_t>(busy == 0 ? 0 : lanes / busy);
  return folded;
}

// The steps of one warp in one phase.
struct Piece {
  std::uint64_t x = 0;
  std::uint32_t launch = 0;
  std::size_t first = 0, count = 0;  // among the warp's steps in that launch
  std::uint64_t width = 0;           // of the phase
  bool ends_at_barrier = false;
};
struct WarpPieces {
  std::vector<Piece> pieces;
  std::vector<std::vector<Cell>> levels;
};

}  // namespace

struct Timeline::State {
  trace::Trace trace;  // shares its columns
  int warp_size;
  std::vector<TimelineRow> rows;
  std::vector<TimelinePhase> phases;
  std::vector<WarpPieces> data;
  std::uint64_t width = 0;
  std::uint64_t unit = 1;  // x of a cell of level 0

  void find_rows();
  void lay_out();
  std::uint64_t lay_out(std::uint32_t launch, BlockIndex block, std::uint64_t x);
  void fill();
  void fill_row(std::size_t row);
  [[nodiscard]] Cell cell_of(Tick tick, bool barrier, std::vector<trace::Access>& room) const;
  [[nodiscard]] std::size_t row_of(BlockIndex block, WarpIndex warp) const;
};

std::size_t Timeline::State::row_of(BlockIndex block, WarpIndex warp) const {
  const auto found = std::lower_bound(
      rows.begin(), rows.end(), std::pair(block, warp),
      [](const TimelineRow& r, const auto& k) { return std::pair(r.block, r.warp) < k; });
  return static_cast<std::size_t>(found - rows.begin());
}

void Timeline::State::find_rows() {
  for (std::uint32_t launch = 0; launch < trace.launches().size(); ++launch) {
    const auto threads = trace.launches()[launch].block.count();
    const auto lanes = static_cast<std::uint64_t>(warp_size);
    for (BlockIndex block : trace.blocks(launch)) {
      for (std::uint32_t w = 0; w < (threads + lanes - 1) / lanes; ++w) {
        if (!trace.steps_of(launch, block, WarpIndex{w}).empty())
          rows.push_back({block, WarpIndex{w}});
      }
    }
  }
  const auto key = [](const TimelineRow& r) { return std::pair(r.block, r.warp); };
  std::sort(rows.begin(), rows.end(),
            [&](const auto& a, const auto& b) { return key(a) < key(b); });
  rows.erase(std::unique(rows.begin(), rows.end(),
                         [&](const auto& a, const auto& b) { return key(a) == key(b); }),
             rows.end());
  data.resize(rows.size());
}

// Launches follow one another: the next begins where the longest block of this one ended.
void Timeline::State::lay_out() {
  for (std::uint32_t launch = 0; launch < trace.launches().size(); ++launch) {
    std::uint64_t end = width;
    for (BlockIndex block : trace.blocks(launch))
      end = std::max(end, lay_out(launch, block, width));
    width = end;
  }
  std::sort(phases.begin(), phases.end(), [](const TimelinePhase& a, const TimelinePhase& b) {
    return std::tuple(a.block, a.launch, a.number) < std::tuple(b.block, b.launch, b.number);
  });
}

std::uint64_t Timeline::State::lay_out(std::uint32_t launch, BlockIndex block, std::uint64_t x) {
  const auto all = trace.phases();
  const auto key = [](const trace::Phase& p) { return std::pair(p.launch, p.block); };
  auto phase = std::partition_point(all.begin(), all.end(), [&](const trace::Phase& p) {
    return key(p) < std::pair(launch, block);
  });
  const std::size_t first_row = row_of(block, WarpIndex{0});
  std::size_t last_row = first_row;
  while (last_row < rows.size() && rows[last_row].block == block) ++last_row;
  std::vector<std::size_t> next(last_row - first_row, 0);
  for (; phase != all.end() && key(*phase) == std::pair(launch, block); ++phase) {
    const auto following = std::next(phase);
    const bool barrier = following != all.end() && key(*following) == key(*phase);
    std::uint64_t widest = 0;
    for (std::size_t row = first_row; row < last_row; ++row) {
      const auto ticks = trace.steps_of(launch, block, rows[row].warp);
      std::size_t& begin = next[row - first_row];
      const auto end = std::lower_bound(ticks.begin() + static_cast<std::ptrdiff_t>(begin),
                                        ticks.end(), phase->last);
      const auto count = static_cast<std::size_t>(end - ticks.begin()) - begin;
      data[row].pieces.push_back({x, launch, begin, count, 0, barrier});
      begin += count;
      widest = std::max<std::uint64_t>(widest, count);
    }
    for (std::size_t row = first_row; row < last_row; ++row) data[row].pieces.back().width = widest;
    phases.push_back({launch, block, phase->number, x, widest});
    x += widest;
  }
  return x;
}

Cell Timeline::State::cell_of(Tick tick, bool barrier, std::vector<trace::Access>& room) const {
  CellKind kind = CellKind::Other;
  Cell cell;
  if (barrier) {
    kind = CellKind::Barrier;
  } else if (trace.has_accesses(tick)) {
    trace.accesses(tick, room);
    const events::Access access = room.front().kind;
    kind = access == events::Access::Load    ? CellKind::Load
           : access == events::Access::Store ? CellKind::Store
                                             : CellKind::Atomic;
  } else if (const auto branch = trace.branch(tick)) {
    kind = CellKind::Branch;
  }
  cell.share[static_cast<std::size_t>(kind)] = 255;
  cell.lanes = static_cast<std::uint8_t>(255 * std::popcount(trace.step(tick).active) / warp_size);
  return cell;
}

void Timeline::State::fill_row(std::size_t row) {
  std::vector<Cell> cells(static_cast<std::size_t>((width + unit - 1) / unit));
  std::vector<trace::Access> room;
  for (const Piece& piece : data[row].pieces) {
    const auto ticks = trace.steps_of(piece.launch, rows[row].block, rows[row].warp);
    for (std::uint64_t i = 0; i < piece.width; ++i) {
      // With coarse cells, the first x of each stands for it.
      if (unit > 1 && (piece.x + i) % unit != 0) continue;
      Cell& cell = cells[static_cast<std::size_t>((piece.x + i) / unit)];
      if (i < piece.count) {
        cell = cell_of(ticks[piece.first + i], piece.ends_at_barrier && i + 1 == piece.count, room);
      } else if (piece.ends_at_barrier && piece.count > 0) {
        cell.share[static_cast<std::size_t>(CellKind::Waiting)] = 255;
      }
    }
  }
  data[row].levels.push_back(std::move(cells));
}

void Timeline::State::fill() {
  while (rows.size() * (width / unit) > kMostCells) unit *= kFold;
  for (std::size_t row = 0; row < rows.size(); ++row) fill_row(row);
}

namespace {

void add_flags(const trace::Trace& trace, const Timeline& timeline, std::vector<WarpPieces>& data,
               std::uint64_t unit) {
  for (const trace::Mark& mark : trace.marks()) {
    std::uint8_t flag = 0;
    if (mark.kind == trace::MarkKind::Divergence) flag = TimelineSegment::kDivergence;
    if (mark.kind == trace::MarkKind::BankConflict) flag = TimelineSegment::kConflict;
    if (mark.kind == trace::MarkKind::Uncoalesced) flag = TimelineSegment::kUncoalesced;
    if (flag == 0) continue;
    if (const auto place = timeline.place_of(mark.tick)) {
      data[place->row].levels[0][static_cast<std::size_t>(place->x / unit)].flags |= flag;
    }
  }
}

void add_levels(WarpPieces& row) {
  while (row.levels.back().size() > 1) {
    const std::vector<Cell>& fine = row.levels.back();
    std::vector<Cell> coarse;
    coarse.reserve(fine.size() / kFold + 1);
    for (std::size_t i = 0; i < fine.size(); i += kFold) {
      coarse.push_back(
          fold(std::span(fine).subspan(i, std::min<std::size_t>(kFold, fine.size() - i))));
    }
    row.levels.push_back(std::move(coarse));
  }
}

}  // namespace

Timeline::Timeline(const trace::Trace& trace, int warp_size)
    : state_(std::make_unique<State>(State{trace, warp_size, {}, {}, {}, 0, 1})) {
  state_->find_rows();
  state_->lay_out();
  state_->fill();
  add_flags(trace, *this, state_->data, state_->unit);
  for (WarpPieces& row : state_->data) add_levels(row);
}

Timeline::~Timeline() = default;

std::span<const TimelineRow> Timeline::rows() const { return state_->rows; }
std::span<const TimelinePhase> Timeline::phases() const { return state_->phases; }
std::uint64_t Timeline::width() const { return state_->width; }

std::vector<TimelineSegment> Timeline::segments(std::size_t row, std::uint64_t from,
                                                std::uint64_t to, std::size_t most) const {
  std::vector<TimelineSegment> result;
  to = std::min(to, state_->width);
  if (row >= state_->rows.size() || from >= to) return result;
  const auto& levels = state_->data[row].levels;
  std::size_t level = 0;
  std::uint64_t size = state_->unit;
  while (level + 1 < levels.size() && (to - from) / size > most) {
    ++level;
    size *= kFold;
  }
  const std::vector<Cell>& cells = levels[level];
  for (std::uint64_t i = from / size; i < cells.size() && i * size < to; ++i) {
    const Cell& cell = cells[static_cast<std::size_t>(i)];
    TimelineSegment& segment = result.emplace_back();
    segment.x = i * size;
    segment.width = std::min(size, state_->width - segment.x);
    // Shares count the missing part of the last cell as empty.
    const float full = 255.0F * static_cast<float>(segment.width) / static_cast<float>(size);
    for (std::size_t k = 0; k < kCellKinds; ++k)
      segment.share[k] = static_cast<float>(cell.share[k]) / full;
    segment.lanes = static_cast<float>(cell.lanes) / 255.0F;
    segment.flags = cell.flags;
  }
  return result;
}

std::optional<Timeline::Point> Timeline::place_of(Tick tick) const {
  if (tick.value >= state_->trace.tick_count()) return std::nullopt;
  const trace::Step step = state_->trace.step(tick);
  const std::size_t row = state_->row_of(step.block, step.warp);
  const auto ticks = state_->trace.steps_of(step.launch, step.block, step.warp);
  const auto index =
      static_cast<std::size_t>(std::lower_bound(ticks.begin(), ticks.end(), tick) - ticks.begin());
  const auto& pieces = state_->data[row].pieces;
  auto piece = std::upper_bound(
      pieces.begin(), pieces.end(), std::pair(step.launch, index),
      [](const auto& key, const Piece& p) { return key < std::pair(p.launch, p.first); });
  if (piece == pieces.begin()) return std::nullopt;
  --piece;
  if (piece->launch != step.launch || index >= piece->first + piece->count) return std::nullopt;
  return Point{row, piece->x + (index - piece->first)};
}

std::optional<Tick> Timeline::tick_at(Point place) const {
  if (place.row >= state_->rows.size()) return std::nullopt;
  const auto& pieces = state_->data[place.row].pieces;
  auto piece = std::upper_bound(pieces.begin(), pieces.end(), place.x,
                                [](std::uint64_t x, const Piece& p) { return x < p.x; });
  if (piece == pieces.begin()) return std::nullopt;
  --piece;
  const std::uint64_t i = place.x - piece->x;
  if (i >= piece->count) return std::nullopt;
  const TimelineRow& row = state_->rows[place.row];
  return state_->trace.steps_of(piece->launch, row.block, row.warp)[piece->first + i];
}

}  // namespace lanescope::analysis
