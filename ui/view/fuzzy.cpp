#include "ui/view/fuzzy.hpp"

#include <cctype>

namespace lanescope::ui::view {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool begins_word(std::string_view text, std::size_t at) {
  return at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0;
}

// The pattern as one piece is the best match there is.
int whole_bonus(std::string_view pattern, std::string_view text) {
  for (std::size_t at = 0; at + pattern.size() <= text.size(); ++at) {
    std::size_t same = 0;
    while (same < pattern.size() && lower(text[at + same]) == lower(pattern[same])) ++same;
    if (same == pattern.size()) return begins_word(text, at) ? 60 : 30;
  }
  return 0;
}

}  // namespace

std::optional<int> fuzzy_score(std::string_view pattern, std::string_view text) {
  constexpr int kWord = 8, kNeighbour = 5, kLetter = 1;
  int score = 0;
  std::size_t at = 0;
  bool neighbour = false;
  for (const char wanted : pattern) {
    if (wanted == ' ') continue;
    while (at < text.size() && lower(text[at]) != lower(wanted)) {
      ++at;
      neighbour = false;
    }
    if (at == text.size()) return std::nullopt;
    score += begins_word(text, at) ? kWord : neighbour ? kNeighbour : kLetter;
    neighbour = true;
    ++at;
  }
  return pattern.empty() ? 0 : score + whole_bonus(pattern, text);
}

}  // namespace lanescope::ui::view
