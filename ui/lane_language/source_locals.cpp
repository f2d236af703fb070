#include "ui/lane_language/source_locals.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "lab/experiment/kernel_signature.hpp"
#include "ui/lane_language/lane_values.hpp"

namespace lanescope::ui::lane_language {
namespace {

using Words = std::vector<std::string>;

bool is_name(const std::string& word) {
  const auto first = static_cast<unsigned char>(word.front());
  return std::isalpha(first) != 0 || word.front() == '_';
}

Words words_of(std::string_view text) {
  Words out;
  for (std::size_t i = 0; i < text.size();) {
    const auto belongs = [&](std::size_t at) {
      return std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_';
    };
    std::size_t end = i + 1;
    while (belongs(i) && end < text.size() && belongs(end)) ++end;
    if (std::isspace(static_cast<unsigned char>(text[i])) == 0)
      out.emplace_back(text.substr(i, end - i));
    i = end;
  }
  return out;
}

constexpr std::array<std::string_view, 3> kQualifiers{"const", "constexpr", "static"};
constexpr std::array<std::string_view, 16> kWhole{
    "int",     "unsigned", "signed",  "long",     "short",    "char",    "auto", "bool",
    "int32_t", "uint32_t", "int64_t", "uint64_t", "uint16_t", "uint8_t", "uint", "size_t"};
constexpr std::array<std::string_view, 4> kOther{"float", "double", "half", "__half"};

template <typename T>
bool is_among(const T& list, const std::string& word) {
  return std::ranges::find(list, word) != list.end();
}

struct Declaration {
  std::string name, value;  // value empty: none that stands there
  bool is_constant = false, is_whole = false;
};

class Declarations {
 public:
  explicit Declarations(const Words& words) : words_(words) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const bool begins =
          i == 0 || std::string_view(";{}(").find(words_[i - 1]) != std::string_view::npos;
      if (begins) i = std::max(i, statement(i));
    }
  }
  std::vector<Declaration> take() { return std::move(out_); }

 private:
  // The last word taken, or `at`.
  std::size_t statement(std::size_t at) {
    Declaration declaration;
    std::size_t i = at;
    bool typed = false;
    for (; i < words_.size(); ++i) {
      if (is_among(kQualifiers, words_[i]))
        declaration.is_constant = true;
      else if (is_among(kWhole, words_[i]))
        declaration.is_whole = typed = true;
      else if (is_among(kOther, words_[i]))
        typed = true;
      else
        break;
    }
    if (!typed) return at;
    while (i + 1 < words_.size() && is_name(words_[i])) {
      declaration.name = words_[i];
      i = value(i + 1, declaration.value);
      out_.push_back(declaration);
      if (i >= words_.size() || words_[i] != ",") break;
      ++i;
    }
    return i == at ? at : i - 1;
  }
  // From behind the name to the `,` or `;` that ends it.
  std::size_t value(std::size_t i, std::string& out) {
    out.clear();
    const bool given = i < words_.size() && words_[i] == "=";
    int depth = 0;
    std::size_t from = i + 1;
    for (; i < words_.size(); ++i) {
      const std::string& word = words_[i];
      if (depth == 0 && (word == "," || word == ";" || word == ")" || word == "{")) break;
      if (word == "(" || word == "[") ++depth;
      if (word == ")" || word == "]") --depth;
    }
    for (; given && from < i; ++from) {
      const bool apart = !out.empty() && is_name(words_[from]) && is_name(words_[from - 1]);
      out += (apart ? " " : "") + words_[from];
    }
    return i;
  }

  const Words& words_;
  std::vector<Declaration> out_;
};

