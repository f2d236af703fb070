#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "ui/view/relative_moment.hpp"

namespace lanescope::ui::session {

// The run that was asked for last: whether it is still to come, and what is to be done when it
// does.
class AwaitedRun {
 public:
  using Clock = std::chrono::steady_clock;

  void begin(std::uint64_t request, Clock::time_point asked_at);
  // It has given a result, or is given up.
  void end() { pending_ = false; }
  [[nodiscard]] bool pending() const { return pending_; }
  [[nodiscard]] bool is(std::uint64_t request) const { return request == request_; }
  // A request of the same kernel that this one has overtaken, as of a slider that is dragged: its
  // picture shows the way.
  [[nodiscard]] bool has_overtaken(std::uint64_t request) const {
    return pending_ && request >= drag_began_;
  }
  // What is asked for next is another kernel.
  void change_kernel() { drag_began_ = kOtherKernel; }
  [[nodiscard]] double seconds() const;  // since it was asked for

  // Where to go in it; nothing: the tick stays.
  [[nodiscard]] const std::optional<view::RelativeMoment>& place() const { return place_; }
  void go_to(std::optional<view::RelativeMoment> place) { place_ = place; }

  // What it should give: a saved run was opened.
  struct Recorded {
    std::uint64_t digest = 0, machine_steps = 0;
  };
  void expect(Recorded recorded) { recorded_ = recorded; }
  [[nodiscard]] std::optional<Recorded> take_expected() {
    return std::exchange(recorded_, std::nullopt);
  }

 private:
  static constexpr std::uint64_t kOtherKernel = ~std::uint64_t{0};
  std::uint64_t request_ = 0;
  std::uint64_t drag_began_ = kOtherKernel;  // first of the requests of the same kernel
  bool pending_ = false;
  Clock::time_point asked_at_;
  std::optional<view::RelativeMoment> place_;
  std::optional<Recorded> recorded_;
};

}  // namespace lanescope::ui::session
