#include "runtime/queue.hpp"

#include <csignal>
#include <utility>

namespace lanescope::runtime {
namespace {

bool& is_device() {
  static thread_local bool t_is_device = false;
  return t_is_device;
}

}  // namespace

std::uint64_t Queue::push(std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  if (!running_) {
    running_ = true;
    // Signals are the program's own threads'.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread([this] { run(); }).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  waiting_.push_back(std::move(work));
  pushed_.notify_one();
  return ++pushed_count_;
}

void Queue::drain() {
  std::unique_lock lock(mutex_);
  finished_.wait(lock, [this] { return finished_count_ == pushed_count_; });
}

void Queue::wait(std::uint64_t number) {
  std::unique_lock lock(mutex_);
  finished_.wait(lock, [&] { return finished_count_ >= number; });
}

bool Queue::done(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  return finished_count_ >= number;
}

bool Queue::idle() {
  const std::lock_guard lock(mutex_);
  return finished_count_ == pushed_count_;
}

bool Queue::is_device_thread() { return is_device(); }

void Queue::run() {
  is_device() = true;
  std::unique_lock lock(mutex_);
  for (;;) {
    pushed_.wait(lock, [this] { return !waiting_.empty(); });
    const std::function<void()> work = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    work();
    lock.lock();
    ++finished_count_;
    finished_.notify_all();
  }
}

}  // namespace lanescope::runtime
