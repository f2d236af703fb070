#pragma once

#include <memory>
#include <optional>

#include "lab/hardware/live_maker.hpp"

namespace lanescope::hardware {

// Makes live pictures behind the user interface, each when it is asked for: one thread, one picture
// at a time. It costs nothing before the first.
class LiveRunner {
 public:
  // The equipment must outlive it.
  explicit LiveRunner(const ports::equipment::Equipment& equipment);
  ~LiveRunner();  // stops what is under way
  LiveRunner(const LiveRunner&) = delete;
  LiveRunner& operator=(const LiveRunner&) = delete;

  // One more picture. While one is made, a wish that waits is replaced.
  void ask(LivePictureRequest wish);
  // The picture that has been made since the last call; never blocks. Nothing comes of a wish whose
  // picture would be the last one again.
  [[nodiscard]] std::optional<Result<LivePicture>> poll();
  [[nodiscard]] bool busy() const;
  // Until nothing is under way (scripts, shots, tests).
  void wait();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lanescope::hardware
