#include "ui/teaching/hidden_answer.hpp"

#include <algorithm>
#include <cctype>
#include <regex>

#include "lab/report/findings.hpp"
#include "sim/events/counter_table.hpp"
#include "ui/teaching/lesson_words.hpp"

namespace lanescope::ui::teaching {
namespace {

bool is_of_path(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

// The paths that a metric names; what stands behind an @ narrows them only.
std::vector<std::string> paths_of(std::string_view metric) {
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < metric.size();) {
    if (metric[i] == '@') {
      while (i < metric.size() && metric[i] != ' ' && metric[i] != ')') ++i;
      continue;
    }
    if (std::isalpha(static_cast<unsigned char>(metric[i])) == 0) {
      ++i;
      continue;
    }
    const std::size_t from = i;
    while (i < metric.size() && is_of_path(metric[i])) ++i;
    paths.emplace_back(metric.substr(from, i - from));
  }
  return paths;
}

}  // namespace

HiddenAnswer::HiddenAnswer(const session::Session& session) {
  const lesson::LessonStep* step = session.step();
  if (step == nullptr || !step->question) return;
  if (session.state().progress.answer_to(step->id).revealed) return;
  const lesson::Claim* claim = session.lesson()->find_claim(step->question->claim);
  recorded_times_ = claim != nullptr && claim->tells_times();
  if (claim != nullptr && !is_about_run_on_screen(session, *claim)) return;
  const std::string& metric = claim == nullptr ? step->question->metric : claim->metric;
  paths_ = paths_of(metric);
  // Where a place is to be clicked, the one element that is left out would be the place.
  const lesson::AnswerBy by = step->question->answer_by;
  whole_buffers_ = by != lesson::AnswerBy::Choice && by != lesson::AnswerBy::Number;
  static const std::regex kElement(R"(buffer\.([A-Za-z0-9_]+)\[([0-9]{1,9})\])");
  for (std::sregex_iterator at(metric.begin(), metric.end(), kElement), end; at != end; ++at)
    elements_.push_back({(*at)[1].str(), std::stoull((*at)[2].str())});
}

bool HiddenAnswer::asks_for(std::string_view id) const {
  // Conflicts are the wavefronts beyond the first ones.
  const std::string_view group = id.substr(0, id.rfind('.') + 1);
  const std::string field(id.substr(group.size()));
  const bool of_banks = field == "wavefronts" || field == "bank_conflicts";
  return std::ranges::any_of(paths_, [&](const std::string& path) {
    if (path == id) return true;
    return of_banks && (path == std::string(group) + "wavefronts" ||
                        path == std::string(group) + "bank_conflicts");
  });
}

bool HiddenAnswer::counter(std::string_view id) const {
  return asks_for(id) || std::ranges::any_of(events::find_counters(id),
                                             [&](const auto* one) { return asks_for(one->name); });
}

bool HiddenAnswer::compared(std::string_view id) const {
  return id == "occupancy" ? occupancy() : counter(id);
}

bool HiddenAnswer::metric(std::string_view metric) const {
  return std::ranges::any_of(paths_of(metric),
                             [&](const std::string& path) { return asks_for(path); });
}

bool HiddenAnswer::elements_of(std::string_view buffer) const {
  return std::ranges::find(paths_, "buffer." + std::string(buffer)) != paths_.end();
}

bool HiddenAnswer::element(std::string_view buffer, std::uint64_t index) const {
  if (whole_buffers_) return elements_of(buffer);
  return std::ranges::any_of(
      elements_, [&](const Element& one) { return one.buffer == buffer && one.index == index; });
}

bool HiddenAnswer::elements() const {
  return std::ranges::any_of(paths_,
                             [](const std::string& path) { return path.starts_with("buffer."); });
}

bool HiddenAnswer::occupancy() const {
  return std::ranges::any_of(
      paths_, [](const std::string& path) { return path.starts_with("occupancy."); });
}

bool HiddenAnswer::launches() const {
  return std::ranges::find(paths_, "launches") != paths_.end();
}

bool HiddenAnswer::traffic() const {
  return std::ranges::any_of(events::counter_table(), [&](const events::CounterInfo& one) {
    return one.is_of_memory() && asks_for(one.name);
  });
}

bool HiddenAnswer::findings() const {
  if (occupancy()) return true;
  return std::ranges::any_of(
             report::all_finding_words(),
             [&](const auto& words) { return !words.counter.empty() && counter(words.counter); }) ||
         counter("warp_instructions") || counter("divergent_branches") ||
         counter("constant.load.distinct_words");
}

}  // namespace lanescope::ui::teaching
