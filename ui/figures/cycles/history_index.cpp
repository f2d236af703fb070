#include "ui/figures/cycles/history_index.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <utility>

#include "ui/session/cycles.hpp"

namespace lanescope::ui::figures::cycles {
namespace {

using timing::ReasonCycles;
using timing::Stretch;
using timing::WarpHistory;

constexpr std::size_t kEvery = 64;             // stretches from one sum to the next
constexpr std::size_t kLongHistory = 300'000;  // stretches: more than a frame has time for

struct BlockStay {
  std::vector<std::uint32_t> warps;
  std::int64_t begin = std::numeric_limits<std::int64_t>::max(), end = 0;
};

// In the order in which they came.
std::vector<BlockStay> stays_of(const timing::SmHistory& history) {
  std::vector<BlockStay> stays;
  std::map<BlockIndex, std::size_t> of;
  for (std::uint32_t i = 0; i < history.warps.size(); ++i) {
    const WarpHistory& warp = history.warps[i];
    const auto [at, is_new] = of.try_emplace(warp.block, stays.size());
    if (is_new) stays.emplace_back();
    BlockStay& stay = stays[at->second];
    stay.warps.push_back(i);
    stay.begin = std::min(stay.begin, warp.begin());
    stay.end = std::max(stay.end, warp.end());
  }
  return stays;
}

std::size_t stretches_of(const timing::SmHistory& history) {
  std::size_t count = 0;
  for (const WarpHistory& warp : history.warps) count += warp.stretches.size();
  return count;
}

}  // namespace

HistoryIndex::HistoryIndex(std::shared_ptr<const run::LaunchHistory> history)
    : history_(std::move(history)) {
  place_warps();
  sum_reasons();
  list_issues();
}

void HistoryIndex::place_warps() {
  const std::vector<BlockStay> stays = stays_of(history());
  blocks_ = static_cast<std::uint32_t>(stays.size());
  std::uint32_t warps = 1;
  for (const WarpHistory& warp : history().warps) warps = std::max(warps, warp.warp.value + 1);
  std::vector<std::int64_t> free_from;  // by place of a block
  for (const BlockStay& stay : stays) {
    auto place = std::ranges::find_if(free_from, [&](std::int64_t at) { return at <= stay.begin; });
    if (place == free_from.end()) place = free_from.insert(place, 0);
    *place = stay.end;
    const auto first = static_cast<std::size_t>(place - free_from.begin()) * warps;
    if (rows_.size() < first + warps) rows_.resize(first + warps);
    for (const std::uint32_t warp : stay.warps)
      rows_[first + history().warps[warp].warp.value].push_back(warp);
  }
}

void HistoryIndex::sum_reasons() {
  for (const WarpHistory& warp : history().warps) {
    std::vector<ReasonCycles>& sums = sums_.emplace_back();
    ReasonCycles sum;
    for (std::size_t i = 0; i < warp.stretches.size(); ++i) {
      if (i % kEvery == 0) sums.push_back(sum);
      const Stretch& stretch = warp.stretches[i];
      sum[stretch.reason] += stretch.end - stretch.begin;
    }
  }
}

void HistoryIndex::list_issues() {
  issues_.resize(static_cast<std::size_t>(std::max(history().schedulers, 1)));
  for (std::uint32_t i = 0; i < history().warps.size(); ++i) {
    const WarpHistory& warp = history().warps[i];
    if (warp.scheduler >= issues_.size()) continue;
    for (const Stretch& stretch : warp.stretches)
      if (stretch.reason == timing::Reason::selected)
        issues_[warp.scheduler].push_back({stretch.begin, i});
  }
  for (std::vector<Issue>& one : issues_) std::ranges::sort(one, {}, &Issue::cycle);
}

ReasonCycles HistoryIndex::before(std::uint32_t warp, std::int64_t cycle) const {
  const std::vector<Stretch>& stretches = history().warps[warp].stretches;
  const auto behind = std::ranges::lower_bound(stretches, cycle, {}, &Stretch::begin);
  const auto count = static_cast<std::size_t>(behind - stretches.begin());
  if (count == 0) return {};
  const std::size_t sum = (count - 1) / kEvery;
  ReasonCycles cycles = sums_[warp][sum];
  for (std::size_t i = sum * kEvery; i < count; ++i)
    cycles[stretches[i].reason] += std::min(stretches[i].end, cycle) - stretches[i].begin;
  return cycles;
}

ReasonCycles HistoryIndex::reasons(std::uint32_t warp, std::int64_t from, std::int64_t to) const {
  ReasonCycles cycles = before(warp, to);
  const ReasonCycles earlier = before(warp, from);
  for (int i = 0; i < timing::kReasons; ++i) {
    const auto reason = static_cast<timing::Reason>(i);
    cycles[reason] -= earlier[reason];
  }
  return cycles;
}

std::span<const Issue> HistoryIndex::issues(std::uint32_t scheduler, std::int64_t from,
                                            std::int64_t to) const {
  if (scheduler >= issues_.size()) return {};
  const std::vector<Issue>& all = issues_[scheduler];
  const auto first = std::ranges::lower_bound(all, from, {}, &Issue::cycle);
  const auto last = std::lower_bound(first, all.end(), to,
                                     [](const Issue& i, std::int64_t at) { return i.cycle < at; });
  return {first, last};
}

const HistoryIndex* ShownIndex::get(const session::Session& session) {
  if (session::shown_history(session) == nullptr) return nullptr;
  const auto& history = session::shown_time(session)->history;
  // The index keeps its history, so that no other one can have its address.
  const auto key = std::bit_cast<std::uintptr_t>(history.get());
  return index_.get(key, stretches_of(history->sm) >= kLongHistory,
                    [history] { return std::make_unique<const HistoryIndex>(history); });
}

}  // namespace lanescope::ui::figures::cycles
