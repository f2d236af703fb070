#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/session/session.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures::program {

struct LaunchRow {
  std::string title;  // "step<16> #2"
  std::string shape;  // "16×16 · 16×16": blocks, threads of a block
  std::uint64_t stream = 0;
  std::string steps;  // warp instructions
  std::string place;  // "heat.cu:44"
  bool wrong = false;
};
[[nodiscard]] std::vector<LaunchRow> launch_rows(const lanescope::program::SavedProgram& program);

// What was wrong, of the host's part and of the launches, errors first.
struct ProblemRow {
  std::string heading;  // "error: bad_copy"
  std::string message, place;
  style::Role role = style::Role::Error;
  std::optional<std::size_t> launch;  // that it happened in
};
[[nodiscard]] std::vector<ProblemRow> problem_rows(const lanescope::program::SavedProgram& program);

// Lines of the host's source around the chosen call; empty where the file is not kept.
struct HostLine {
  std::uint32_t number = 0;
  std::string text;
  bool chosen = false;
};
[[nodiscard]] std::vector<HostLine> host_lines(const session::Session& session,
                                               std::uint32_t around);
// "heat.cu:44 · cudaLaunchKernel: launch 2 of 4", or how the program ended.
[[nodiscard]] std::string program_title(const session::Session& session);
[[nodiscard]] std::string ending_words(const lanescope::program::SavedProgram& program);

}  // namespace lanescope::ui::figures::program
