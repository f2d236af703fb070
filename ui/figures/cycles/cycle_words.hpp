#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ui/figures/cycles/history_index.hpp"
#include "ui/figures/cycles/window.hpp"

namespace lanescope::ui::figures::cycles {

// "12,804".
[[nodiscard]] std::string cycle_text(std::int64_t cycle);
// "warp 3"; where more than one block was on the SM "block 2, warp 3".
[[nodiscard]] std::string warp_title(const HistoryIndex& index, std::uint32_t warp);
// "LDS R7, [R5] (line 12)".
[[nodiscard]] std::string instruction_words(const session::Session& session,
                                            const HistoryIndex& index, std::uint32_t pc);

// The warp that is spoken of: the selected one or the one of the shown step, else one that is there
// in the cycle. Of SmHistory.
[[nodiscard]] std::uint32_t focus_warp(const session::Session& session, const HistoryIndex& index,
                                       std::int64_t cycle);

// What is seen in a cycle: what the warp waits for and since when, and what the others do.
[[nodiscard]] std::string moment_words(const session::Session& session, const HistoryIndex& index,
                                       std::int64_t cycle);
// What a warp does in a cycle, as a tooltip. `folded`: the bar there is made of all that.
[[nodiscard]] std::string place_words(const session::Session& session, const HistoryIndex& index,
                                      std::uint32_t warp, std::int64_t cycle,
                                      std::optional<Window> folded = std::nullopt);

// Which warp a scheduler has issued from in a cycle, or what its warps wait for.
[[nodiscard]] std::string slot_words(const session::Session& session, const HistoryIndex& index,
                                     std::uint32_t scheduler, std::int64_t cycle);

}  // namespace lanescope::ui::figures::cycles
