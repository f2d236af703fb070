#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "sim/sass/instruction.hpp"

namespace lanescope::sass {
namespace {

using Kind = Operand::Kind;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::optional<std::int64_t> integer(std::string_view text) {
  const bool negative = take(text, "-");
  if (!take(text, "0x")) return std::nullopt;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return static_cast<std::int64_t>(negative ? 0 - value : value);
}

// "R12" by the prefix "R": 12; "RZ" is `zero`.
std::optional<std::uint32_t> numbered(std::string_view text, std::string_view prefix,
                                      std::string_view last, std::uint32_t last_number) {
  if (!take(text, prefix)) return std::nullopt;
  if (text == last) return last_number;
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value > last_number)
    return std::nullopt;
  return value;
}

bool read_numbered(std::string_view name, Operand& out) {
  struct Names {
    Kind kind;
    std::string_view prefix, last;
    std::uint32_t number;
  };
  static constexpr Names kNames[]{{Kind::Register, "R", "Z", kZeroRegister},
                                  {Kind::Uniform, "UR", "Z", kZeroUniform},
                                  {Kind::Predicate, "P", "T", kTrue},
                                  {Kind::UniformPredicate, "UP", "T", kTrue},
                                  {Kind::Barrier, "B", "-", 15}};
  for (const Names& names : kNames) {
    if (const auto number = numbered(name, names.prefix, names.last, names.number)) {
      out.kind = names.kind;
      out.index = *number;
      return true;
    }
  }
  return false;
}

// A register in an address, with how it counts: "R2.64", "R2.X4", "UR4".
bool add_to_address(std::string_view term, Operand& out) {
  if (const auto number = integer(term)) {
    out.offset += *number;
    return true;
  }
  const std::size_t dot = term.find('.');
  const std::string_view how = dot == std::string_view::npos ? "" : term.substr(dot + 1);
  Operand reg;
  if (!read_numbered(term.substr(0, dot), reg)) return false;
  if (reg.kind == Kind::Uniform) {
    out.uniform = reg.index;
    out.wide_uniform = how == "64";
    return true;
  }
  if (reg.kind != Kind::Register) return false;
  out.base = reg.index;
  out.wide_base = how == "64";
  if (how == "X4") out.scale = 4;
  if (how == "X8") out.scale = 8;
  if (how == "X16") out.scale = 16;
  return true;
}

bool read_address(std::string_view inside, Operand& out) {
  while (!inside.empty()) {
    const std::size_t end = std::min(inside.find('+', 1), inside.size());
    if (!add_to_address(trimmed(inside.substr(0, end)), out)) return false;
    inside.remove_prefix(std::min(end + 1, inside.size()));
  }
  return true;
}

// "c[0x3][R2+0x4].H0_H0", "desc[UR8][R2.64]", "[R2]", whose name is before the first bracket.
bool read_bracketed(std::string_view text, Operand& out) {
  const std::size_t first = text.find('[');
  const std::string_view name = text.substr(0, first);
  const std::size_t last = text.rfind('[');
  const std::size_t close = text.find(']', last);
  if (close == std::string_view::npos) return false;
  const std::string_view inside = text.substr(last + 1, close - last - 1);
  if (name == "c") {
    const std::string_view bank = text.substr(first + 1, text.find(']') - first - 1);
    const auto number = integer(bank);
    if (!number || first == last) return false;
    out.kind = Kind::Constant;
    out.bank = static_cast<std::uint32_t>(*number);
    if (text.substr(close + 1).starts_with('.')) out.suffix = text.substr(close + 2);
  } else {
    if (!name.empty() && name != "desc" && name != "gdesc") return false;
    out.kind = Kind::Memory;
  }
  return read_address(inside, out);
}

// "32@lo(total)", "32@hi((f + .L_x_1@srel))": half of an address. A label is a place of its own,
// whatever function it is said to be in.
bool read_address_half(std::string_view text, Operand& out) {
  out.upper = text.starts_with("32@hi(");
  if ((!out.upper && !text.starts_with("32@lo(")) || !text.ends_with(')')) return false;
  text = text.substr(6, text.size() - 7);
  if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
  out.text.clear();
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('+'), text.size());
    std::string_view term = trimmed(text.substr(0, end));
    if (const auto number = integer(term))
      out.offset += *number;
    else
      out.text = term.substr(0, term.find("@srel"));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  out.kind = Kind::Address;
  return !out.text.empty();
}

bool is_float_text(std::string_view text) {
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) text.remove_prefix(1);
  if (text == "INF" || text == "QNAN" || text == "SNAN") return true;
  return !text.empty() && (text.front() >= '0' && text.front() <= '9');
}

