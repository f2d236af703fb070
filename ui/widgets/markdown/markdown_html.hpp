#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/widgets/markdown/markdown.hpp"

namespace lanescope::ui::widgets::markdown {

// Blocks as HTML for handouts; headings become h3, h4, … under the handout's own.
[[nodiscard]] std::string html_of(const std::vector<MarkdownBlock>& blocks);
[[nodiscard]] std::string html_escaped(std::string_view text);

}  // namespace lanescope::ui::widgets::markdown
