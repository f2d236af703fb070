#include "lab/hardware/live_runner.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace lanescope::hardware {

struct LiveRunner::State {
  explicit State(const ports::equipment::Equipment& equipment_in) : equipment(equipment_in) {}
  void work();

  const ports::equipment::Equipment& equipment;
  mutable std::mutex mutex;
  std::condition_variable wake, idle;
  std::optional<LivePictureRequest> waiting;
  std::optional<Result<LivePicture>> made;
  bool working = false, stop = false;
  std::atomic<bool> cancel{false};
  std::thread thread;
};

void LiveRunner::State::work() {
  std::optional<LiveMaker> maker;
  std::unique_lock lock(mutex);
  for (;;) {
    wake.wait(lock, [this] { return stop || waiting.has_value(); });
    if (stop) return;
    const LivePictureRequest wish = *std::exchange(waiting, std::nullopt);
    working = true;
    lock.unlock();
    if (!maker) maker.emplace(equipment);
    auto next = maker->make(wish, cancel);
    lock.lock();
    if (next) made = std::move(next);
    working = false;
    if (!waiting) idle.notify_all();
  }
}

LiveRunner::LiveRunner(const ports::equipment::Equipment& equipment)
    : state_(std::make_unique<State>(equipment)) {
  state_->thread = std::thread([this] { state_->work(); });
}

LiveRunner::~LiveRunner() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stop = true;
  }
  state_->cancel = true;
  state_->wake.notify_all();
  state_->thread.join();
}

void LiveRunner::ask(LivePictureRequest wish) {
  const std::lock_guard lock(state_->mutex);
  state_->waiting = std::move(wish);
  state_->wake.notify_all();
}

std::optional<Result<LivePicture>> LiveRunner::poll() {
  const std::lock_guard lock(state_->mutex);
  return std::exchange(state_->made, std::nullopt);
}

bool LiveRunner::busy() const {
  const std::lock_guard lock(state_->mutex);
  return state_->working || state_->waiting.has_value();
}

void LiveRunner::wait() {
  std::unique_lock lock(state_->mutex);
  state_->idle.wait(lock, [this] { return !state_->working && !state_->waiting; });
}

}  // namespace lanescope::hardware
