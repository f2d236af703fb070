#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>

namespace lanescope::ui::view {

// Something that is made once for a key and then kept: at once, or, where it takes longer than a
// frame has, on a thread of its own, one at a time. What arrives for a key that is gone is dropped.
template <typename T>
class BackgroundResult {
 public:
  using Make = std::function<std::unique_ptr<const T>()>;  // owns all that it uses

  // Null while it is being made.
  const T* get(std::uint64_t key, bool takes_long, const Make& make) {
    if (key != key_ || !begun_) {
      key_ = key;
      begun_ = true;
      made_.reset();
      if (!takes_long) made_ = make();
    }
    if (!made_ && takes_long) wait_or_begin(make);
    return made_.get();
  }
  [[nodiscard]] bool is_being_made() const { return begun_ && !made_; }
  // Forgets what was made.
  void clear() {
    made_.reset();
    begun_ = false;
  }

 private:
  void wait_or_begin(const Make& make) {
    if (making_.valid()) {
      if (making_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
      auto made = making_.get();
      if (making_key_ == key_) {
        made_ = std::move(made);
        return;
      }
    }
    making_key_ = key_;
    making_ = std::async(std::launch::async, make);
  }

  std::unique_ptr<const T> made_;
  std::future<std::unique_ptr<const T>> making_;
  std::uint64_t key_ = 0, making_key_ = 0;
  bool begun_ = false;
};

}  // namespace lanescope::ui::view
