#include "lab/report/report_solutions.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lanescope::report {
namespace {

using Json = nlohmann::ordered_json;

const char* name(Solution::Status status) {
  switch (status) {
    case Solution::Status::Solved:
      return "solved";
    case Solution::Status::NotSolved:
      return "not_solved";
    case Solution::Status::NotCompiled:
      return "not_compiled";
    case Solution::Status::Unreadable:
      break;
  }
  return "unreadable";
}

// "not solved".
std::string words(Solution::Status status) {
  std::string text = name(status);
  std::ranges::replace(text, '_', ' ');
  return text;
}

auto solved(const std::vector<Solution>& solutions) {
  return std::ranges::count(solutions, Solution::Status::Solved, &Solution::status);
}

Json goals_json(const lesson::Exercise& exercise, const lesson::ExerciseVerdict& verdict) {
  Json all = Json::array();
  for (std::size_t i = 0; i < verdict.goals.size(); ++i) {
    const bool reached = verdict.goals[i];
    all.push_back({{"text", exercise.goals[i].text}, {"reached", reached}});
  }
  return all;
}

Json runs_json(const lesson::ExerciseVerdict& verdict) {
  Json all = Json::array();
  for (const lesson::ExerciseVerdict::Trial& trial : verdict.trials)
    all.push_back({{"set", trial.values}, {"problem", trial.problem}});
  return all;
}

}  // namespace

Solution judged(std::string file, lesson::ExerciseVerdict verdict) {
  const Solution::Status status = verdict.solved     ? Solution::Status::Solved
                                  : verdict.compiled ? Solution::Status::NotSolved
                                                     : Solution::Status::NotCompiled;
  std::string problem = verdict.problem;
  return {std::move(file), status, std::move(problem), std::move(verdict)};
}

Solution unreadable(std::string file, std::string problem) {
  return {std::move(file), Solution::Status::Unreadable, std::move(problem), {}};
}

std::string solutions_text(const std::vector<Solution>& solutions) {
  std::string text;
  for (const Solution& solution : solutions) {
    text += fmt::format("{:<12}  {}", words(solution.status), solution.file);
    text += solution.problem.empty() ? "\n" : fmt::format(": {}\n", solution.problem);
  }
  return text + fmt::format("{} of {} solved\n", solved(solutions), solutions.size());
}

std::string solutions_json(const std::string& lesson, const lesson::Exercise& exercise,
                           const std::vector<Solution>& solutions) {
  Json all = Json::array();
  for (const Solution& solution : solutions) {
    all.push_back({{"file", solution.file},
                   {"status", name(solution.status)},
                   {"problem", solution.problem},
                   {"goals", goals_json(exercise, solution.verdict)},
                   {"runs", runs_json(solution.verdict)}});
  }
  const Json report{{"schema", 1},
                    {"lesson", lesson},
                    {"exercise", exercise.id},
                    {"title", exercise.title},
                    {"solved", solved(solutions)},
                    {"solutions", std::move(all)}};
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lanescope::report
