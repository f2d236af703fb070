#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "ui/teaching/glossary.hpp"

namespace lanescope::ui::teaching {

// A word of the glossary in a text, from `begin` up to `end`, in bytes.
struct TermLink {
  std::size_t begin = 0, end = 0;
  const Term* term = nullptr;
};
// Whole words, the longest term first, in the plural too; each term once, where it stands first.
// Those in `seen` are left out, those found are added to it.
[[nodiscard]] std::vector<TermLink> find_terms(std::string_view text,
                                               std::vector<const Term*>& seen);
[[nodiscard]] std::vector<TermLink> find_terms(std::string_view text);

}  // namespace lanescope::ui::teaching
