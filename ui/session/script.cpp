#include "ui/session/script.hpp"

#include <iterator>
#include <utility>

namespace lanescope::ui::session {

void Script::add(std::vector<Command> commands) {
  for (Command& command : commands) waiting_.push_back({std::move(command), false});
}

void Script::begin_step(std::vector<Command> commands) {
  std::erase_if(waiting_, [](const Waiting& waiting) { return waiting.of_step; });
  auto at = waiting_.begin();
  for (Command& command : commands) at = std::next(waiting_.insert(at, {std::move(command), true}));
}

Command Script::take() {
  Command next = std::move(waiting_.front().command);
  waiting_.pop_front();
  return next;
}

}  // namespace lanescope::ui::session
