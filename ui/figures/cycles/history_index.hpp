#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lab/run/model_time.hpp"
#include "ui/session/session.hpp"
#include "ui/view/background_result.hpp"

namespace lanescope::ui::figures::cycles {

struct Issue {
  std::int64_t cycle = 0;
  std::uint32_t warp = 0;  // of SmHistory
};

// What makes questions about any stretch of a long history cheap. Immutable.
class HistoryIndex {
 public:
  explicit HistoryIndex(std::shared_ptr<const run::LaunchHistory> history);

  [[nodiscard]] const timing::SmHistory& history() const { return history_->sm; }
  [[nodiscard]] std::uint32_t launch() const { return history_->launch; }
  // Warps that stand in a row of the picture, one after the other: a block takes the rows of one
  // that has left.
  [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& rows() const { return rows_; }
  [[nodiscard]] std::uint32_t blocks() const { return blocks_; }
  // Cycles of a warp by reason.
  [[nodiscard]] timing::ReasonCycles reasons(std::uint32_t warp, std::int64_t from,
                                             std::int64_t to) const;
  // Issues of a scheduler in the order of time.
  [[nodiscard]] std::span<const Issue> issues(std::uint32_t scheduler, std::int64_t from,
                                              std::int64_t to) const;

 private:
  void place_warps();
  void sum_reasons();
  void list_issues();
  [[nodiscard]] timing::ReasonCycles before(std::uint32_t warp, std::int64_t cycle) const;

  std::shared_ptr<const run::LaunchHistory> history_;
  std::vector<std::vector<std::uint32_t>> rows_;
  std::uint32_t blocks_ = 0;
  std::vector<std::vector<timing::ReasonCycles>> sums_;  // by warp, before every so many stretches
  std::vector<std::vector<Issue>> issues_;               // by scheduler
};

// Of the shown history: made at once, or, of a long one, beside the frames.
class ShownIndex {
 public:
  // Null: there is no history, or it is being made ready.
  [[nodiscard]] const HistoryIndex* get(const session::Session& session);
  [[nodiscard]] bool is_being_made() const { return index_.is_being_made(); }

 private:
  view::BackgroundResult<HistoryIndex> index_;
};

}  // namespace lanescope::ui::figures::cycles
