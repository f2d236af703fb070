#include "ui/figures/rounds_model.hpp"

#include <algorithm>

#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures {
namespace {

std::string places_words(std::uint64_t number) {
  return say_many(number, "{} place", "{} places", view::with_commas(number));
}

}  // namespace

std::optional<std::uint64_t> RoundsModel::block_at(std::uint64_t round, std::uint32_t sm,
                                                   std::uint32_t place) const {
  const std::uint64_t at = round * sms * places + std::uint64_t{place} * sms + sm;
  return at < blocks ? std::optional(at) : std::nullopt;
}

RoundsModel rounds_of(std::uint64_t blocks, std::uint32_t sms, std::uint32_t places) {
  RoundsModel model;
  model.blocks = std::max<std::uint64_t>(blocks, 1);
  model.sms = std::max(sms, 1U);
  model.places = std::max(places, 1U);
  const std::uint64_t at_a_time = std::uint64_t{model.sms} * model.places;
  model.rounds = (model.blocks + at_a_time - 1) / at_a_time;
  model.idle = model.rounds * at_a_time - model.blocks;
  model.shown_places = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(model.places, (model.blocks + model.sms - 1) / model.sms));
  model.sentence =
      say("{} on {} with {} each: {}, if all blocks take equally long.",
          say_many(model.blocks, "{} block", "{} blocks", view::with_commas(model.blocks)),
          say_many(model.sms, "{} SM", "{} SMs", view::with_commas(model.sms)),
          places_words(model.places),
          say_many(model.rounds, "{} round", "{} rounds", view::with_commas(model.rounds)));
  if (model.idle > 0)
    model.sentence += say(" {} of {} stay idle in the last round.", places_words(model.idle),
                          view::with_commas(at_a_time));
  return model;
}

std::optional<RoundsModel> rounds_model(const view::View& view) {
  const auto sms = view.state().experiment.values.find("sms");
  const auto& run = view.run();
  if (sms == view.state().experiment.values.end() || sms->second < 1 || !run ||
      run->prepared->occupancy.empty())
    return std::nullopt;
  const auto launch = std::min<std::size_t>(view.state().cursor.selection.launch,
                                            run->prepared->occupancy.size() - 1);
  RoundsModel model =
      rounds_of(run->plan().launches[launch].grid.count(), static_cast<std::uint32_t>(sms->second),
                run->prepared->occupancy[launch].blocks_per_sm);
  const auto step = view.shown_step();
  model.selected = step ? step->block.value : 0;
  return model;
}

}  // namespace lanescope::ui::figures
