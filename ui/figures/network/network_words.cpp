#include <algorithm>

#include <fmt/format.h>

#include "ui/figures/network/network_model.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::network {
namespace {

std::string element_words(const NetworkScene& scene, std::uint32_t element, std::uint64_t bits) {
  return fmt::format("{}[{}] = {}", scene.array.name, element, scene.number(bits, 12));
}

// "lane 3 of warp 0", "lanes 3 and 7 of warp 0".
std::string who_words(const NetworkScene& scene, const analysis::Comparator& one) {
  const auto [a, b] = one.threads;
  const std::uint32_t lanes = scene.warp_lanes;
  if (a == b) return say("Lane {} of warp {}", a % lanes, a / lanes);
  if (a / lanes == b / lanes)
    return say("Lanes {} and {} of warp {}", std::min(a, b) % lanes, std::max(a, b) % lanes,
               a / lanes);
  return say("Lane {} of warp {} and lane {} of warp {}", a % lanes, a / lanes, b % lanes,
             b / lanes);
}

std::string deed_words(const NetworkScene& scene, const NetworkModel& model,
                       std::uint32_t comparator) {
  const analysis::Comparator& one = scene.network.comparators[comparator];
  const std::string who = who_words(scene, one);
  if (!model.told)
    return one.threads[0] == one.threads[1]
               ? say("{} compares {}[{}] and {}[{}].", who, scene.array.name, one.first,
                     scene.array.name, one.second)
               : say("{} compare {}[{}] and {}[{}].", who, scene.array.name, one.first,
                     scene.array.name, one.second);
  const std::string first = element_words(scene, one.first, one.before[0]);
  const std::string second = element_words(scene, one.second, one.before[1]);
  std::string words = one.threads[0] == one.threads[1]
                          ? say("{} compares {} with {}: ", who, first, second)
                          : say("{} compare {} with {}: ", who, first, second);
  if (one.before[0] == one.before[1]) return words + tr("they are equal.");
  return words + (scene.exchanged(comparator) ? tr("they are exchanged.") : tr("they stay."));
}

std::string split_words(const analysis::NetworkColumn& column) {
  if (column.split == 0) return {};
  const std::uint32_t all = column.end - column.begin;
  if (column.split == all)
    return tr(" All of its comparators split their warp: other lanes have nothing to compare.");
  return say(" {} of its {} comparators split their warp.", view::with_commas(column.split),
             view::with_commas(all));
}

}  // namespace

std::string distance_words(const analysis::NetworkColumn& column) {
  if (column.nearest == column.farthest) return fmt::format("{}", column.farthest);
  return say("{} to {}", column.nearest, column.farthest);
}

std::string network_words(const NetworkScene& scene, bool counted) {
  std::string words =
      say_many(scene.wires(), "{} element", "{} elements", view::with_commas(scene.wires()));
  if (!counted) return words;
  const std::size_t columns = scene.network.columns.size();
  const std::size_t comparators = scene.network.comparators.size();
  words += say_many(columns, " · {} column", " · {} columns", view::with_commas(columns));
  words += say_many(comparators, " · {} comparator", " · {} comparators",
                    view::with_commas(comparators));
  return words;
}

std::string network_sentence(const view::View& view, const NetworkScene& scene,
                             const NetworkModel& model) {
  const analysis::Network& network = scene.network;
  const std::string arrows =
      model.told ? tr(" Arrows point to where the larger one goes.") : std::string();
  if (!model.column) return tr("All columns are through.") + arrows;
  const analysis::NetworkColumn& column = network.columns[*model.column];
  std::string words = model.counted
                          ? say("Now: distance {}, column {} of {}.", distance_words(column),
                                *model.column + 1, network.columns.size())
                          : say("Now: distance {}.", distance_words(column));
  if (model.chosen) return words + " " + deed_words(scene, model, *model.chosen);
  if (view.state().cursor.selection.lane)
    words += say(" Lane {} has nothing to compare in it.", *view.state().cursor.selection.lane);
  if (model.counted && column.split > 0)
    words += split_words(column);
  else
    words += arrows;
  if (!scene.all_recorded) words += tr(" Only recorded blocks are drawn.");
  return words;
}

std::string comparator_words(const NetworkScene& scene, const NetworkModel& model,
                             std::uint32_t comparator) {
  const analysis::Comparator& one = scene.network.comparators[comparator];
  std::string words = model.counted
                          ? say("Column {}, distance {}.", one.column + 1, one.second - one.first)
                          : say("Distance {}.", one.second - one.first);
  if (scene.network.columns[one.column].launch > 0 || scene.network.columns.back().launch > 0)
    words += say(" Launch {}.", one.launch + 1);
  words += " " + deed_words(scene, model, comparator);
  if (model.counted && one.split)
    words += tr(" Other lanes of the warp have nothing to compare meanwhile: it is split.");
  return words + tr(" A click selects the lane.");
}

std::string wire_words(const NetworkScene& scene, const NetworkModel& model, std::uint32_t wire) {
  const std::string what =
      model.values.empty() ? fmt::format("{}[{}]", scene.array.name, wire)
                           : fmt::format("{}[{}] = {}", scene.array.name, wire, model.values[wire]);
  const std::size_t passes = scene.network.by_element[wire].size();
  return (model.counted ? say_many(passes, "{} passes {} comparator.", "{} passes {} comparators.",
                                   what, passes)
                        : what + ".") +
         tr(" A click selects it everywhere.");
}

}  // namespace lanescope::ui::figures::network
