#include "ui/figures/arrays_model.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include "lab/experiment/expression.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures {
namespace {

constexpr std::size_t kValueWidth = 5;

// Width of the matrix that the lesson says the buffer is; 0 when it is a strip.
std::uint32_t matrix_width(const session::Session& session, const std::string& name) {
  const lesson::Rung* rung = session.rung();
  if (rung == nullptr) return 0;
  experiment::Variables variables;
  for (const auto& [key, value] : session.state().experiment.values)
    variables[key] = static_cast<double>(value);
  for (const auto& buffer : rung->buffers) {
    if (buffer.name != name || buffer.shape.size() < 2) continue;
    const auto width = experiment::evaluate_whole(buffer.shape.back(), variables);
    if (width && *width > 0) return static_cast<std::uint32_t>(*width);
  }
  return 0;
}

struct Touch {
  bool any = false;
  std::uint64_t first = 0, last = 0;
};

// The cell of an element; null when it is not drawn.
ElementCell* cell_of(ArraysModel& model, std::uint64_t element) {
  if (element < model.first) return nullptr;
  const std::uint64_t row = (element - model.first) / model.row_pitch;
  const std::uint64_t column = (element - model.first) % model.row_pitch;
  if (column >= model.columns) return nullptr;
  const std::uint64_t at = row * model.columns + column;
  return at < model.cells.size() && model.cells[at].index == element ? &model.cells[at] : nullptr;
}

void mark_step(const session::Session& session, const trace::Step& step, ArraysModel& model) {
  const auto& selected = session.state().cursor.selection.element;
  for (auto& cell : model.cells)
    cell.selected =
        selected && selected->array == model.array.name && selected->index == cell.index;
  for (const auto& access : session.trace()->accesses(step.tick)) {
    if (access.space != model.array.space) continue;
    for (int lane = 0; lane < kMaxWarpSize; ++lane) {
      if ((access.lanes >> lane & 1U) == 0) continue;
      const std::uint64_t at = access.addresses[static_cast<std::size_t>(lane)];
      if (at < model.array.base) continue;
      const std::uint64_t from = (at - model.array.base) / model.array.element_bytes;
      const std::uint64_t to =
          (at - model.array.base + access.bytes - 1) / model.array.element_bytes;
      for (std::uint64_t i = std::max(from, model.first); i <= to; ++i) {
        ElementCell* at_element = cell_of(model, i);
        if (at_element == nullptr) continue;
        ElementCell& cell = *at_element;
        cell.read |= access.kind == events::Access::Load;
        cell.written |= access.kind == events::Access::Store;
        cell.atomic |= access.kind == events::Access::Atomic;
        cell.lanes |= LaneMask{1} << lane;
      }
    }
  }
}

Touch touched(const session::Session& session, const trace::Step& step,
              const view::ArrayInfo& array) {
  Touch touch;
  for (const auto& access : session.trace()->accesses(step.tick)) {
    if (access.space != array.space) continue;
    for (int lane = 0; lane < kMaxWarpSize; ++lane) {
      if ((access.lanes >> lane & 1U) == 0) continue;
      const std::uint64_t at = access.addresses[static_cast<std::size_t>(lane)];
      if (at < array.base || at >= array.base + array.count * array.element_bytes) continue;
      const std::uint64_t index = (at - array.base) / array.element_bytes;
      touch.first = touch.any ? std::min(touch.first, index) : index;
      touch.last = touch.any ? std::max(touch.last, index) : index;
      touch.any = true;
    }
  }
  return touch;
}

void fill_values(const session::Session& session, const trace::Step& step, ArraysModel& model) {
  const engine::Execution& machine = *session.machine();
  const bool shared = model.array.space == events::Space::Shared;
  const auto memory =
      shared ? machine.shared_memory(step.block) : machine.buffer(model.array.buffer);
  const std::uint64_t base = shared ? model.array.base : 0;
  for (auto& cell : model.cells) {
    const std::uint64_t byte = base + std::uint64_t{cell.index} * model.array.element_bytes;
    if (byte + model.array.element_bytes <= memory.size())
      cell.value = view::value_text(
          model.array.type, view::load_bits(memory.data() + byte, model.array.element_bytes),
          kValueWidth);
  }
}

// Counts over all lanes of the step, drawn or not.
void describe(const session::Session& session, const trace::Step& step, ArraysModel& model) {
  const view::ArrayInfo& array = model.array;
  std::set<std::uint64_t> read;
  std::set<std::uint64_t> written;
  for (const auto& access : session.trace()->accesses(step.tick)) {
    if (access.space != array.space) continue;
    for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
      const std::uint64_t at = access.addresses[static_cast<std::size_t>(std::countr_zero(rest))];
      if (at < array.base || at >= array.base + array.count * array.element_bytes) continue;
      auto& into = access.kind == events::Access::Load ? read : written;
      for (std::uint64_t b = at - array.base; b < at - array.base + access.bytes;
           b += array.element_bytes)
        into.insert(b / array.element_bytes);
    }
  }
  const auto elements = [](std::size_t n) { return say_many(n, "{} element", "{} elements", n); };
  const std::string& name = array.name;
  const std::string who = say("Warp {}", step.warp.value);
  if (read.empty() && written.empty())
    model.sentence = say("This instruction does not touch {}.", name);
  else if (!read.empty())
    model.sentence = say("{} reads {} of {}.", who, elements(read.size()), name);
  else
    model.sentence = say("{} writes {} of {}.", who, elements(written.size()), name);
  if (model.hidden > 0)
    model.sentence += say(" {} elements are not drawn.", view::with_commas(model.hidden));
}

