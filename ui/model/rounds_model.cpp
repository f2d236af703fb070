#include "ui/model/rounds_model.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ui/model/numbers.hpp"

namespace lanescope::ui {
namespace {

std::string counted_words(std::uint64_t number, const char* noun) {
  return fmt::format("{} {}{}", with_commas(number), noun, number == 1 ? "" : "s");
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
      fmt::format("{} on {} with {} each: {}, if all blocks take equally long.",
                  counted_words(model.blocks, "block"), counted_words(model.sms, "SM"),
                  counted_words(model.places, "place"), counted_words(model.rounds, "round"));
  if (model.idle > 0)
    model.sentence += fmt::format(" {} of {} stay idle in the last round.",
                                  counted_words(model.idle, "place"), with_commas(at_a_time));
  return model;
}

std::optional<RoundsModel> rounds_model(const View& view) {
  const auto sms = view.state().values.find("sms");
  const auto& run = view.run();
  if (sms == view.state().values.end() || sms->second < 1 || !run ||
      run->prepared->occupancy.empty())
    return std::nullopt;
  const auto launch =
      std::min<std::size_t>(view.state().selection.launch, run->prepared->occupancy.size() - 1);
  RoundsModel model =
      rounds_of(run->plan().launches[launch].grid.count(), static_cast<std::uint32_t>(sms->second),
                run->prepared->occupancy[launch].blocks_per_sm);
  const auto step = view.shown_step();
  model.selected = step ? step->block.value : 0;
  return model;
}

}  // namespace lanescope::ui
