#pragma once

#include <optional>
#include <vector>

#include "ui/widgets/markdown/markdown.hpp"

namespace lanescope::ui::widgets::markdown {

// What a column of a table wants, in pixels.
struct ColumnNeed {
  float least = 0.0F;  // its longest word
  float whole = 0.0F;  // its longest cell on one line
};

// The widths of columns side by side in `room`, gaps not counted: whole where they fit, else the
// longest words and what is left by what is missing. None where the words alone do not fit.
[[nodiscard]] std::optional<std::vector<float>> column_widths(const std::vector<ColumnNeed>& needs,
                                                              float room);

// In the flow of the window.
void draw_table(const style::Style& style, const MarkdownBlock& table);

}  // namespace lanescope::ui::widgets::markdown
