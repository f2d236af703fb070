#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

#include "sim/base/ids.hpp"
#include "sim/engine/execution.hpp"

namespace lanescope::replay {

// Frozen machine states by machine step. Spaced ones cover the run: when they become too many,
// every second goes and the interval doubles, so that memory stays bounded and no part of the run
// is far from one. Near ones lie shortly before places that were visited, for steps backwards.
class Keyframes {
 public:
  using Frame = std::shared_ptr<const engine::Snapshot>;
  static constexpr std::size_t kMaxSpaced = 192;
  static constexpr std::size_t kMaxNear = 8;

  explicit Keyframes(std::uint64_t interval) : interval_(interval == 0 ? 1 : interval) {}

  // The first step after `step` at which a spaced keyframe belongs.
  [[nodiscard]] MachineStep next_place(MachineStep step) const {
    return MachineStep{(step.value / interval_ + 1) * interval_};
  }
  [[nodiscard]] bool wants(MachineStep step) const {
    return step.value % interval_ == 0 && !spaced_.contains(step);
  }
  void add_spaced(MachineStep step, Frame frame) {
    spaced_.insert_or_assign(step, std::move(frame));
    if (spaced_.size() <= kMaxSpaced) return;
    interval_ *= 2;
    std::erase_if(spaced_, [&](const auto& entry) { return entry.first.value % interval_ != 0; });
  }
  // The oldest goes.
  void add_near(MachineStep step, Frame frame) {
    if (near_.size() == kMaxNear) {
      auto oldest = near_.begin();
      for (auto i = near_.begin(); i != near_.end(); ++i) {
        if (i->second.used < oldest->second.used) oldest = i;
      }
      near_.erase(oldest);
    }
    near_.insert_or_assign(step, Near{std::move(frame), ++clock_});
  }
  // The latest at or before `step`, and its step; null when there is none.
  [[nodiscard]] std::pair<MachineStep, Frame> before(MachineStep step) {
    std::pair<MachineStep, Frame> best{};
    if (const auto i = spaced_.upper_bound(step); i != spaced_.begin()) best = *std::prev(i);
    const auto n = near_.upper_bound(step);
    if (n == near_.begin()) return best;
    const auto last = std::prev(n);
    if (best.second != nullptr && last->first < best.first) return best;
    last->second.used = ++clock_;
    return {last->first, last->second.frame};
  }
  [[nodiscard]] std::size_t size() const { return spaced_.size() + near_.size(); }

 private:
  struct Near {
    Frame frame;
    std::uint64_t used = 0;
  };
  std::uint64_t interval_;
  std::uint64_t clock_ = 0;
  std::map<MachineStep, Frame> spaced_;
  std::map<MachineStep, Near> near_;
};

}  // namespace lanescope::replay
