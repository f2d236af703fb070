#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>

#include "sim/hazards/clock.hpp"
#include "sim/hazards/ordering.hpp"

namespace lanescope::hazards {

// Places of memory through which threads hand on what they have done: a strong store or an atomic
// behind a fence releases, a strong load or an atomic that reads its value acquires. An atomic goes
// on with what was released there before (a release sequence, PTX ISA 8.9).
class Releases {
 public:
  // One lane's strong access, in machine order. `place` tells words of all memories apart.
  void access(BlockOrder& block, const Request& request, std::uint32_t lane, std::uint64_t place);
  // Whether the lane comes behind the release whose value stands at the place.
  [[nodiscard]] bool is_behind(const BlockOrder& block, const Request& request, std::uint32_t lane,
                               std::uint64_t place) const {
    const auto at = logs_.find(place);
    return at != logs_.end() && block.follows(request.warp, lane, *at->second);
  }
  void overwrite(std::uint64_t place) { logs_.erase(place); }
  [[nodiscard]] bool empty() const { return logs_.empty(); }
  void clear() {
    logs_.clear();
    all_.clear();
  }

 private:
  std::unordered_map<std::uint64_t, ReleaseLog*> logs_;  // by place
  std::deque<ReleaseLog> all_;                           // clocks name them until the launch ends
};

}  // namespace lanescope::hazards
