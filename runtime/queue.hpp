#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace lanescope::runtime {

// What the device still has to do: launches, events, host functions, in the order in which they
// were issued, on a thread of its own, so that the host goes on meanwhile and a kernel may wait for
// what the host writes into memory that both see.
class Queue {
 public:
  // A number to wait for. The thread begins with the first.
  std::uint64_t push(std::function<void()> work);
  void drain();
  [[nodiscard]] bool done(std::uint64_t number);
  void wait(std::uint64_t number);
  [[nodiscard]] bool idle();
  // Whether the caller is the device's own thread: a host function.
  [[nodiscard]] static bool is_device_thread();

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable pushed_, finished_;
  std::deque<std::function<void()>> waiting_;
  std::uint64_t pushed_count_ = 0, finished_count_ = 0;
  bool running_ = false;
};

}  // namespace lanescope::runtime
