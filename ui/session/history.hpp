#pragma once

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "ui/session/saved_session.hpp"

namespace lanescope::ui::session {

// What undo goes back to. Changes of one kind that follow each other quickly, as of a slider that
// is dragged, are one.
class History {
 public:
  using Clock = std::chrono::steady_clock;

  // A command of this kind has changed the experiment; `before` is what it was.
  void note(SavedExperiment before, std::string kind, Clock::time_point now);
  [[nodiscard]] bool can_undo() const { return !past_.empty(); }
  [[nodiscard]] bool can_redo() const { return !future_.empty(); }
  // What to go to; `present` is kept for the way back.
  [[nodiscard]] std::optional<SavedExperiment> undo(SavedExperiment present);
  [[nodiscard]] std::optional<SavedExperiment> redo(SavedExperiment present);

 private:
  std::deque<SavedExperiment> past_;
  std::vector<SavedExperiment> future_;
  std::string last_kind_;
  Clock::time_point last_at_;
};

}  // namespace lanescope::ui::session
