#include "ui/figures/cycles/window.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ui/session/cycles.hpp"

namespace lanescope::ui::figures::cycles {
namespace {

constexpr std::int64_t kLeastCycles = 16;  // of a window

}  // namespace

Window shown_window(const session::Session& session) {
  const timing::SmHistory* history = session::shown_history(session);
  if (history == nullptr) return {};
  const view::TimeView& time = session.state().tools.time;
  const Window chosen{time.first, std::min(time.last, history->cycles)};
  return chosen.span() > 0 ? chosen : Window{0, history->cycles};
}

Window zoomed(Window window, std::int64_t cycles, double around, double factor) {
  const auto span = static_cast<double>(window.span());
  const auto least = static_cast<double>(std::min(kLeastCycles, cycles));
  const double wanted = std::clamp(span * factor, least, static_cast<double>(cycles));
  const double share = (around - static_cast<double>(window.first)) / std::max(span, 1.0);
  Window next;
  next.first = std::llround(around - std::clamp(share, 0.0, 1.0) * wanted);
  next.last = next.first + std::llround(wanted);
  return moved(next, cycles, 0);
}

Window moved(Window window, std::int64_t cycles, std::int64_t by) {
  const std::int64_t span = std::min(window.span(), cycles);
  const std::int64_t first = std::clamp<std::int64_t>(window.first + by, 0, cycles - span);
  return {first, first + span};
}

std::string window_command(Window window, std::int64_t cycles) {
  if (window.span() >= cycles) return "cycles";
  return fmt::format("cycles from={} to={}", window.first, window.last);
}

}  // namespace lanescope::ui::figures::cycles
