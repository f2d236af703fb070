#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ui/session/source_model.hpp"

namespace lanescope::ui::panels::source {

// What of a line stands in a row of the panel: bytes from `begin` up to `end` of its text, behind
// `indent` columns.
struct SourceRow {
  std::size_t line = 0;  // index
  std::size_t begin = 0, end = 0;
  std::size_t indent = 0;
  bool continues = false;  // the row before
  [[nodiscard]] bool is_first() const { return !continues; }
};
// Lines of more than `columns` signs go on in further rows, deeper by four columns than they begin.
// They are broken behind a space, a comma or an opening bracket where there is one in the row's
// second half. Each line has at least a row. Lines that stand below each other far to the right, as
// parameters do, are moved left together where one of them would have to be broken.
[[nodiscard]] std::vector<SourceRow> wrap_lines(std::span<const session::SourceLine> lines,
                                                std::size_t columns);
// The first row of a line, by its index.
[[nodiscard]] std::size_t row_of_line(std::span<const SourceRow> rows, std::size_t line);

}  // namespace lanescope::ui::panels::source
