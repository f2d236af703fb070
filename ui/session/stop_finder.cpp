#include "ui/session/stop_finder.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "ui/session/stop_search.hpp"

namespace lanescope::ui::session {
namespace {

bool has_ended(const std::future<std::optional<Tick>>& search) {
  return search.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

StopFinder::~StopFinder() { cancel(); }

void StopFinder::begin(StopSearch search, Goal goal, Tick from, Tick to) {
  cancel();
  goal_ = goal;
  from_ = from;
  to_ = to;
  shared_ = std::make_shared<Shared>();
  shared_->reached = goal == Goal::Previous ? to.value : from.value;
  running_ = std::async(std::launch::async,
                        [shared = shared_, search = std::move(search), goal, from, to]() mutable {
                          search.use_own_replay();
                          const auto give_up = [&](Tick at) {
                            shared->reached = at.value;
                            return shared->cancelled.load();
                          };
                          return goal == Goal::Previous ? search.last(from, to, give_up)
                                                        : search.first(from, to, give_up);
                        });
}

void StopFinder::cancel() {
  std::erase_if(leaving_, has_ended);
  if (!running()) return;
  shared_->cancelled = true;
  leaving_.push_back(std::move(running_));
}

double StopFinder::progress() const {
  if (!running() || to_ <= from_) return 0.0;
  const double share = static_cast<double>(shared_->reached.load() - from_.value) /
                       static_cast<double>(to_.value - from_.value);
  return std::clamp(goal_ == Goal::Previous ? 1.0 - share : share, 0.0, 1.0);
}

std::optional<StopFinder::Found> StopFinder::poll() {
  if (!running() || !has_ended(running_)) return std::nullopt;
  return Found{goal_, running_.get(), to_};
}

void StopFinder::wait() const {
  if (running()) running_.wait();
}

}  // namespace lanescope::ui::session