void lay_out(const session::Session& session, const trace::Step& step, std::uint32_t columns,
             std::uint32_t rows, ArraysModel& model) {
  const view::ArrayInfo& array = model.array;
  const std::uint32_t width = matrix_width(session, array.name);
  model.matrix = width > 1;
  model.row_pitch = std::max(1U, model.matrix ? width : columns);
  model.columns = std::max(1U, std::min(columns, model.row_pitch));
  const std::uint64_t rows_there = (array.count + model.row_pitch - 1) / model.row_pitch;
  const std::uint64_t rows_shown = std::min<std::uint64_t>(rows_there, std::max(1U, rows));
  const Touch touch = touched(session, step, array);
  std::uint64_t first_row = 0;
  if (touch.any && touch.last / model.row_pitch >= rows_shown)
    first_row = std::min(touch.first / model.row_pitch, rows_there - rows_shown);
  model.first = first_row * model.row_pitch;
  for (std::uint64_t row = 0; row < rows_shown; ++row)
    for (std::uint64_t column = 0; column < model.columns; ++column) {
      const std::uint64_t index = model.first + row * model.row_pitch + column;
      if (index >= array.count) break;
      ElementCell& cell = model.cells.emplace_back();
      cell.index = static_cast<std::uint32_t>(index);
    }
  model.hidden = array.count - model.cells.size();
}

std::size_t first_written(const view::View& view, const std::vector<view::ArrayInfo>& arrays) {
  constexpr std::uint64_t kSearched = 20'000;
  const trace::Trace& trace = *view.trace();
  std::vector<trace::Access> room;
  for (std::uint64_t t = 0; t < std::min(trace.tick_count(), kSearched); ++t) {
    if (!trace.has_accesses(Tick{t})) continue;
    trace.accesses(Tick{t}, room);
    for (const auto& access : room) {
      if (access.space != events::Space::Global || access.kind == events::Access::Load) continue;
      const auto lane = static_cast<std::size_t>(std::countr_zero(access.lanes));
      const auto element = view::element_at(arrays, access.space, access.addresses[lane]);
      if (!element) continue;
      for (std::size_t i = 0; i < arrays.size(); ++i)
        if (arrays[i].name == element->array) return i;
    }
  }
  return 0;
}

}  // namespace

ArrayChoice array_choice(const view::View& view) {
  ArrayChoice choice;
  if (!view.run() || view.trace() == nullptr || view.program() == nullptr) return choice;
  choice.arrays = view::arrays_of(view);
  for (std::size_t i = 0; i < choice.arrays.size(); ++i)
    if (choice.arrays[i].space == events::Space::Shared && choice.arrays[i].count > 1) {
      choice.usual = i;
      return choice;
    }
  choice.usual = first_written(view, choice.arrays);
  return choice;
}

const view::ArrayInfo* shown_array(const view::View& view, const ArrayChoice& choice) {
  for (const auto& array : choice.arrays)
    if (array.name == view.state().appearance.array) return &array;
  return choice.usual < choice.arrays.size() ? &choice.arrays[choice.usual] : nullptr;
}

std::optional<ArraysModel> arrays_model(const session::Session& session,
                                        const view::ArrayInfo& array, std::uint32_t columns,
                                        std::uint32_t rows) {
  const auto step = session.shown_step();
  if (!step || session.machine() == nullptr) return std::nullopt;
  ArraysModel model;
  model.array = array;
  lay_out(session, *step, columns, rows, model);
  fill_values(session, *step, model);
  mark_step(session, *step, model);
  describe(session, *step, model);
  return model;
}

}  // namespace lanescope::ui::figures
