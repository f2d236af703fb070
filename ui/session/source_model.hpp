#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/session/session.hpp"

namespace lanescope::ui::session {

// What the Source panel draws: the source's lines with a counter each, and what is executed, PTX or
// machine code, linked line to line.
//
//   ▆ 16   s[index] += s[index + k];      ld.shared.f32 %f2, [%r19];
struct SourceLine {
  std::uint32_t number = 0;  // from 1
  std::string text;          // tabs expanded
  bool has_code = false;     // instructions belong to it
  std::uint64_t heat = 0;    // the chosen counter, over all launches and the whole grid; or cycles
  double share = 0.0;        // of the hottest line
  std::string error;         // of the compiler; the first when there are several
};
struct CodeLine {
  std::string text;
  std::optional<Pc> pc;           // a label or a brace has none
  std::uint32_t source_line = 0;  // 0: none
};
struct SourceModel {
  std::vector<SourceLine> lines;
  std::vector<CodeLine> code;
  std::string problem;  // an error without a line
};
[[nodiscard]] SourceModel source_model(const Session& session);
// Differs when source_model() would.
[[nodiscard]] std::uint64_t source_key(const Session& session);

// The moment: which line and instruction are in the picture, and which are selected.
struct SourceNow {
  std::uint32_t line = 0, selected_line = 0;  // 0: none
  std::optional<Pc> pc, selected_pc;
};
[[nodiscard]] SourceNow source_now(const Session& session);

// The file name that the run on screen was compiled under.
[[nodiscard]] const std::string& compiled_file(const Session& session);

}  // namespace lanescope::ui::session
