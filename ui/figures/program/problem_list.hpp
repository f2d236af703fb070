#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "lab/program/saved_program.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures::program {

// What was wrong, of the host's part and of the launches, errors first, then in the order in which
// it was found.
struct ProblemRow {
  std::string severity;  // "error"
  std::string what;      // "a copy outside of an array"
  std::string message, place;
  style::Role role = style::Role::Error;
  // Where a click goes: the launch that it happened in, else the call that is told of.
  std::optional<std::size_t> launch, call;
};
[[nodiscard]] std::vector<ProblemRow> problem_rows(const lanescope::program::SavedProgram& program);
[[nodiscard]] std::string problem_words(runtime::record::ProblemKind kind);  // "never freed"

// "exit status 0", "ended by signal 11".
[[nodiscard]] std::string ending_words(const lanescope::program::SavedProgram& program);

}  // namespace lanescope::ui::figures::program
