#pragma once

#include <algorithm>
#include <cstdint>

namespace lanescope::timing {

inline constexpr std::int64_t kNever = std::int64_t{1} << 62;

// A unit with a rate: who comes while it is busy waits for its turn.
class Server {
 public:
  // When the turn of who comes at `time` begins; it takes `cost` cycles.
  double turn(double time, double cost) {
    const double begin = std::max(free_, time);
    free_ = begin + cost;
    return begin;
  }
  [[nodiscard]] double free() const { return free_; }

 private:
  double free_ = 0;
};

}  // namespace lanescope::timing