// How often a name is given a value, its address is taken or it is counted up or down.
int assignments(const Words& words, const std::string& name) {
  const auto is = [&](std::size_t at, std::string_view word) {
    return at < words.size() && words[at] == word;
  };
  int count = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != name || (i > 0 && is(i - 1, "."))) continue;
    const bool plain = is(i + 1, "=") && !is(i + 2, "=");
    const bool joined = i + 2 < words.size() && is(i + 2, "=") &&
                        std::string_view("+-*/%&|^").find(words[i + 1]) != std::string_view::npos;
    const bool shifted = is(i + 3, "=") &&
                         ((is(i + 1, "<") && is(i + 2, "<")) || (is(i + 1, ">") && is(i + 2, ">")));
    const bool counted =
        (is(i + 1, "+") && is(i + 2, "+")) || (is(i + 1, "-") && is(i + 2, "-")) ||
        (i > 1 && ((is(i - 1, "+") && is(i - 2, "+")) || (is(i - 1, "-") && is(i - 2, "-"))));
    const bool address =
        i > 1 && is(i - 1, "&") && (is(i - 2, "(") || is(i - 2, ",") || is(i - 2, "="));
    if (plain || joined || shifted || counted || address) ++count;
  }
  return count;
}

// Before the kernel's body, and the body.
struct Parts {
  Words before, body;
};
Parts parts_of(std::string_view source, std::string_view kernel) {
  const Words words = words_of(experiment::code_of(source));
  Parts parts;
  const auto mark = std::ranges::find(words, "__global__");
  auto name = std::find(mark, words.end(), kernel);
  auto open = std::find(name, words.end(), "{");
  parts.before.assign(words.begin(), mark);
  int depth = 0;
  for (auto at = open; at != words.end(); ++at) {
    if (*at == "{") ++depth;
    if (*at == "}" && --depth == 0) {
      parts.body.assign(open, at);
      break;
    }
  }
  return parts;
}

class Locals {
 public:
  explicit Locals(LaneNames& names) : names_(names) {}

  // Whether `value` is an expression over what is known and cannot change.
  bool add(const std::string& name, const std::string& value) {
    auto parsed = LaneExpression::parse(value);
    if (!parsed || names_.parameters.contains(name)) return false;
    for (const LaneExpression::Node& node : parsed->nodes()) {
      if (node.kind == LaneExpression::Kind::Element || node.number.real) return false;
      if (node.kind == LaneExpression::Kind::Word && !is_fixed(node)) return false;
    }
    names_.locals[name] = std::make_shared<const LaneExpression>(std::move(*parsed));
    return true;
  }

 private:
  [[nodiscard]] bool is_fixed(const LaneExpression::Node& node) const {
    if (node.name.starts_with('%') || !check_name(names_, node)) return false;
    const auto parameter = names_.parameters.find(node.name);
    return parameter == names_.parameters.end() ||
           (!parameter->second.is_pointer && parameter->second.type < experiment::ElementType::F16);
  }
  LaneNames& names_;
};

}  // namespace

void add_locals(std::string_view source, std::string_view kernel,
                const std::vector<std::string>& defines, LaneNames& names) {
  const Parts parts = parts_of(source, kernel);
  std::erase_if(names.parameters, [&](const auto& entry) {
    if (assignments(parts.body, entry.first) == 0) return false;
    names.other_locals.push_back(entry.first);
    return true;
  });
  Locals locals(names);
  for (const std::string& define : defines) {
    const std::size_t equals = define.find('=');
    if (equals != std::string::npos)
      (void)locals.add(define.substr(0, equals), define.substr(equals + 1));
  }
  for (const Declaration& declaration : Declarations(parts.before).take()) {
    if (declaration.is_constant && declaration.is_whole)
      (void)locals.add(declaration.name, declaration.value);
  }
  const std::vector<Declaration> inside = Declarations(parts.body).take();
  std::set<std::string> seen;
  for (const Declaration& declaration : inside) {
    const bool twice = !seen.insert(declaration.name).second;
    if (twice) names.locals.erase(declaration.name);
    const bool fixed = !twice && declaration.is_whole && !declaration.value.empty() &&
                       assignments(parts.body, declaration.name) == 1;
    if (!fixed || !locals.add(declaration.name, declaration.value))
      names.other_locals.push_back(declaration.name);
  }
}

}  // namespace lanescope::ui::lane_language
