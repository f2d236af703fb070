#include "runtime/ptx_link.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace lanescope::runtime {
namespace {

// A statement at the top of a file: a directive's line, a declaration up to `;`, a function.
struct Statement {
  std::string_view text;
  std::string_view linking;  // "extern", "weak", "visible", or empty
  std::string_view name;     // of a function or a variable
  bool is_function = false;
};

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%';
}

// Behind a comment, a string or one character.
std::size_t skip(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with("//")) return std::min(text.find('\n', at), text.size());
  if (text.substr(at).starts_with("/*")) {
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  if (text[at] != '"') return at + 1;
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

bool ends_with_line(std::string_view statement) {
  for (const std::string_view word : {".version", ".target", ".address_size", ".file"}) {
    if (statement.starts_with(word)) return true;
  }
  return false;
}

// How long the statement is that the text begins with.
std::size_t length_of(std::string_view text) {
  if (ends_with_line(text)) return std::min(text.find('\n'), text.size() - 1) + 1;
  int braces = 0, parentheses = 0;
  bool assigned = false;  // = { … } of a variable ends with a semicolon
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    at = skip(text, at);
    if (c == '(') ++parentheses;
    if (c == ')') --parentheses;
    if (c == '=' && braces == 0) assigned = true;
    if (c == '{') ++braces;
    if (c == '}' && --braces == 0 && !assigned) return at;
    if (c == ';' && braces == 0 && parentheses == 0) return at;
  }
  return text.size();
}

// Where the parenthesis ends that is open at `at`.
std::size_t behind_parentheses(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return at + 1;
  }
  return text.size();
}

std::size_t first_of(std::string_view text, std::size_t at, bool wanted_in_name) {
  while (at < text.size() && in_name(text[at]) != wanted_in_name) ++at;
  return at;
}

// `.func (.param .b32 result) name(…)`: the result stands in parentheses of its own.
std::string_view function_name(std::string_view head) {
  constexpr std::string_view kFunc = ".func", kEntry = ".entry";
  const std::size_t func = head.find(kFunc);
  std::size_t at =
      func == std::string_view::npos ? head.find(kEntry) + kEntry.size() : func + kFunc.size();
  at = std::min(head.find_first_not_of(" \t\r\n", at), head.size());
  if (at < head.size() && head[at] == '(') at = behind_parentheses(head, at);
  at = first_of(head, at, true);
  return head.substr(at, first_of(head, at, false) - at);
}

