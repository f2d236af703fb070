#include "ui/teaching/course_search.hpp"

#include <algorithm>

namespace lanescope::ui::teaching {
namespace {

constexpr std::size_t kFewestLetters = 3;

// Of ASCII only: all texts are searched in each frame.
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

// Where the word begins in the text, whatever the case; npos: nowhere.
std::size_t find_word(std::string_view text, std::string_view word) {
  const auto found = std::search(text.begin(), text.end(), word.begin(), word.end(),
                                 [](char a, char b) { return lower(a) == lower(b); });
  return found == text.end() ? std::string_view::npos
                             : static_cast<std::size_t>(found - text.begin());
}

bool has_all(std::string_view text, const std::vector<std::string_view>& words) {
  return std::ranges::all_of(words, [&](std::string_view word) {
    return find_word(text, word) != std::string_view::npos;
  });
}

// Marks of Markdown and line ends are no words.
std::string plain_words(std::string_view markdown) {
  std::string out;
  for (const char c : markdown) {
    if (c == '`' || c == '*') continue;
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

// From the beginning of the sentence that the word stands in.
std::string around(std::string_view text, std::string_view word) {
  constexpr std::size_t kMost = 160;
  const std::size_t at = std::min(find_word(text, word), text.size());
  const std::size_t stop = text.substr(0, at).rfind(". ");
  const std::size_t begin = stop == std::string_view::npos ? 0 : stop + 2;
  const std::size_t end = std::min(text.find(". ", at), text.size());
  std::string sentence(text.substr(begin, std::min(end - begin, kMost)));
  if (end - begin > kMost) sentence = sentence.substr(0, sentence.rfind(' ')) + " …";
  return sentence;
}

}  // namespace

std::vector<FoundStep> search_course(std::span<const lesson::Lesson> lessons,
                                     std::string_view words, std::size_t most) {
  std::vector<FoundStep> found;
  if (words.size() < kFewestLetters) return found;
  const std::vector<std::string_view> wanted = words_of(words);
  if (wanted.empty()) return found;
  for (const lesson::Lesson& lesson : lessons) {
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      const lesson::LessonStep& step = lesson.steps[i];
      const bool in_title = has_all(step.title, wanted);
      if (!in_title && !has_all(step.text, wanted)) continue;
      found.push_back({&lesson, i, in_title, {}});
    }
  }
  std::ranges::stable_partition(found, &FoundStep::in_title);
  if (found.size() > most) found.resize(most);
  for (FoundStep& one : found)
    one.around = around(plain_words(one.lesson->steps[one.step].text), wanted.front());
  return found;
}

}  // namespace lanescope::ui::teaching
