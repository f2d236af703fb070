#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/timing/trace.hpp"

namespace lanescope::timing {

class Sm;
struct Warp;

// Warps that wait for what blocks store, on whichever SM. How often they look meanwhile is not
// simulated, only when they look next (MachineDescription::poll_cycles).
class Handovers {
 public:
  struct Waiter {
    Sm* sm = nullptr;
    Warp* warp = nullptr;
  };
  struct Woken {
    Waiter waiter;
    std::int64_t time = 0;  // when what it waited for was stored
  };

  explicit Handovers(const Trace& trace);
  // Whether a load (a request) must wait; then the waiter is kept.
  [[nodiscard]] bool waits(std::uint32_t load, Waiter waiter);
  // A request that stores has been taken at `time`.
  void stored(std::uint32_t request, std::int64_t time);
  // Those that need wait no more, once.
  [[nodiscard]] std::vector<Woken> take_woken() { return std::exchange(woken_, {}); }
  // All that still wait: what they wait for will not be stored.
  [[nodiscard]] std::vector<Woken> give_up(std::int64_t time);

 private:
  struct Store {
    bool done = false;
    std::vector<Waiter> waiters;
  };
  std::span<const Handover> all_;
  std::unordered_map<std::uint32_t, Store> stores_;
  std::vector<Woken> woken_;
  bool given_up_ = false;
};

}  // namespace lanescope::timing
