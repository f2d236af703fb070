#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/session/session.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures {

// The Hazards panel: what went wrong, where, and the tick to look at.
struct HazardRow {
  std::string kind;      // "out of bounds"
  std::string severity;  // "error"
  style::Role role = style::Role::Error;
  std::string message;
  // A moment to go to: of a race there are two.
  struct Moment {
    std::string place;  // "reduce.cu:12"
    std::uint32_t line = 0;
    std::optional<Tick> tick;  // empty when its block was not recorded
  };
  Moment at;
  std::optional<Moment> other;  // of a race: the earlier access
  std::string count;            // "96 times"
};
struct HazardsModel {
  std::string outcome;  // "finished", "deadlock", …
  style::Role outcome_role = style::Role::Equal;
  std::string sentence;
  std::vector<HazardRow> rows;
};
[[nodiscard]] std::string hazard_words(events::HazardKind kind);  // "out of bounds"
[[nodiscard]] std::string severity_words(events::Severity severity);
[[nodiscard]] style::Role severity_role(events::Severity severity);
[[nodiscard]] std::optional<HazardsModel> hazards_model(const session::Session& session);

}  // namespace lanescope::ui::figures
