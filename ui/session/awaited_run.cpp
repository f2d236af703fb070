#include "ui/session/awaited_run.hpp"

namespace lanescope::ui::session {

void AwaitedRun::begin(std::uint64_t request, Clock::time_point asked_at) {
  if (!pending_ || drag_began_ == kOtherKernel) drag_began_ = request;
  request_ = request;
  pending_ = true;
  asked_at_ = asked_at;
  recorded_.reset();
}

double AwaitedRun::seconds() const {
  return std::chrono::duration<double>(Clock::now() - asked_at_).count();
}

}  // namespace lanescope::ui::session
