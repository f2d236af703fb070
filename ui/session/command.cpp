#include "ui/session/command.hpp"

#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "ui/words/words.hpp"

namespace lanescope::ui::session {
namespace {

// Reads words, `key=value` with quoted values (\" \\ \n inside quotes), and the separators of a
// script.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  [[nodiscard]] bool at_separator() const {
    return at_end() || text_[at_] == ';' || text_[at_] == '\n';
  }
  void skip_separator() {
    if (!at_end()) ++at_;
  }
  void skip_blanks() {
    while (!at_end() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
    if (!at_end() && text_[at_] == '#') {
      while (!at_end() && text_[at_] != '\n') ++at_;
    }
  }
  [[nodiscard]] std::string word() {
    const std::size_t from = at_;
    while (!at_separator() &&
           std::string_view(" \t\r=#").find(text_[at_]) == std::string_view::npos)
      ++at_;
    return std::string(text_.substr(from, at_ - from));
  }
  [[nodiscard]] bool take(char sign) {
    if (at_end() || text_[at_] != sign) return false;
    ++at_;
    return true;
  }
  // Up to a blank or separator, or the inside of quotes.
  [[nodiscard]] Result<std::string> value() {
    if (take('"')) return quoted();
    const std::size_t from = at_;
    while (!at_separator() && std::isspace(static_cast<unsigned char>(text_[at_])) == 0) ++at_;
    return std::string(text_.substr(from, at_ - from));
  }

 private:
  Result<std::string> quoted() {
    std::string out;
    while (!at_end()) {
      const char c = text_[at_++];
      if (c == '"') return out;
      if (c != '\\' || at_end()) {
        out += c;
        continue;
      }
      const char escaped = text_[at_++];
      out += escaped == 'n' ? '\n' : escaped;
    }
    return bad_input(tr("a quotation mark is not closed"));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

Result<Command> read_command(Scanner& scanner) {
  Command command;
  command.name = scanner.word();
  if (command.name.empty()) return bad_input(tr("a command begins with its name"));
  for (scanner.skip_blanks(); !scanner.at_separator(); scanner.skip_blanks()) {
    std::string key = scanner.word();
    if (key.empty()) return bad_input(say("{}: expected key=value", command.name));
    if (!scanner.take('=')) {  // `select none`
      command.arguments[std::move(key)] = "";
      continue;
    }
    auto value = scanner.value();
    if (!value) return bad_input(fmt::format("{}: {}", command.name, value.error().message));
    command.arguments[std::move(key)] = std::move(*value);
  }
  return command;
}

}  // namespace

Result<std::vector<Command>> parse_script(std::string_view text) {
  std::vector<Command> commands;
  Scanner scanner(text);
  for (scanner.skip_blanks(); !scanner.at_end(); scanner.skip_blanks()) {
    if (!scanner.at_separator()) {
      auto command = read_command(scanner);
      if (!command) return command.error();
      commands.push_back(std::move(*command));
    }
    scanner.skip_separator();
  }
  return commands;
}

Result<Command> parse_command(std::string_view text) {
  auto commands = parse_script(text);
  if (!commands) return commands.error();
  if (commands->size() != 1) return bad_input(tr("expected one command"));
  return std::move(commands->front());
}

std::string quote(std::string_view value) {
  std::string out = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out += '"';
}

}  // namespace lanescope::ui::session
