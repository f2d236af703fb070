#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "ui/view/view.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::view {

// What the heat gutter of Source shows is a counter by its name, one or several of a space together
// (events::find_counters): "global.load.bytes", "shared.wavefronts". These are the usual ones,
// which the key goes through in turn.
struct UsualHeat {
  std::string_view counter;  // "shared.wavefronts"
  std::string_view value;    // "shared-wavefronts", of `heat counter=`
  const char* words;         // "shared wavefronts", English
};
inline constexpr std::array<UsualHeat, 5> kUsualHeats{
    {{"warp_instructions", "warp-instructions", mark("warp instructions")},
     {"shared.wavefronts", "shared-wavefronts", mark("shared wavefronts")},
     {"shared.bank_conflicts", "bank-conflicts", mark("bank conflicts")},
     {"global.sectors", "global-sectors", mark("global sectors")},
     {"divergent_branches", "divergent-branches", mark("divergent branches")}}};

// No counter: how long warps stood at the code of a line, by the modelled time, where that is on.
inline constexpr std::string_view kCyclesHeat = "cycles";

// By a usual one's value or any counter's name, or the cycles; nullopt: there is none.
[[nodiscard]] std::optional<std::string> heat_named(std::string_view text);
// The usual one after `heat`, behind them the cycles where there is a time; the first where it is
// none of them.
[[nodiscard]] std::string heat_after(std::string_view heat, bool timed);
[[nodiscard]] std::string heat_words(std::string_view heat);  // "shared wavefronts"

// The state's choice; without one, or with cycles while time is not modelled, wavefronts where
// kernels of the run have shared memory, and sectors where they have none.
[[nodiscard]] std::string shown_heat(const View& view);

}  // namespace lanescope::ui::view
