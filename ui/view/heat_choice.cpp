#include "ui/view/heat_choice.hpp"

#include <algorithm>

#include "sim/events/counter_table.hpp"
#include "ui/view/counter_list.hpp"

namespace lanescope::ui::view {

std::optional<std::string> heat_named(std::string_view text) {
  const auto* const usual = std::ranges::find(kUsualHeats, text, &UsualHeat::value);
  if (usual != kUsualHeats.end()) return std::string(usual->counter);
  if (text != kCyclesHeat && events::find_counters(text).empty()) return std::nullopt;
  return std::string(text);
}

std::string heat_after(std::string_view heat, bool timed) {
  const auto* const usual = std::ranges::find(kUsualHeats, heat, &UsualHeat::counter);
  const auto* const next = usual == kUsualHeats.end() ? usual : usual + 1;
  const bool is_last = usual != kUsualHeats.end() && next == kUsualHeats.end();
  if (timed && is_last) return std::string(kCyclesHeat);
  return std::string((next == kUsualHeats.end() ? kUsualHeats.begin() : next)->counter);
}

std::string heat_words(std::string_view heat) {
  const auto* const usual = std::ranges::find(kUsualHeats, heat, &UsualHeat::counter);
  if (usual != kUsualHeats.end()) return tr(usual->words);
  if (heat == kCyclesHeat) return tr("cycles that warps stood");
  const events::CounterInfo* counter = events::find_counter(heat);
  return counter == nullptr ? std::string(heat) : counter_title(*counter);
}

std::string shown_heat(const View& view) {
  const std::string& chosen = view.state().appearance.heat;
  const bool is_there = chosen != kCyclesHeat || view.state().tools.time.on;
  if (!chosen.empty() && is_there) return chosen;
  const bool shares =
      view.run() == nullptr ||
      std::ranges::any_of(view.run()->plan().launches, [](const auto& launch) {
        return launch.dynamic_shared_bytes > 0 || launch.program->static_shared_bytes() > 0;
      });
  return shares ? "shared.wavefronts" : "global.sectors";
}

}  // namespace lanescope::ui::view
