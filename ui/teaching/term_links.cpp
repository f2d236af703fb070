#include "ui/teaching/term_links.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string>

namespace lanescope::ui::teaching {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }

std::string lowered(std::string_view word) {
  std::string out(word);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

struct Word {
  std::size_t begin = 0, end = 0;
};
std::vector<Word> words_of(std::string_view text) {
  std::vector<Word> words;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_word(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    words.push_back({at, end});
    at = end;
  }
  return words;
}

// A term as it may stand in a text: "bank conflict".
struct Form {
  std::vector<std::string> words;
  const Term* term = nullptr;
};
// By the first word in small letters; the longest first.
using Forms = std::map<std::string, std::vector<Form>, std::less<>>;

void add_form(Forms& forms, std::string_view text, const Term& term) {
  Form form;
  form.term = &term;
  for (const Word& word : words_of(text))
    form.words.emplace_back(text.substr(word.begin, word.end - word.begin));
  if (form.words.empty()) return;
  forms[lowered(form.words.front())].push_back(std::move(form));
}

void add_forms(Forms& forms, std::string_view list, const Term& term) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    add_form(forms, list.substr(0, comma), term);
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
}

Forms make_forms() {
  Forms forms;
  for (const Term& term : glossary()) {
    if (!term.linked) continue;
    for (const std::string_view list : {term.word, term.also}) {
      if (list.empty()) continue;
      add_forms(forms, list, term);
      const std::string_view shown = view::shown_text(list);
      if (shown != list) add_forms(forms, shown, term);
    }
  }
  for (auto& [first, list] : forms) {
    std::stable_sort(list.begin(), list.end(),
                     [](const Form& a, const Form& b) { return a.words.size() > b.words.size(); });
  }
  return forms;
}

// Small letters match a capital at the beginning of a sentence too; capitals (SM, PTX) only
// themselves.
bool same_word(std::string_view form, std::string_view word) {
  if (form.empty() || word.empty()) return false;
  if (form == word) return true;
  const bool small = std::none_of(form.begin(), form.end(), is_upper);
  return small && form.substr(1) == word.substr(1) &&
         lowered(word.substr(0, 1)) == form.substr(0, 1);
}

bool same_or_plural(std::string_view form, std::string_view word) {
  if (same_word(form, word)) return true;
  if (word.size() < 3 || word.back() != 's') return false;
  if (same_word(form, word.substr(0, word.size() - 1))) return true;
  if (word.ends_with("ies") && form.ends_with('y'))
    return same_word(form.substr(0, form.size() - 1), word.substr(0, word.size() - 3));
  return word.ends_with("es") && same_word(form, word.substr(0, word.size() - 2));
}

// Words of one term stand with one blank, line end or hyphen between them.
bool joined(std::string_view text, const Word& left, const Word& right) {
  if (right.begin != left.end + 1) return false;
  const char between = text[left.end];
  return between == ' ' || between == '\n' || between == '-';
}

bool matches(std::string_view text, const std::vector<Word>& words, std::size_t at,
             const Form& form) {
  if (at + form.words.size() > words.size()) return false;
  for (std::size_t i = 0; i < form.words.size(); ++i) {
    const Word& word = words[at + i];
    if (i > 0 && !joined(text, words[at + i - 1], word)) return false;
    const std::string_view shown = text.substr(word.begin, word.end - word.begin);
    const bool last = i + 1 == form.words.size();
    if (last ? !same_or_plural(form.words[i], shown) : !same_word(form.words[i], shown))
      return false;
  }
  return true;
}

const Form* form_at(const Forms& forms, std::string_view text, const std::vector<Word>& words,
                    std::size_t at) {
  std::string first = lowered(text.substr(words[at].begin, words[at].end - words[at].begin));
  const Form* best = nullptr;
  const auto look = [&](const std::string& key) {
    const auto found = forms.find(key);
    if (found == forms.end()) return;
    for (const Form& form : found->second) {
      if (best != nullptr && form.words.size() <= best->words.size()) return;
      if (matches(text, words, at, form)) best = &form;
    }
  };
  look(first);
  // The plural of a term of one word.
  if (!first.ends_with('s')) return best;
  first.pop_back();
  look(first);
  if (first.ends_with("ie")) look(first.substr(0, first.size() - 2) + "y");
  if (first.ends_with('e')) look(first.substr(0, first.size() - 1));
  return best;
}

}  // namespace

std::vector<TermLink> find_terms(std::string_view text, std::vector<const Term*>& seen) {
  static const Forms kForms = make_forms();
  std::vector<TermLink> links;
  const std::vector<Word> words = words_of(text);
  for (std::size_t at = 0; at < words.size(); ++at) {
    const Form* form = form_at(kForms, text, words, at);
    if (form == nullptr) continue;
    const std::size_t last = at + form->words.size() - 1;
    if (std::find(seen.begin(), seen.end(), form->term) == seen.end()) {
      links.push_back({words[at].begin, words[last].end, form->term});
      seen.push_back(form->term);
    }
    at = last;
  }
  return links;
}

std::vector<TermLink> find_terms(std::string_view text) {
  std::vector<const Term*> seen;
  return find_terms(text, seen);
}

}  // namespace lanescope::ui::teaching
