#include "ui/teaching/lesson_words.hpp"

#include <cmath>

#include <fmt/format.h>

#include "lab/lesson/metric.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::teaching {
namespace {

bool has_values(const view::State& state, const lesson::ParameterValues& wanted) {
  for (const auto& [name, value] : wanted) {
    const auto found = state.experiment.values.find(name);
    if (found == state.experiment.values.end() || found->second != value) return false;
  }
  return true;
}

}  // namespace

std::string without_code_marks(std::string text) {
  std::erase(text, '`');
  return text;
}

bool is_about_run_on_screen(const session::Session& session, const lesson::Claim& claim) {
  // Claims are about warps of 32, as the GPU has them, under a policy of their own.
  const view::Machine& machine = session.state().experiment.machine;
  return !claim.recorded && !claim.over && claim.schedule.empty() && claim.migration.empty() &&
         claim.rung == session.state().experiment.rung && has_values(session.state(), claim.set) &&
         machine.warp_size == view::Machine{}.warp_size && machine.policy == claim.policy;
}

std::string sentence_about(const std::string& sentence, std::string_view metric) {
  std::string shown = without_code_marks(sentence);
  return lesson::counts_ptx(metric) ? say("{} (in the PTX)", shown) : shown;
}

std::string claim_number(double value) {
  if (value >= 0.0 && value < 1e15 && value == std::floor(value))
    return view::with_commas(static_cast<std::uint64_t>(value));
  return fmt::format("{:.4g}", value);
}

}  // namespace lanescope::ui::teaching
