#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/ids.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::figures::output {

// The Output panel:
//
//   block 0  thread 0 | hello from thread 0
//   block 0  thread 1 | hello from thread 1
//
// A line, or where it is longer than the panel a part of one.
struct OutputRow {
  std::size_t begin = 0, end = 0;  // in engine::Printed::text, without the end of line
  std::size_t part = 0;            // of engine::Printed::parts: who printed its first sign
  bool first = true;               // of its line
};

// Rows of at most so many signs.
[[nodiscard]] std::vector<OutputRow> output_rows(const engine::Printed& printed,
                                                 std::size_t columns);

// What is printed before an instruction is issued.
struct OutputNow {
  std::size_t bytes = 0;                // of the text
  std::optional<MachineStep> printing;  // the shown instruction, where it prints
};
[[nodiscard]] OutputNow output_now(const view::View& view);
// Of the rows, how many have begun.
[[nodiscard]] std::size_t rows_begun(const std::vector<OutputRow>& rows, const OutputNow& now);

// "block 1 · thread (3, 5)"
[[nodiscard]] std::string output_thread(const run::ModelRun& run,
                                        const engine::Printed::Part& part);
// The same with its lane, its warp and its line.
[[nodiscard]] std::string output_place(const run::ModelRun& run, const engine::Printed::Part& part);
// Commands that show the moment after it, where it was recorded, and select its thread.
[[nodiscard]] std::vector<std::string> output_commands(const run::ModelRun& run,
                                                       const engine::Printed::Part& part);
[[nodiscard]] bool was_recorded(const run::ModelRun& run, const engine::Printed::Part& part);

// Whether there is something to print: asked before anything has run, too.
[[nodiscard]] bool may_print(const session::Session& session);

// The last lines printed by the shown moment, as a drawing for slides and texts. Plain SVG 1.1. An
// Error: nothing is printed.
[[nodiscard]] Result<std::string> output_svg(const view::View& view, bool dark);

}  // namespace lanescope::ui::figures::output
