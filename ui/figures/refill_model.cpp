#include "ui/figures/refill_model.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures {
namespace {

constexpr std::size_t kMostBlocks = 256;
constexpr std::uint64_t kMostTicks = 1'000'000;

std::string refill_words(const RefillModel& model, std::span<const std::uint64_t> lengths) {
  const auto [least, most] = std::ranges::minmax(lengths);
  const std::uint64_t all = model.end * model.sms * model.places;
  return say(
      "{} of {} to {} steps on {} with {} each: the next block takes the place that is free "
      "first, and the last one ends after {} steps. Until then {} of the places' steps stand "
      "empty. Steps are no time: memory and neighbours on an SM are left out.",
      say_many(lengths.size(), "{} block", "{} blocks", view::with_commas(lengths.size())),
      view::with_commas(least), view::with_commas(most),
      say_many(model.sms, "{} SM", "{} SMs", view::with_commas(model.sms)),
      say_many(model.places, "{} place", "{} places", view::with_commas(model.places)),
      view::with_commas(model.end),
      view::percent(all == 0 ? 0.0 : static_cast<double>(model.idle) / static_cast<double>(all)));
}

// Steps of the longest warp of each recorded block, in the blocks' order.
std::vector<std::uint64_t> lengths_of(const trace::Trace& trace, std::uint32_t launch) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> steps;  // by block and warp
  for (Tick tick{0}; tick.value < trace.tick_count(); ++tick.value) {
    const trace::Step step = trace.step(tick);
    if (step.launch == launch) ++steps[{step.block.value, step.warp.value}];
  }
  std::vector<std::uint64_t> lengths;
  for (const BlockIndex block : trace.blocks(launch)) {
    std::uint64_t longest = 0;
    for (auto at = steps.lower_bound({block.value, 0});
         at != steps.end() && at->first.first == block.value; ++at)
      longest = std::max(longest, at->second);
    lengths.push_back(longest);
  }
  return lengths;
}

}  // namespace

RefillModel refill_of(std::span<const std::uint64_t> lengths, std::uint32_t sms,
                      std::uint32_t places) {
  RefillModel model;
  model.sms = std::max(sms, 1U);
  const auto most = static_cast<std::uint32_t>((lengths.size() + model.sms - 1) / model.sms);
  model.places = std::clamp(places, 1U, std::max(most, 1U));
  std::vector<std::uint64_t> free_from(std::size_t{model.sms} * model.places, 0);
  for (std::size_t block = 0; block < lengths.size(); ++block) {
    const auto first = std::ranges::min_element(free_from);
    const auto at = static_cast<std::uint32_t>(first - free_from.begin());
    const std::uint64_t begin = *first;
    *first += lengths[block];
    model.blocks.push_back({block, at % model.sms, at / model.sms, begin, *first});
    model.end = std::max(model.end, *first);
  }
  for (const std::uint64_t free : free_from) model.idle += model.end - free;
  if (!lengths.empty()) model.sentence = refill_words(model, lengths);
  return model;
}

std::optional<RefillModel> refill_model(const view::View& view) {
  const auto sms = view.state().experiment.values.find("sms");
  const auto& run = view.run();
  const trace::Trace* trace = view.trace();
  if (sms == view.state().experiment.values.end() || sms->second < 1 || !run || trace == nullptr ||
      run->prepared->occupancy.empty() || trace->tick_count() > kMostTicks)
    return std::nullopt;
  const auto launch = static_cast<std::uint32_t>(std::min<std::size_t>(
      view.state().cursor.selection.launch, run->prepared->occupancy.size() - 1));
  const std::size_t recorded = trace->blocks(launch).size();
  if (recorded != run->plan().launches[launch].grid.count() || recorded > kMostBlocks)
    return std::nullopt;
  const std::vector<std::uint64_t> lengths = lengths_of(*trace, launch);
  if (lengths.size() < 2 ||
      std::ranges::count(lengths, lengths.front()) == static_cast<std::ptrdiff_t>(lengths.size()))
    return std::nullopt;
  RefillModel model = refill_of(lengths, static_cast<std::uint32_t>(sms->second),
                                run->prepared->occupancy[launch].blocks_per_sm);
  const auto step = view.shown_step();
  model.selected = step ? step->block.value : 0;
  return model;
}

}  // namespace lanescope::ui::figures