// Before `[`, `=` or `;`.
std::string_view variable_name(std::string_view head) {
  std::size_t end = std::min(head.find_first_of("[=;"), head.size());
  while (end > 0 && !in_name(head[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && in_name(head[begin - 1])) --begin;
  return head.substr(begin, end - begin);
}

Statement read_statement(std::string_view text) {
  Statement statement;
  statement.text = text;
  for (const std::string_view word : {"extern", "weak", "visible", "common"}) {
    if (text.substr(1).starts_with(word)) statement.linking = text.substr(1, word.size());
  }
  const std::string_view head = text.substr(0, text.find('{'));
  statement.is_function =
      head.find(".func") != std::string_view::npos || head.find(".entry") != std::string_view::npos;
  const bool is_variable = !statement.is_function &&
                           (head.find(".global") != head.npos || head.find(".const") != head.npos ||
                            head.find(".shared") != head.npos);
  if (statement.is_function) statement.name = function_name(head);
  if (is_variable) statement.name = variable_name(head);
  return statement;
}

std::vector<Statement> statements_of(std::string_view text) {
  std::vector<Statement> all;
  while (!text.empty()) {
    const char c = text.front();
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      text.remove_prefix(1);
    } else if (text.starts_with("//") || text.starts_with("/*")) {
      text.remove_prefix(skip(text, 0));
    } else {
      const std::size_t length = length_of(text);
      all.push_back(read_statement(text.substr(0, length)));
      text.remove_prefix(length);
    }
  }
  return all;
}

bool is_declaration(const Statement& statement) {
  if (statement.linking == "extern") return true;
  return statement.is_function && statement.text.ends_with(';');
}

// The numbers of files go up by `more`: `.file N`, `.loc N …` and `inlined_at N`.
std::string with_files(std::string_view text, unsigned more) {
  std::string out;
  out.reserve(text.size() + 64);
  while (!text.empty()) {
    std::size_t word = 0;
    for (const std::string_view each : {".loc", ".file", "inlined_at"}) {
      if (text.starts_with(each)) word = each.size();
    }
    std::size_t at = word;
    while (word > 0 && at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    unsigned number = 0;
    const auto [end, problem] =
        std::from_chars(text.data() + at, text.data() + text.size(), number);
    if (word == 0 || at == word || problem != std::errc()) {
      out += text.front();
      text.remove_prefix(1);
      continue;
    }
    out.append(text.substr(0, at));
    out += std::to_string(number + more);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  return out;
}

unsigned highest_file(const std::vector<Statement>& statements) {
  unsigned highest = 0;
  for (const Statement& statement : statements) {
    if (!statement.text.starts_with(".file")) continue;
    const std::size_t at = statement.text.find_first_of("0123456789");
    unsigned number = 0;
    if (at != std::string_view::npos)
      std::from_chars(statement.text.data() + at, statement.text.data() + statement.text.size(),
                      number);
    highest = std::max(highest, number);
  }
  return highest;
}

bool is_header(const Statement& statement) {
  return ends_with_line(statement.text) && !statement.text.starts_with(".file");
}

// Headers, files and declarations, then variables, then functions: a name is known before its use.
class Linked {
 public:
  // Of all files, before anything is added.
  void define(const std::vector<Statement>& file) {
    for (const Statement& statement : file) {
      if (!statement.name.empty() && !statement.linking.empty() && !is_declaration(statement))
        defined_.emplace(statement.name, statement.linking);
    }
  }
  void add(const std::vector<Statement>& file) {
    for (const Statement& statement : file) {
      if (is_header(statement) ? is_first_ : is_wanted(statement)) append(statement);
    }
    files_ += highest_file(file);
    is_first_ = false;
  }
  [[nodiscard]] std::string text() const { return head_ + variables_ + functions_; }

 private:
  // Each is declared and defined once; a variable that is defined is not declared besides.
  bool is_wanted(const Statement& statement) {
    if (statement.name.empty()) return true;
    if (!is_declaration(statement)) return done_.insert(statement.name).second;
    if (!statement.is_function && defined_.contains(statement.name)) return false;
    return declared_.insert(statement.name).second;
  }
  void append(const Statement& statement) {
    const bool in_head = statement.name.empty() || is_declaration(statement);
    std::string& part = in_head ? head_ : statement.is_function ? functions_ : variables_;
    part += with_files(as_of_one_file(statement), files_);
    if (part.back() != '\n') part += '\n';
  }

  // An assembler takes no definition of what was declared to be of another file.
  [[nodiscard]] std::string as_of_one_file(const Statement& statement) const {
    const auto definition = defined_.find(statement.name);
    if (statement.linking != "extern" || definition == defined_.end())
      return std::string(statement.text);
    const std::string_view rest = statement.text.substr(1 + statement.linking.size());
    return "." + std::string(definition->second) + std::string(rest);
  }

  std::string head_, variables_, functions_;
  std::map<std::string_view, std::string_view> defined_;  // by name: how it is linked
  std::set<std::string_view> declared_, done_;
  unsigned files_ = 0;
  bool is_first_ = true;
};

}  // namespace

std::string link_ptx(std::span<const std::string_view> texts) {
  std::vector<std::vector<Statement>> files;
  Linked linked;
  for (const std::string_view text : texts) linked.define(files.emplace_back(statements_of(text)));
  for (const std::vector<Statement>& file : files) linked.add(file);
  return linked.text();
}

}  // namespace lanescope::runtime
