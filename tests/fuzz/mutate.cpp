#include "tests/fuzz/mutate.hpp"

#include <array>
#include <cstring>
#include <string_view>

namespace lanescope::fuzz_test {
namespace {

constexpr std::array<std::string_view, 31> kPieces{"{",
                                                   "}",
                                                   "[",
                                                   "]",
                                                   "(",
                                                   ")",
                                                   "<",
                                                   ">",
                                                   "@",
                                                   ".",
                                                   ";",
                                                   ":",
                                                   ",",
                                                   "\"",
                                                   "\\",
                                                   "-1",
                                                   "null",
                                                   "\n",
                                                   "/*",
                                                   "0x",
                                                   "1e999",
                                                   "%r<99999999>",
                                                   "[999999999999]",
                                                   "[[[[[[[[",
                                                   "{{{{{{",
                                                   " = {",
                                                   ".reg .v4 .b32 ",
                                                   ".section .debug_str {",
                                                   " .align 0 ",
                                                   "\xff\xfe",
                                                   std::string_view("\0\xff", 2)};
constexpr std::array<std::string_view, 8> kNumbers{
    "0",     "-1", "2147483648", "4294967296", "18446744073709551615", "99999999999999999999",
    "1e400", "0.1"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string Mutator::mutate(std::span<const std::string> inputs) {
  std::string text = inputs[below(inputs.size())];
  for (std::size_t times = 1 + below(4); times > 0; --times)
    once(text, inputs[below(inputs.size())]);
  return text;
}

// Digits in text become another number; in bytes, four or eight of them become one at its limit.
void Mutator::change_number(std::string& text) {
  std::size_t at = below(text.size());
  const std::size_t begin = at;
  while (at < text.size() && !is_digit(text[at]) && at < begin + 200) ++at;
  if (at < text.size() && is_digit(text[at])) {
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end])) ++end;
    text.replace(at, end - at, kNumbers.at(below(kNumbers.size())));
    return;
  }
  const std::array<std::uint64_t, 6> values{0, 1, 0x7F, 0xFFFFFFFF, ~std::uint64_t{0}, 1ULL << 40U};
  const std::uint64_t value = values.at(below(values.size()));
  const std::size_t bytes = below(2) == 0 ? 4 : 8;
  if (begin + bytes <= text.size()) std::memcpy(text.data() + begin, &value, bytes);
}

void Mutator::once(std::string& text, const std::string& other) {
  const std::size_t at = below(text.size() + 1), length = below(40);
  switch (below(8)) {
    case 0:
      text.erase(at, length);
      break;
    case 1:
      text.insert(below(text.size() + 1), text.substr(at, length));
      break;
    case 2:
      text.insert(at, kPieces.at(below(kPieces.size())));
      break;
    case 3:
      text.resize(at);
      break;
    case 4:
      text.insert(at, other.substr(below(other.size() + 1), length * 4));
      break;
    case 5:
    case 6:
      if (!text.empty()) change_number(text);
      break;
    default:
      if (at < text.size()) text[at] = static_cast<char>(random_());
  }
}

}  // namespace lanescope::fuzz_test
