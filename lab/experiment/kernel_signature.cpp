#include "lab/experiment/kernel_signature.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <fmt/format.h>

namespace lanescope::experiment {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Words and single signs.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < text.size();) {
    if (std::isspace(static_cast<unsigned char>(text[i])) != 0) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    while (is_word(text[i]) && end < text.size() && is_word(text[end])) ++end;
    out.emplace_back(text.substr(i, end - i));
    i = end;
  }
  return out;
}

struct TypeRow {
  std::string_view spelling;
  ElementType type;
};
constexpr std::array<TypeRow, 40> kTypes{{{"float", ElementType::F32},
                                          {"double", ElementType::F64},
                                          {"half", ElementType::F16},
                                          {"__half", ElementType::F16},
                                          {"__nv_bfloat16", ElementType::BF16},
                                          {"char", ElementType::I8},
                                          {"signed char", ElementType::I8},
                                          {"int8_t", ElementType::I8},
                                          {"unsigned char", ElementType::U8},
                                          {"uint8_t", ElementType::U8},
                                          {"uchar", ElementType::U8},
                                          {"bool", ElementType::U8},
                                          {"short", ElementType::I16},
                                          {"short int", ElementType::I16},
                                          {"int16_t", ElementType::I16},
                                          {"unsigned short", ElementType::U16},
                                          {"unsigned short int", ElementType::U16},
                                          {"uint16_t", ElementType::U16},
                                          {"ushort", ElementType::U16},
                                          {"int", ElementType::I32},
                                          {"signed", ElementType::I32},
                                          {"signed int", ElementType::I32},
                                          {"int32_t", ElementType::I32},
                                          {"unsigned", ElementType::U32},
                                          {"unsigned int", ElementType::U32},
                                          {"uint", ElementType::U32},
                                          {"uint32_t", ElementType::U32},
                                          {"long", ElementType::I64},
                                          {"long int", ElementType::I64},
                                          {"long long", ElementType::I64},
                                          {"long long int", ElementType::I64},
                                          {"int64_t", ElementType::I64},
                                          {"ptrdiff_t", ElementType::I64},
                                          {"unsigned long", ElementType::U64},
                                          {"unsigned long int", ElementType::U64},
                                          {"unsigned long long", ElementType::U64},
                                          {"unsigned long long int", ElementType::U64},
                                          {"uint64_t", ElementType::U64},
                                          {"size_t", ElementType::U64},
                                          {"std size_t", ElementType::U64}}};

bool is_builtin(const std::string& type) {
  return std::ranges::any_of(kTypes, [&](const TypeRow& row) { return row.spelling == type; });
}

KernelParameter parameter_of(std::string_view text) {
  KernelParameter parameter;
  std::vector<std::string> type;
  for (const std::string& word : words_of(text.substr(0, text.find('=')))) {
    if (word == "const") {
      parameter.is_const |= !parameter.is_pointer;
    } else if (word == "*" || word == "[") {
      parameter.is_pointer = true;
    } else if (is_word(word.front()) && word.find("restrict") == std::string::npos &&
               word != "volatile" && std::isdigit(static_cast<unsigned char>(word.front())) == 0) {
      type.push_back(word);
    }
  }
  const auto joined = [&] { return fmt::format("{}", fmt::join(type, " ")); };
  if (type.size() > 1 && !is_builtin(joined())) {
    parameter.name = type.back();
    type.pop_back();
  }
  parameter.type = joined();
  for (const TypeRow& row : kTypes) {
    if (row.spelling == parameter.type) parameter.element = row.type;
  }
  return parameter;
}

// The end of what opens at `at`, or npos.
std::size_t closing(std::string_view code, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < code.size(); ++i) {
    if (code[i] == '(') ++depth;
    if (code[i] == ')' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

std::vector<std::string_view> split(std::string_view list) {
  std::vector<std::string_view> out;
  int depth = 0;
  std::size_t from = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ',';
    if (c == '(' || c == '<' || c == '[') ++depth;
    if (c == ')' || c == '>' || c == ']') --depth;
    if (c != ',' || (depth > 0 && i < list.size())) continue;
    const std::string_view piece = list.substr(from, i - from);
    if (piece.find_first_not_of(" \t\r\n") != std::string_view::npos) out.push_back(piece);
    from = i + 1;
  }
  return out;
}

// From behind `__global__` on: attributes, the type, the name, the parameters.
std::optional<KernelSignature> signature_at(std::string_view code, std::size_t at) {
  for (std::size_t open = code.find('(', at); open != std::string_view::npos;
       open = code.find('(', open + 1)) {
    std::size_t end = open;
    while (end > at && std::isspace(static_cast<unsigned char>(code[end - 1])) != 0) --end;
    std::size_t begin = end;
    while (begin > at && is_word(code[begin - 1])) --begin;
    const std::string name(code.substr(begin, end - begin));
    const std::size_t close = closing(code, open);
    if (name.empty() || close == std::string_view::npos) return std::nullopt;
    if (name == "__launch_bounds__" || name == "__attribute__") {
      open = close;
      continue;
    }
    KernelSignature out{name, false, {}};
    for (const std::string_view piece : split(code.substr(open + 1, close - open - 1))) {
      if (words_of(piece) == std::vector<std::string>{"void"}) continue;
      out.parameters.push_back(parameter_of(piece));
    }
    return out;
  }
  return std::nullopt;
}

// Whether `template <…>` ends right before `at`; other words of the declaration may stand between.
bool follows_template(std::string_view code, std::size_t at) {
  const std::size_t from = code.find_last_of(";}", at == 0 ? 0 : at - 1);
  const std::size_t begin = from == std::string_view::npos ? 0 : from + 1;
  return code.substr(begin, at - begin).find("template") != std::string_view::npos;
}

}  // namespace

std::string code_of(std::string_view source) {
  std::string out(source);
  const auto blank = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < std::min(to, out.size()); ++i)
      if (out[i] != '\n') out[i] = ' ';
  };
  for (std::size_t i = 0; i < out.size();) {
    const std::string_view rest = std::string_view(out).substr(i);
    std::size_t end = i + 1;
    if (rest.starts_with("//")) {
      end = std::min(out.find('\n', i), out.size());
      blank(i, end);
    } else if (rest.starts_with("/*")) {
      const std::size_t close = out.find("*/", i + 2);
      end = close == std::string::npos ? out.size() : close + 2;
      blank(i, end);
    } else if (out[i] == '"') {
      while (end < out.size() && out[end] != '"' && out[end] != '\n')
        end += out[end] == '\\' ? 2 : 1;
      blank(i, ++end);
    }
    i = end;
  }
  return out;
}

std::vector<KernelSignature> kernel_signatures(std::string_view source) {
  constexpr std::string_view kMark = "__global__";
  const std::string code = code_of(source);
  std::vector<KernelSignature> out;
  for (std::size_t at = code.find(kMark); at != std::string::npos; at = code.find(kMark, at + 1)) {
    auto found = signature_at(code, at + kMark.size());
    if (!found) continue;
    found->is_template = follows_template(code, at);
    if (std::ranges::find(out, found->name, &KernelSignature::name) == out.end())
      out.push_back(std::move(*found));
  }
  return out;
}

}  // namespace lanescope::experiment
