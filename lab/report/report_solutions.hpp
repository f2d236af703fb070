#pragma once

#include <string>
#include <vector>

#include "lab/lesson/exercise.hpp"

namespace lanescope::lab {

// A student's file, judged.
struct Solution {
  enum class Status { Solved, NotSolved, NotCompiled, Unreadable };
  std::string file;
  Status status = Status::Unreadable;
  std::string problem;      // the first thing that is wrong
  ExerciseVerdict verdict;  // of one that could be read
};
[[nodiscard]] Solution judged(std::string file, ExerciseVerdict verdict);
[[nodiscard]] Solution unreadable(std::string file, std::string problem);

// A line a file, behind them how many are solved. Schema 1 (docs/CONTRACT.md, "Judging").
[[nodiscard]] std::string solutions_text(const std::vector<Solution>& solutions);
[[nodiscard]] std::string solutions_json(const std::string& lesson, const Exercise& exercise,
                                         const std::vector<Solution>& solutions);

}  // namespace lanescope::lab
