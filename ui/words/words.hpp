#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

// Every text that the studio shows, by its English: the English in the source is the key under
// which a translation stands in a message catalogue of GNU gettext (ui/words/README.md). Without a
// catalogue for the user's language the English is shown.
namespace lanescope::ui {

// Before any text is shown, and while there is one thread: the user's language, from the
// environment (LANGUAGE, LC_ALL, LC_MESSAGES, LANG), and `folder` with
// LANGUAGE/LC_MESSAGES/lanescope.mo in it.
void choose_language(const std::string& folder);

// Names a text where it cannot be translated yet: in tables made by the compiler.
[[nodiscard]] constexpr const char* mark(const char* english) { return english; }

// The text in the user's language; stays valid. Empty stays empty.
[[nodiscard]] const char* tr(const char* english);

namespace words {
[[nodiscard]] std::string format(const char* english, fmt::format_args values);
[[nodiscard]] std::string format(const char* one, const char* many, std::uint64_t count,
                                 fmt::format_args values);
}  // namespace words

// fmt::format of the translated text. A translation whose fields do not fit gives the English.
template <typename... Values>
[[nodiscard]] std::string say(fmt::format_string<Values...> english, Values&&... values) {
  const fmt::string_view text = english;
  return words::format(text.data(), fmt::make_format_args(values...));
}

// The form that fits `count`: say_many(n, "{} block", "{} blocks", n).
template <typename... Values>
[[nodiscard]] std::string say_many(std::uint64_t count, fmt::format_string<Values...> one,
                                   fmt::format_string<Values...> many, Values&&... values) {
  const fmt::string_view first = one, second = many;
  return words::format(first.data(), second.data(), count, fmt::make_format_args(values...));
}

}  // namespace lanescope::ui
