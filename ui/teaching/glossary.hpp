#pragma once

#include <span>
#include <string_view>

#include "ui/view/shown_text.hpp"

namespace lanescope::ui::teaching {

// The words of this program, as NVIDIA's manuals and tools use them. Where the model counts by a
// rule, the definition is the rule.
struct Term {
  std::string_view word;
  std::string_view meaning;
  std::string_view see;        // panel that shows it, empty for none
  std::string_view also = {};  // other forms of the word, with commas between
  bool linked = true;          // where it stands in a text; false: too common a word
  // In the user's language; the English word stays the name of the term.
  [[nodiscard]] const char* shown_word() const { return view::shown_text(word); }
  [[nodiscard]] const char* shown_meaning() const { return view::shown_text(meaning); }
};
[[nodiscard]] std::span<const Term> glossary();

}  // namespace lanescope::ui::teaching
