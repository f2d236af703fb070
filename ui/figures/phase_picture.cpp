#include "ui/figures/phase_picture.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures {
namespace {

constexpr std::size_t kMaxLines = 64;
constexpr std::size_t kMaxArcs = 8192;
constexpr std::size_t kValueWidth = 20;  // of any 64-bit number
constexpr std::size_t kBriefWidth = 4;
constexpr std::uint64_t kMostElements = 1U << 20U;

// Columns of the picture and the elements that they stand for.
struct Columns {
  std::uint32_t count = 0;
  std::uint32_t fold = 0;
  // count: the element lies outside the picture.
  [[nodiscard]] std::uint32_t of(std::uint32_t element) const {
    const std::uint32_t column = fold == 0 ? element : element % fold;
    return std::min(column, count);
  }
};

// Every row writes in one half only, and both halves have their turns, the other half being read.
std::uint32_t fold_of(const analysis::PhaseFigure& figure, std::uint64_t elements) {
  if (elements % 2 != 0 || elements < 4) return 0;
  const auto half = static_cast<std::uint32_t>(elements / 2);
  bool low = false;
  bool high = false;
  bool crosses = false;
  for (const auto& row : figure.rows) {
    if (row.written.empty()) continue;
    const bool in_low = row.written.back() < half;
    const bool in_high = row.written.front() >= half;
    if (!in_low && !in_high) return 0;
    low |= in_low;
    high |= in_high;
    for (const auto& arc : row.arcs) {
      if ((arc.from < half) == (arc.to < half)) return 0;
      crosses = true;
    }
  }
  return low && high && crosses ? half : 0;
}

// The distances from element read to element written, the thread's own element left out.
std::set<std::uint32_t> strides_of(const analysis::PhaseRow& row, std::uint32_t fold) {
  std::set<std::uint32_t> strides;
  for (const auto& arc : row.arcs) {
    const std::uint32_t from = fold == 0 ? arc.from : arc.from % fold;
    const std::uint32_t to = fold == 0 ? arc.to : arc.to % fold;
    if (from != to) strides.insert(from > to ? from - to : to - from);
    if (strides.size() > 16) break;
  }
  return strides;
}

std::string label_of(const analysis::PhaseRow& row, bool by_launch, bool shared,
                     std::uint32_t fold) {
  if (by_launch) return say("launch {}", row.phase.launch + 1);
  if (row.written.empty()) return tr("read");
  if (row.arcs.empty())
    return row.read.empty() ? std::string(shared ? tr("load") : tr("write"))
                            : say("phase {}", row.phase.number + 1);
  const auto strides = strides_of(row, fold);
  if (strides.size() == 1) return say("stride {}", *strides.begin());
  return say("phase {}", row.phase.number + 1);
}

void fill_values(const view::View& view, const view::ArrayInfo& array, BlockIndex block, Tick at,
                 const std::vector<std::uint32_t>& elements, PhaseLine& line) {
  const engine::Execution* machine = view.machine_at(at);
  if (machine == nullptr) return;
  const bool shared = array.space == events::Space::Shared;
  const auto memory = shared ? machine->shared_memory(block) : machine->buffer(array.buffer);
  const std::uint64_t base = shared ? array.base : 0;
  for (std::size_t i = 0; i < line.cells.size(); ++i) {
    const std::uint64_t byte = base + std::uint64_t{elements[i]} * array.element_bytes;
    if (byte + array.element_bytes > memory.size()) continue;
    const std::uint64_t bits = view::load_bits(memory.data() + byte, array.element_bytes);
    line.cells[i].value = view::value_text(array.type, bits, kValueWidth);
    line.cells[i].brief = view::value_text(array.type, bits, kBriefWidth);
  }
}

// For each column the element in which this row has its values: the half that is written.
std::vector<std::uint32_t> elements_in(const analysis::PhaseRow& row, const Columns& columns) {
  std::vector<std::uint32_t> elements(columns.count);
  const bool high =
      columns.fold != 0 && !row.written.empty() && row.written.front() >= columns.fold;
  const bool reads_high = columns.fold != 0 && row.written.empty() && !row.read.empty() &&
                          row.read.front() >= columns.fold;
  for (std::uint32_t c = 0; c < columns.count; ++c)
    elements[c] = c + (high || reads_high ? columns.fold : 0);
  return elements;
}

PhaseLine make_line(const analysis::PhaseRow& row, bool by_launch, bool shared,
                    const Columns& columns) {
  PhaseLine line;
  line.label = label_of(row, by_launch, shared, columns.fold);
  line.moment =
      say("Launch {}, phase {}: ticks {} to {}.", row.phase.launch + 1, row.phase.number + 1,
          view::with_commas(row.phase.first.value), view::with_commas(row.phase.last.value));
  line.first = row.phase.first;
  line.last = row.phase.last;
  line.truncated = row.truncated;
  line.cells.resize(columns.count);
  for (const std::uint32_t element : row.read)
    if (columns.of(element) < columns.count) line.cells[columns.of(element)].read = true;
  for (const std::uint32_t element : row.written)
    if (columns.of(element) < columns.count) line.cells[columns.of(element)].written = true;
  std::set<std::pair<std::uint32_t, std::uint32_t>> drawn;
  for (const analysis::Arc& arc : row.arcs) {
    const std::uint32_t from = columns.of(arc.from);
    const std::uint32_t to = columns.of(arc.to);
    if (to < columns.count) line.cells[to].computed = true;
    if (from >= columns.count || to >= columns.count || !drawn.emplace(from, to).second) continue;
    line.arcs.push_back({from, to, arc.from, arc.to, arc.thread, arc.write});
  }
  return line;
}

// Where the first interval computes from what lay there before, that stands above it.
PhaseLine line_before(const analysis::PhaseRow& first, const Columns& columns) {
  PhaseLine line;
  line.label = tr("before");
  line.moment = tr("What the array held before.");
  line.first = line.last = first.phase.first;
  line.cells.resize(columns.count);
  line.begins = true;
  return line;
}

bool by_launch(const view::ArrayInfo& array, const analysis::PhaseFigure& figure,
               const trace::Trace& trace) {
  return array.space == events::Space::Global && trace.launches().size() > 1 &&
         std::all_of(figure.rows.begin(), figure.rows.end(),
                     [](const auto& row) { return row.phase.number == 0; });
}

}  // namespace

