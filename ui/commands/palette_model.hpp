#pragma once

#include <string>
#include <vector>

#include "ui/session/session.hpp"

namespace lanescope::ui::commands {

// A line of the command palette.
struct PaletteEntry {
  std::string title, detail, keys;
  std::string command;      // as it would run, or the beginning of it
  bool needs_more = false;  // choosing it writes the beginning: its arguments are to be typed
  int score = 0;
};
// What fits to the letters typed, the best first: every command that can be given now, lessons,
// rungs, panels, words, and steps in whose
// text the letters stand. A whole command with its arguments runs as it is typed.
[[nodiscard]] std::vector<PaletteEntry> palette_entries(const session::Session& session,
                                                        const std::string& filter);

}  // namespace lanescope::ui::commands
