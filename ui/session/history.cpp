#include "ui/session/history.hpp"

#include <utility>

namespace lanescope::ui::session {

void History::note(SavedExperiment before, std::string kind, Clock::time_point now) {
  constexpr auto kOneGesture = std::chrono::milliseconds(800);
  constexpr std::size_t kMost = 200;
  const bool same = kind == last_kind_ && now - last_at_ < kOneGesture && !past_.empty();
  last_kind_ = std::move(kind);
  last_at_ = now;
  future_.clear();
  if (same) return;
  past_.push_back(std::move(before));
  if (past_.size() > kMost) past_.pop_front();
}

std::optional<SavedExperiment> History::undo(SavedExperiment present) {
  if (past_.empty()) return std::nullopt;
  SavedExperiment to = std::move(past_.back());
  past_.pop_back();
  future_.push_back(std::move(present));
  last_kind_.clear();
  return to;
}

std::optional<SavedExperiment> History::redo(SavedExperiment present) {
  if (future_.empty()) return std::nullopt;
  SavedExperiment to = std::move(future_.back());
  future_.pop_back();
  past_.push_back(std::move(present));
  last_kind_.clear();
  return to;
}

}  // namespace lanescope::ui::session