analysis::PhaseFigure PhaseQuestion::answer() const {
  return analysis::phase_figure(*plan, *trace, launch, block, array, kMaxArcs, kMaxLines);
}

std::optional<PhaseQuestion> phase_question(const view::View& view, const view::ArrayInfo& array) {
  const auto step = view.shown_step();
  if (view.trace() == nullptr || !step) return std::nullopt;
  const auto elements = static_cast<std::uint32_t>(std::min(array.count, kMostElements));
  const run::ModelRun& run = *view.run();
  return PhaseQuestion{run.prepared->plan,
                       run.trace,
                       step->launch,
                       step->block,
                       {array.space, array.base, array.element_bytes, 0, elements}};
}

PhasePicture phase_picture(const view::View& view, const view::ArrayInfo& array,
                           const PhaseQuestion& question, const analysis::PhaseFigure& figure,
                           std::uint32_t most_columns, bool with_values) {
  const std::uint32_t elements = question.array.count;
  Columns columns;
  columns.fold = fold_of(figure, elements);
  columns.count = std::min(most_columns, columns.fold == 0 ? elements : columns.fold);
  PhasePicture picture;
  picture.array = array;
  picture.columns = columns.count;
  picture.fold = columns.fold;
  picture.hidden_lines = figure.left_out;
  const bool launches = by_launch(array, figure, *question.trace);
  const bool shared = array.space == events::Space::Shared;
  const auto add = [&](PhaseLine line, const analysis::PhaseRow& row, Tick at) {
    if (with_values) fill_values(view, array, question.block, at, elements_in(row, columns), line);
    picture.arcs += line.arcs.size();
    picture.lines.push_back(std::move(line));
  };
  if (!figure.rows.empty() && !figure.rows.front().arcs.empty())
    add(line_before(figure.rows.front(), columns), figure.rows.front(),
        figure.rows.front().phase.first);
  for (const auto& row : figure.rows) {
    if (picture.lines.size() == kMaxLines) {
      picture.hidden_lines += static_cast<std::size_t>(&figure.rows.back() - &row) + 1;
      break;
    }
    // The state after the phase's last instruction; a block that has ended is gone one tick later.
    const Tick end{std::max(row.phase.first.value, row.phase.last.value - 1)};
    add(make_line(row, launches, shared, columns), row, end);
  }
  return picture;
}

std::size_t line_at(const PhasePicture& picture, Tick tick) {
  for (std::size_t i = 0; i < picture.lines.size(); ++i)
    if (tick > picture.lines[i].first && tick <= picture.lines[i].last) return i;
  return picture.lines.size();
}

PhaseMoment phase_moment(const view::View& view, const PhasePicture& picture) {
  const Tick tick = view.state().cursor.tick;
  const auto shown = view.shown_step();
  const bool to_come = shown && shown->tick >= tick;
  return {tick, line_at(picture, to_come ? Tick{shown->tick.value + 1} : tick)};
}

bool wants_flow(const view::Appearance& look, const PhasePicture* inside) {
  if (look.flow_view != view::FlowView::Auto) return look.flow_view == view::FlowView::On;
  return look.phase_view && inside != nullptr && inside->arcs == 0;
}

std::uint32_t element_of(const PhasePicture& picture, std::size_t line, std::uint32_t column) {
  if (picture.fold == 0 || line >= picture.lines.size()) return column;
  for (const PhaseArc& arc : picture.lines[line].arcs)
    return arc.to_element >= picture.fold ? column + picture.fold : column;
  return column;
}

}  // namespace lanescope::ui::figures
