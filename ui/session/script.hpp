#pragma once

#include <deque>
#include <vector>

#include "ui/session/command.hpp"

namespace lanescope::ui::session {

// Commands that wait, each for the run that the one before has asked for.
class Script {
 public:
  void add(std::vector<Command> commands);
  // A lesson's step has commands of its own: before those that wait, e.g. a script's, and instead
  // of what the step before has left.
  void begin_step(std::vector<Command> commands);
  [[nodiscard]] bool empty() const { return waiting_.empty(); }
  [[nodiscard]] Command take();  // the next; there is one

 private:
  struct Waiting {
    Command command;
    bool of_step = false;
  };
  std::deque<Waiting> waiting_;
};

}  // namespace lanescope::ui::session
