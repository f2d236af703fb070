#pragma once

#include <atomic>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <vector>

#include "sim/base/ids.hpp"

namespace lanescope::ui::session {

class StopSearch;

// Looks for the place where breakpoints stop a long run, on a thread of its own: frames go on.
class StopFinder {
 public:
  enum class Goal : std::uint8_t { Next, Previous, Play };
  struct Found {
    Goal goal = Goal::Next;
    std::optional<Tick> stop;
    Tick to;  // where the search ended; Play goes on from there
  };

  StopFinder() = default;
  ~StopFinder();
  StopFinder(const StopFinder&) = delete;
  StopFinder& operator=(const StopFinder&) = delete;

  // In [from, to): the last one for Previous, else the first. A search under way is given up.
  void begin(StopSearch search, Goal goal, Tick from, Tick to);
  // Its result never arrives.
  void cancel();
  [[nodiscard]] bool running() const { return running_.valid(); }
  [[nodiscard]] double progress() const;  // 0 … 1
  // What has arrived; once.
  [[nodiscard]] std::optional<Found> poll();
  void wait() const;

 private:
  struct Shared {  // with the thread
    std::atomic<bool> cancelled{false};
    std::atomic<std::uint64_t> reached{0};
  };
  Goal goal_ = Goal::Next;
  Tick from_, to_;
  std::shared_ptr<Shared> shared_;
  std::future<std::optional<Tick>> running_;
  std::vector<std::future<std::optional<Tick>>> leaving_;  // given up, not yet ended
};

}  // namespace lanescope::ui::session
