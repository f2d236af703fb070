#include "sim/trace/columns.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace lanescope::trace {
namespace {

template <typename T>
std::uint64_t size_of(const std::vector<T>& v) {
  return v.size() * sizeof(T);
}

}  // namespace

void Column::close_frame() {
  const auto [least, most] = std::minmax_element(open_.begin(), open_.end());
  Frame frame;
  frame.least = *least;
  frame.begin = static_cast<std::uint32_t>(words_.size());
  frame.bits = static_cast<std::uint32_t>(std::bit_width(*most - *least));
  if (frame.bits != 0) {
    std::uint64_t word = 0;
    std::uint32_t used = 0;
    for (const std::uint64_t value : open_) {
      const std::uint64_t above = value - frame.least;
      word |= above << used;
      used += frame.bits;
      if (used < 64) continue;
      words_.push_back(word);
      used -= 64;
      word = used == 0 ? 0 : above >> (frame.bits - used);
    }
  }
  frames_.push_back(frame);
  open_.clear();
}

void Trace::Columns::seal() {
  warps_by_key.resize(warps.size());
  std::iota(warps_by_key.begin(), warps_by_key.end(), 0U);
  std::vector<WarpKey> keys;
  for (const WarpKey& key : Records(warps)) keys.push_back(key);
  std::sort(warps_by_key.begin(), warps_by_key.end(),
            [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
  blocks.assign(launches.size(), {});
  for (std::uint32_t index : warps_by_key) {
    const WarpKey& key = keys[index];
    auto& of_launch = blocks[key.launch];
    if (of_launch.empty() || of_launch.back() != key.block) of_launch.push_back(key.block);
  }
}

void Trace::Columns::shrink_to_fit() {
  pc.shrink_to_fit();
  masks.shrink_to_fit();
  warp.shrink_to_fit();
  machine_step.shrink_to_fit();
  accesses.shrink_to_fit();
  access_at.shrink_to_fit();
  branches.shrink_to_fit();
  waits_of_warp.shrink_to_fit();
}

std::size_t Trace::Columns::find(const WarpKey& key) const {
  const auto found =
      std::lower_bound(warps_by_key.begin(), warps_by_key.end(), key,
                       [&](std::uint32_t index, const WarpKey& k) { return warps[index] < k; });
  if (found == warps_by_key.end() || warps[*found] != key) return warps.size();
  return *found;
}

std::uint64_t Trace::Columns::bytes() const {
  return pc.bytes() + masks.bytes() + warp.bytes() + machine_step.bytes() + has_access.bytes() +
         has_branch.bytes() + accesses.size() + access_at.bytes() + branches.bytes() +
         size_of(mask_values) + size_of(access_shapes) + size_of(branch_shapes) + warps.bytes() +
         size_of(warps_by_key) + size_of(launches) + phases.bytes() + marks.bytes() +
         waits.bytes() + waits_of_warp.bytes() + size_of(hazards);
}

const Trace::Columns::StepsByWarp& Trace::Columns::steps_by_warp() const {
  std::call_once(steps_once_, [this] {
    steps_.first.assign(warps.size() + 1, 0);
    const std::size_t count = tick_count();
    for (std::size_t tick = 0; tick < count; ++tick) ++steps_.first[warp[tick] + 1];
    std::partial_sum(steps_.first.begin(), steps_.first.end(), steps_.first.begin());
    steps_.ticks.resize(count);
    std::vector<std::size_t> next(steps_.first.begin(), steps_.first.end() - 1);
    for (std::size_t tick = 0; tick < count; ++tick) steps_.ticks[next[warp[tick]]++] = Tick{tick};
  });
  return steps_;
}

}  // namespace lanescope::trace
