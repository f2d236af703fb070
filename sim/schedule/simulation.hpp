#pragma once

#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "sim/schedule/schedule.hpp"

namespace lanescope::schedule {

// From one end to the next: what can begin begins, then time goes on.
class Simulation {
 public:
  Simulation(const Program& program, const Machine& machine);
  void run();
  [[nodiscard]] Schedule take();

 private:
  struct State {
    std::vector<std::pair<std::size_t, Cause>> before;  // that it waits for
    std::vector<std::size_t> behind;                    // that wait for it
    std::size_t left = 0;                               // of `before`: how many have not ended
    bool ended = false;
  };
  // Served in the order of issue (`line`), or by priority as soon as they are ready (`ready`).
  struct Queue {
    bool in_order = false;
    std::deque<std::size_t> line;
    std::set<std::pair<int, std::size_t>> ready;
    double used = 0.0;           // shares of what runs
    std::size_t last = kNobody;  // that ended here
  };
  static constexpr std::size_t kNobody = ~std::size_t{0};

  [[nodiscard]] const Work& work(std::size_t index) const;
  [[nodiscard]] const Stream& stream_of(std::size_t index) const;
  [[nodiscard]] Engine engine_of(Work::Kind kind) const;
  [[nodiscard]] double share_of(std::size_t index) const;
  Queue& queue_of(std::size_t index) { return queues_[schedule_.works[index].engine]; }

  bool step_host();  // false: it waits, or is at its end
  void issue(const Call& call);
  [[nodiscard]] std::vector<std::pair<std::size_t, Cause>> order_of(const Call& call) const;
  void wait_for(const Call& call);
  void become_ready(std::size_t index);
  void begin_all();
  bool begin_next(Queue& queue);
  void begin(std::size_t index);
  void end(std::size_t index);
  void explain(std::size_t index);

  const Program& program_;
  Machine machine_;
  Schedule schedule_;
  std::vector<State> states_;                    // of Schedule::works
  std::vector<std::vector<std::size_t>> tails_;  // by stream: what its next waits for
  std::map<std::size_t, std::size_t> records_;   // by event: the record issued last
  std::map<Engine, Queue> queues_;
  std::set<std::pair<double, std::size_t>> running_;  // by end
  double now_ = 0.0;
  double host_free_ = 0.0;  // when the call's own part is over
  std::size_t next_call_ = 0;
  bool in_call_ = false, issued_ = false;
  std::set<std::size_t> host_waits_;
};

}  // namespace lanescope::schedule
