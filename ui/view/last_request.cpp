#include "ui/view/last_request.hpp"

#include <algorithm>
#include <vector>

namespace lanescope::ui::view {
namespace {

constexpr std::uint64_t kLookBack = 4096;

}  // namespace

std::optional<trace::Access> last_request(const trace::Trace& trace, const trace::Step& step,
                                          WarpIndex warp,
                                          std::initializer_list<events::Space> spaces) {
  std::vector<trace::Access> room;
  const auto request_of = [&](Tick tick) -> std::optional<trace::Access> {
    trace.accesses(tick, room);
    for (const auto& access : room)
      if (std::find(spaces.begin(), spaces.end(), access.space) != spaces.end()) return access;
    return std::nullopt;
  };
  if (step.warp == warp)
    if (auto access = request_of(step.tick)) return access;
  const auto ticks = trace.steps_of(step.launch, step.block, warp);
  auto at = std::lower_bound(ticks.begin(), ticks.end(), step.tick);
  for (std::uint64_t n = 0; at != ticks.begin() && n < kLookBack; ++n)
    if (auto access = request_of(*--at)) return access;
  return std::nullopt;
}

style::Role role_of(events::Access kind) {
  switch (kind) {
    case events::Access::Load:
      return style::Role::Load;
    case events::Access::Store:
      return style::Role::Store;
    case events::Access::Atomic:
      return style::Role::Atomic;
  }
  return style::Role::Load;
}

}  // namespace lanescope::ui::view
