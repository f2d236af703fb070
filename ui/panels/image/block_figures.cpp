#include "ui/panels/image/block_figures.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "sim/analysis/access.hpp"
#include "sim/events/count_access.hpp"

namespace lanescope::ui::panels::image {
namespace {

void write(std::uint64_t pixel, const PicturePlace& picture, BlockFigure& figure) {
  const auto x = static_cast<std::uint32_t>(pixel % picture.width);
  const auto y = static_cast<std::uint32_t>(pixel / picture.width);
  if (y >= picture.height) return;
  const bool first = figure.right == 0;
  figure.left = first ? x : std::min(figure.left, x);
  figure.top = first ? y : std::min(figure.top, y);
  figure.right = std::max(figure.right, x + 1);
  figure.bottom = std::max(figure.bottom, y + 1);
}

void add(const trace::Access& access, const PicturePlace& picture, BlockFigure& figure) {
  if (access.space == events::Space::Shared) {
    const auto counts = events::banks_of(access.event());
    figure.wavefronts += counts.wavefronts;
    figure.conflicts += counts.bank_conflicts;
    return;
  }
  if (access.space != events::Space::Global) return;
  const auto counts = events::sectors_of(access.event());
  figure.requests += counts.requests;
  figure.sectors += counts.sectors;
  if (access.kind == events::Access::Load) return;
  const std::uint64_t bytes = std::uint64_t{picture.width} * picture.height * picture.element_bytes;
  for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t at = access.addresses[static_cast<std::size_t>(std::countr_zero(rest))];
    if (at >= picture.base && at - picture.base < bytes)
      write((at - picture.base) / picture.element_bytes, picture, figure);
  }
}

}  // namespace

std::vector<BlockFigure> block_figures(const trace::Trace& trace, const PicturePlace& picture) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, BlockFigure> figures;
  std::vector<trace::Access> room;
  for (std::uint64_t t = 0; t < trace.tick_count(); ++t) {
    const Tick tick{t};
    const bool accesses = trace.has_accesses(tick);
    const auto branch = trace.branch(tick);
    if (!accesses && !branch) continue;
    const trace::Step step = trace.step(tick);
    BlockFigure& figure = figures[{step.launch, step.block.value}];
    figure.launch = step.launch;
    figure.block = step.block;
    if (branch) {
      figure.branches += 1;
      figure.divergent += branch->divergent ? 1 : 0;
    }
    if (!accesses) continue;
    trace.accesses(tick, room);
    if (!room.empty() && room.front().space == events::Space::Texture) {
      figure.requests += 1;
      figure.sectors += analysis::explain_fetch(room).counters.sectors;
      continue;
    }
    for (const trace::Access& access : room) add(access, picture, figure);
  }
  std::vector<BlockFigure> drawn;
  for (const auto& [place, figure] : figures)
    if (figure.right > 0) drawn.push_back(figure);
  return drawn;
}

}  // namespace lanescope::ui::panels::image
