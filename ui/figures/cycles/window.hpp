#pragma once

#include <cstdint>
#include <string>

#include "ui/session/session.hpp"

namespace lanescope::ui::figures::cycles {

// The stretch of cycles that Cycles and Schedulers show, from `first` up to `last`.
struct Window {
  std::int64_t first = 0, last = 0;
  [[nodiscard]] std::int64_t span() const { return last - first; }
  [[nodiscard]] bool holds(std::int64_t cycle) const { return cycle >= first && cycle < last; }
  friend bool operator==(const Window&, const Window&) = default;
};

// The one chosen (view::TimeView), where the shown history has such cycles; else all of it.
[[nodiscard]] Window shown_window(const session::Session& session);

// Both stay within `cycles`. Zoomed by a factor around a place, to no less than a few cycles.
[[nodiscard]] Window zoomed(Window window, std::int64_t cycles, double around, double factor);
[[nodiscard]] Window moved(Window window, std::int64_t cycles, std::int64_t by);

// The command that shows a window; the whole has one of its own.
[[nodiscard]] std::string window_command(Window window, std::int64_t cycles);

}  // namespace lanescope::ui::figures::cycles
