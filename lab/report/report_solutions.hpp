#pragma once

#include <string>
#include <vector>

#include "lab/lesson/exercise.hpp"

namespace lanescope::report {

// A student's file, judged.
struct Solution {
  enum class Status { Solved, NotSolved, NotCompiled, Unreadable };
  std::string file;
  Status status = Status::Unreadable;
  std::string problem;              // the first thing that is wrong
  lesson::ExerciseVerdict verdict;  // of one that could be read
};
[[nodiscard]] Solution judged(std::string file, lesson::ExerciseVerdict verdict);
[[nodiscard]] Solution unreadable(std::string file, std::string problem);

// A line a file, behind them how many are solved. Schema 1 (docs/CONTRACT.md, "Judging").
[[nodiscard]] std::string solutions_text(const std::vector<Solution>& solutions);
[[nodiscard]] std::string solutions_json(const std::string& lesson,
                                         const lesson::Exercise& exercise,
                                         const std::vector<Solution>& solutions);

}  // namespace lanescope::report
