#include "ui/words/words.hpp"

#include <clocale>

#include <libintl.h>

namespace lanescope::ui {
namespace {

constexpr const char* kDomain = "lanescope";

std::string formatted(const char* translated, const char* english, fmt::format_args values) {
  try {
    return fmt::vformat(translated, values);
  } catch (const fmt::format_error&) {
    return fmt::vformat(english, values);
  }
}

}  // namespace

void choose_language(const std::string& folder) {
  std::setlocale(LC_MESSAGES, "");
  bindtextdomain(kDomain, folder.c_str());
  bind_textdomain_codeset(kDomain, "UTF-8");
}

// The catalogue's entry for the empty text is its header.
const char* tr(const char* english) {
  return *english == '\0' ? english : dgettext(kDomain, english);
}

std::string words::format(const char* english, fmt::format_args values) {
  return formatted(tr(english), english, values);
}

std::string words::format(const char* one, const char* many, std::uint64_t count,
                          fmt::format_args values) {
  return formatted(dngettext(kDomain, one, many, count), count == 1 ? one : many, values);
}

}  // namespace lanescope::ui
