#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "ui/session/session.hpp"

namespace lanescope::ui::session {

// The instructions at which breakpoints stop, by their ticks. A breakpoint without a condition
// stops at the first instruction of each visit of a warp to its line; one with a condition at the
// instruction of the line after which it begins to hold for a lane that executes it.
//
// Keeps the breakpoints and the run of the moment at which it is made.
class StopSearch {
 public:
  explicit StopSearch(const Session& session);
  ~StopSearch();
  StopSearch(StopSearch&&) noexcept;
  StopSearch& operator=(StopSearch&&) noexcept;

  // From then on it may be used on another thread than the session.
  void use_own_replay();

  // Asked now and then with the tick that the search has come to.
  using GiveUp = std::function<bool(Tick)>;
  // In [from, to), the first; nullopt: there is none, or it was given up.
  [[nodiscard]] std::optional<Tick> first(Tick from, Tick to, const GiveUp& give_up = {}) const;
  // The last.
  [[nodiscard]] std::optional<Tick> last(Tick from, Tick to, const GiveUp& give_up = {}) const;

 private:
  class Search;
  std::unique_ptr<Search> search_;  // null: nothing can stop the run
};

// The last instruction in [0, before) of the warp that wrote the register in the lane.
[[nodiscard]] std::optional<Tick> register_write_before(const Session& session, Tick before,
                                                        WarpIndex warp, std::uint32_t lane,
                                                        const std::string& name);

}  // namespace lanescope::ui::session
