#include "ui/figures/flow/flow_ground.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanescope::ui::figures::flow {
namespace {

constexpr std::uint64_t kMostElements = 1U << 20U;

// Arrays that the block has read, and the target behind them.
FlowGround arranged(const FlowQuestion& question, std::vector<analysis::Footprint> footprints) {
  FlowGround ground;
  ground.launch = question.launch;
  ground.block = question.block;
  std::size_t target = footprints.size();
  const auto first_write = [&](std::size_t i) { return footprints[i].writes.front().stored.tick; };
  for (std::size_t i = 0; i < footprints.size(); ++i) {
    if (footprints[i].writes.empty()) continue;
    const bool wanted = question.arrays[i].name == question.wanted;
    if (target == footprints.size() || wanted ||
        (question.arrays[target].name != question.wanted && first_write(i) < first_write(target)))
      target = i;
  }
  ground.has_target = target < footprints.size();
  const auto add = [&](std::size_t i) {
    ground.arrays.push_back({question.arrays[i], question.columns[i], std::move(footprints[i])});
  };
  for (std::size_t i = 0; i < footprints.size(); ++i)
    if (i != target && !footprints[i].intervals.empty()) add(i);
  if (ground.has_target) add(target);
  return ground;
}

// What an element somewhere in the midst is made of tells the shape of all.
using Elements = std::vector<std::uint32_t>;
std::vector<Elements> example(const FlowQuestion& question, const FlowGround& ground,
                              const analysis::ElementWrite& write) {
  const analysis::Origins origins = analysis::origins_of(
      *question.plan, *question.trace, question.launch, question.block, {{write.stored}});
  std::vector<Elements> out(ground.arrays.size());
  for (const analysis::Origin& origin : origins.origins) {
    if (origin.steers || origin.space != events::Space::Global) continue;
    if (const auto place = place_at(ground.arrays, origin.address))
      out[place->array].push_back(place->element);
  }
  return out;
}

bool in_row(const FlowArray& array, const Elements& elements, std::uint32_t row) {
  return !elements.empty() && std::ranges::all_of(elements, [&](std::uint32_t element) {
    return element / array.columns == row;
  });
}
bool in_column(const FlowArray& array, const Elements& elements, std::uint32_t column) {
  return !elements.empty() && std::ranges::all_of(elements, [&](std::uint32_t element) {
    return element % array.columns == column;
  });
}

FlowShape shape_of(const FlowQuestion& question, FlowGround& ground) {
  if (!ground.flows() || ground.target().footprint.writes.empty()) return FlowShape::Free;
  const auto& writes = ground.target().footprint.writes;
  const analysis::ElementWrite& write = writes[writes.size() / 2];
  const FlowArray& target = ground.target();
  const auto& arrays = ground.arrays;
  const auto of = [&] { return example(question, ground, write); };
  if (arrays.size() == 2 && target.columns == 0 && arrays[0].columns > 0 &&
      arrays[0].rows() == target.count())
    return in_row(arrays[0], of()[0], write.element) ? FlowShape::RowSums : FlowShape::Free;
  if (arrays.size() != 3 || target.columns == 0 || arrays[0].columns == 0 || arrays[1].columns == 0)
    return FlowShape::Free;
  const std::vector<Elements> from = of();
  const std::uint32_t row = write.element / target.columns;
  const std::uint32_t column = write.element % target.columns;
  const auto fits = [&](std::size_t left, std::size_t above) {
    return in_row(arrays[left], from[left], row) && from[left].size() > 1 &&
           in_column(arrays[above], from[above], column) && arrays[left].rows() == target.rows() &&
           arrays[above].columns == target.columns;
  };
  if (fits(1, 0)) std::swap(ground.arrays[0], ground.arrays[1]);
  return fits(0, 1) || fits(1, 0) ? FlowShape::Product : FlowShape::Free;
}

}  // namespace

FlowGround FlowQuestion::answer() const {
  std::vector<analysis::ArrayRef> refs;
  for (const view::ArrayInfo& array : arrays)
    refs.push_back({events::Space::Global, array.base, array.element_bytes, 0,
                    static_cast<std::uint32_t>(std::min(array.count, kMostElements))});
  FlowGround ground = arranged(*this, analysis::footprints_of(*plan, *trace, launch, block, refs));
  ground.shape = shape_of(*this, ground);
  return ground;
}

std::optional<FlowQuestion> flow_question(const view::View& view) {
  const auto step = view.shown_step();
  if (view.trace() == nullptr || !step) return std::nullopt;
  const run::ModelRun& run = *view.run();
  FlowQuestion question{run.prepared->plan, run.trace, step->launch, step->block, {}, {}, {}};
  question.wanted = view.state().appearance.array;
  for (view::ArrayInfo& array : view::arrays_of(view)) {
    if (array.space != events::Space::Global || array.count == 0) continue;
    question.columns.push_back(matrix_columns(run, array, step->launch));
    question.arrays.push_back(std::move(array));
  }
  return question;
}

std::uint32_t matrix_columns(const run::ModelRun& run, const view::ArrayInfo& array,
                             std::uint32_t launch) {
  for (const auto& [name, value] : run.prepared->experiment.buffers) {
    const auto& shape = value.shape;
    if (name != array.name || shape.size() < 2) continue;
    // The colours of a pixel lie side by side in its row.
    const bool pixels = shape.size() == 3 && shape.back() == 3;
    const std::uint64_t columns = pixels ? shape[1] * 3 : shape.back();
    return columns > 1 && columns <= kMostElements ? static_cast<std::uint32_t>(columns) : 0;
  }
  const engine::Launch& threads = run.plan().launches[launch];
  if (std::uint64_t{threads.block.y} * threads.grid.y < 2) return 0;
  const auto side = static_cast<std::uint64_t>(std::llround(std::sqrt(array.count)));
  if (side > 1 && side * side == array.count) return static_cast<std::uint32_t>(side);
  const std::uint64_t across = std::uint64_t{threads.grid.x} * threads.block.x;
  return across > 1 && across < array.count && array.count % across == 0
             ? static_cast<std::uint32_t>(across)
             : 0;
}

std::optional<FlowPlace> place_at(const std::vector<FlowArray>& arrays, std::uint64_t address) {
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const view::ArrayInfo& info = arrays[i].info;
    if (address < info.base) continue;
    const std::uint64_t element = (address - info.base) / info.element_bytes;
    if (element < arrays[i].count()) return FlowPlace{i, static_cast<std::uint32_t>(element)};
  }
  return std::nullopt;
}

}  // namespace lanescope::ui::figures::flow
