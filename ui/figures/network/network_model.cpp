#include "ui/figures/network/network_model.hpp"

#include <algorithm>
#include <tuple>

namespace lanescope::ui::figures::network {
namespace {

// The first column that the shown block is not through with; else the first that anybody is not.
std::optional<std::uint32_t> column_now(const view::View& view, const analysis::Network& network) {
  const Tick now = view.state().cursor.tick;
  const auto step = view.shown_step();
  std::optional<std::uint32_t> any;
  for (const analysis::Comparator& one : network.comparators) {
    if (one.done <= now) continue;
    if (step && one.launch == step->launch && one.block == step->block) return one.column;
    if (!any) any = one.column;
  }
  return any;
}

std::optional<std::uint32_t> chosen_one(const view::View& view, const NetworkScene& scene,
                                        std::uint32_t column) {
  const view::Selection& selection = view.state().cursor.selection;
  if (!selection.lane) return std::nullopt;
  const std::uint32_t thread = view.shown_warp().value * scene.warp_lanes + *selection.lane;
  const auto step = view.shown_step();
  const BlockIndex block = step ? step->block : selection.block;
  const analysis::NetworkColumn& at = scene.network.columns[column];
  for (std::uint32_t c = at.begin; c < at.end; ++c) {
    const analysis::Comparator& one = scene.network.comparators[c];
    if (one.block == block && (one.threads[0] == thread || one.threads[1] == thread)) return c;
  }
  return std::nullopt;
}

}  // namespace

NetworkModel network_model(const view::View& view, const NetworkScene& scene,
                           NetworkSecrets secrets) {
  const analysis::Network& network = scene.network;
  const Tick now = view.state().cursor.tick;
  NetworkModel model;
  model.told = secrets.told;
  model.counted = secrets.counted;
  model.column = column_now(view, network);
  for (const analysis::Comparator& one : network.comparators)
    model.progress.push_back(one.column == model.column ? Progress::Now
                             : one.done <= now          ? Progress::Done
                                                        : Progress::Later);
  if (model.column) model.chosen = chosen_one(view, scene, *model.column);
  const auto& element = view.state().cursor.selection.element;
  if (element && element->array == scene.array.name && element->index < scene.wires())
    model.wire = element->index;
  for (std::uint32_t wire = 0; model.told && wire < scene.wires(); ++wire)
    model.values.push_back(scene.number(network.value(wire, now)));
  model.sentence = network_sentence(view, scene, model);
  return model;
}

}  // namespace lanescope::ui::figures::network