void strip_marks(std::string_view& text, Operand& out) {
  if (take(text, "!") ||
      (text.size() > 1 && text[0] == '-' && !is_float_text(text) && take(text, "-")))
    out.negated = true;
  if (take(text, "~")) out.inverted = true;
  if (text.size() > 2 && text.front() == '|') {
    const std::size_t end = text.find('|', 1);
    if (end == std::string_view::npos) return;
    out.absolute = true;
    out.suffix = text.substr(end + 1);
    text = text.substr(1, end - 1);
  }
}

void read_register(std::string_view text, Operand& out) {
  const std::size_t dot = text.find('.');
  if (dot != std::string_view::npos) {
    out.suffix = text.substr(dot + 1);
    text = text.substr(0, dot);
  }
  if (!read_numbered(text, out)) out.kind = Kind::Word;
}

// ".reuse" says what the hardware keeps, not what is read: "R0.reuse.H0_H0".
std::string without_reuse(std::string_view text) {
  constexpr std::string_view kReuse = ".reuse";
  std::string out(text);
  for (std::size_t at = out.find(kReuse); at != std::string::npos; at = out.find(kReuse))
    out.erase(at, kReuse.size());
  return out;
}

Operand read_operand(std::string_view as_written) {
  const std::string kept = without_reuse(as_written);
  std::string_view text = kept;
  Operand out;
  out.text = text;
  if (take(text, "`(") && text.ends_with(')')) {
    out.kind = Kind::Label;
    out.text = text.substr(0, text.size() - 1);
    return out;
  }
  if (const auto number = integer(text)) {
    out.kind = Kind::Integer;
    out.bits = static_cast<std::uint64_t>(*number);
    return out;
  }
  if (text.starts_with("32@")) {
    if (!read_address_half(text, out)) out.kind = Kind::Word;
    return out;
  }
  strip_marks(text, out);
  if (out.suffix.starts_with('.')) out.suffix.erase(0, 1);
  if (text.starts_with("SR") && (text == "SRZ" || text.starts_with("SR_"))) {
    out.kind = Kind::Special;
    out.text = text;
  } else if (text.find('[') != std::string_view::npos) {
    if (!read_bracketed(text, out)) out.kind = Kind::Word;
  } else if (is_float_text(text)) {
    out.kind = Kind::Float;
  } else {
    const std::string suffix = out.suffix;
    read_register(text, out);
    if (out.suffix.empty()) out.suffix = suffix;
  }
  return out;
}

// "c[0x2] [0x0]" as "c[0x2][0x0]".
std::string with_places_at_banks(std::string_view text) {
  std::string out(text);
  for (std::size_t at = out.find("] ["); at != std::string::npos; at = out.find("] ["))
    out.erase(at + 1, 1);
  return out;
}

// Commas and spaces ("BRX R2 -0xd0") part operands, but for those inside brackets and labels.
std::vector<Operand> read_operands(std::string_view as_written) {
  const std::string kept = with_places_at_banks(as_written);
  std::string_view text = kept;
  std::vector<Operand> operands;
  while (!(text = trimmed(text)).empty()) {
    int depth = 0;
    std::size_t end = 0;
    for (; end < text.size() && ((text[end] != ',' && text[end] != ' ') || depth > 0); ++end) {
      if (text[end] == '[' || text[end] == '(' || text[end] == '{') ++depth;
      if (text[end] == ']' || text[end] == ')' || text[end] == '}') --depth;
    }
    if (const auto word = trimmed(text.substr(0, end)); !word.empty())
      operands.push_back(read_operand(word));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return operands;
}

}  // namespace

bool Instruction::has(std::string_view modifier) const {
  return std::ranges::find(modifiers, modifier) != modifiers.end();
}

Result<Instruction> parse_instruction(std::string_view guard, std::string_view opcode,
                                      std::string_view operands) {
  Instruction out;
  while (!opcode.empty()) {
    const std::size_t dot = std::min(opcode.find('.'), opcode.size());
    if (out.name.empty())
      out.name = opcode.substr(0, dot);
    else
      out.modifiers.emplace_back(opcode.substr(0, dot));
    opcode.remove_prefix(std::min(dot + 1, opcode.size()));
  }
  if (out.name.empty()) return bad_input("a line without an opcode");
  if (!guard.empty()) {
    out.has_guard = true;
    out.guard = read_operand(guard.substr(1));
    if (out.guard.kind != Kind::Predicate && out.guard.kind != Kind::UniformPredicate)
      return bad_input(fmt::format("guard {} is no predicate", guard));
  }
  out.operands = read_operands(operands);
  return out;
}

}  // namespace lanescope::sass
