#include "tests/lab/random_kernels/expressions.hpp"

#include <algorithm>
#include <charconv>

#include "tests/lab/random_kernels/operations.hpp"

namespace lanescope::test::random_kernels {
namespace {

constexpr std::array kIntegers{Type::I8,  Type::U8,  Type::I16, Type::U16,
                               Type::I32, Type::U32, Type::I64, Type::U64};
constexpr std::array kDivisors{"2", "3", "5", "7", "8", "10", "13", "60", "100", "127"};

// A value of a type of which the scope has no variable, made of one of U32.
std::string_view made_of_word(Type type) {
  switch (type) {
    case Type::Bool:
      return "(({u32} & 4) != 0)";
    case Type::F16:
      return "half_of((unsigned short){u32})";
    case Type::BF16:
      return "bfloat_of((unsigned short){u32})";
    case Type::F32:
      return "__uint_as_float({u32})";
    case Type::F64:
      return "(double)(int){u32}";
    case Type::Half2:
      return "half2_of({u32})";
    case Type::Bf2:
      return "bfloat2_of({u32})";
    default:
      return {};
  }
}

// Other braces than those of C++, which have a space or an end behind them.
std::size_t next_hole(std::string_view text) {
  std::size_t at = text.find('{');
  while (at != text.npos && (at + 1 == text.size() || text[at + 1] == ' '))
    at = text.find('{', at + 1);
  return at;
}

}  // namespace

std::string Expressions::leaf(Type type) {
  if (random_.chance(15)) return literal(type, random_);
  std::vector<const Variable*> suitable;
  for (const Variable& variable : scope_.variables)
    if (variable.type == type) suitable.push_back(&variable);
  if (!suitable.empty()) return random_.pick(suitable)->name;
  if (is_integer(type)) return "(" + std::string(info(type).name) + ")" + leaf(Type::U32);
  return filled(made_of_word(type), 0);
}

std::string Expressions::source_of(Type type) {
  std::vector<const Scope::Source*> suitable;
  for (const Scope::Source& source : scope_.sources)
    if (source.type == type && !(source.is_call && calls_forbidden_)) suitable.push_back(&source);
  return suitable.empty() ? std::string() : random_.pick(suitable)->text;
}

std::string Expressions::value(Type type, int depth) {
  if (depth <= 0 || random_.chance(20)) return leaf(type);
  if (random_.chance(12)) {
    const std::string source = source_of(type);
    if (!source.empty()) return filled(source, depth - 1);
  }
  const Operations& all = operations(type);
  const bool is_long = !all.long_ones.empty() && random_.chance(9);
  return filled(random_.pick(is_long ? all.long_ones : all.common), depth - 1);
}

std::string Expressions::hole(std::string_view tag, int depth) {
  if (tag == "nz") return random_.pick(kDivisors);
  if (tag == "int") return value(random_.pick(kIntegers), depth);
  if (tag.front() == '#') {
    std::uint32_t most = 0;
    std::from_chars(tag.data() + 1, tag.data() + tag.size(), most);
    return std::to_string(random_.below(most + 1));
  }
  const auto at = std::ranges::find(kTypeInfo, tag, &TypeInfo::tag);
  return value(static_cast<Type>(at - kTypeInfo.begin()), depth);
}

std::string Expressions::filled(std::string_view text, int depth) {
  std::string out;
  while (true) {
    const std::size_t begin = next_hole(text);
    out += text.substr(0, begin);
    if (begin == text.npos) return out;
    const std::size_t end = text.find('}', begin);
    out += hole(text.substr(begin + 1, end - begin - 1), depth);
    text.remove_prefix(end + 1);
  }
}

}  // namespace lanescope::test::random_kernels
