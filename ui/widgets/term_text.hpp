#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <imgui.h>

#include "ui/style/style.hpp"
#include "ui/teaching/term_links.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets {

// Words of the glossary that were clicked in a frame. Where Style::terms points to one, texts link
// their terms; where it is null (pictures for a class, handouts) they are plain words.
class TermClicks {
 public:
  void add(std::string word) { words_.push_back(std::move(word)); }
  [[nodiscard]] std::vector<std::string> take() { return std::exchange(words_, {}); }

 private:
  std::vector<std::string> words_;
};

// Dots below a term, its meaning while the pointer is there, and a click leads to Help. An item
// "###term-WORD", further pieces of it "###term-WORD-1" …; the window's cursor stays.
void term_piece(const style::Style& style, const teaching::Term& term, int piece, ImVec2 min,
                ImVec2 max);

// Links the terms of a text that has been drawn at `at` in one line …
void link_terms_of_line(const style::Style& style, const TextLook& look, ImVec2 at,
                        std::string_view text);
// … or wrapped as ImGui does.
void link_terms_of_wrapped(const style::Style& style, const TextLook& look, ImVec2 at,
                           std::string_view text, float wrap_width);

}  // namespace lanescope::ui::widgets
