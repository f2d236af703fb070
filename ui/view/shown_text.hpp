#pragma once

#include <string_view>

#include "ui/words/words.hpp"

namespace lanescope::ui::view {

// A text of a table in the user's language; stays valid. `marked` is a whole literal (mark), so a
// zero follows it.
[[nodiscard]] inline const char* shown_text(std::string_view marked) { return tr(marked.data()); }

}  // namespace lanescope::ui::view
