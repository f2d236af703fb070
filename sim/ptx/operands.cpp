#include "sim/ptx/operands.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sim/ptx/constants.hpp"

namespace lanescope::ptx {
namespace {

constexpr int kDeepest = 8;

Operand constant_operand(const Constant& constant) {
  Operand out;
  if (constant.is_warp_size) {
    out.kind = Operand::Kind::SpecialRegister;
    out.name = kWarpSize;
    return out;
  }
  out.kind = Operand::Kind::Float;
  out.bits = constant.bits;
  switch (constant.kind) {
    case Constant::Kind::Integer:
      out.kind = Operand::Kind::Integer;
      break;
    case Constant::Kind::Float32:
      out.type = Type::F32;
      break;
    case Constant::Kind::Float64:
      out.type = Type::F64;
      break;
  }
  return out;
}

// .x .y .z .w, or .r .g .b .a of textures (PTX ISA 5.4.2).
std::optional<std::uint32_t> vector_component(std::string_view component) {
  static constexpr std::string_view kPlace = "xyzw";
  static constexpr std::string_view kColour = "rgba";
  if (component.size() != 1) return std::nullopt;
  auto at = kPlace.find(component.front());
  if (at == std::string_view::npos) at = kColour.find(component.front());
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<std::uint32_t>(at);
}

// The parts of a register that video instructions read (PTX ISA 9.7.17).
bool is_selector(std::string_view component) {
  if (component.size() < 2 || component.size() > 5) return false;
  return (component[0] == 'b' || component[0] == 'h') &&
         component.substr(1).find_first_not_of("01234567") == std::string_view::npos;
}

std::optional<Operand> vector_register(const Symbol& symbol, std::string_view component) {
  Operand out;
  out.kind = Operand::Kind::Register;
  if (!component.empty()) {
    const auto at = vector_component(component);
    if (!at || *at >= symbol.count) return std::nullopt;
    out.index = symbol.index + *at;
    return out;
  }
  Operand vector;
  vector.kind = Operand::Kind::Vector;
  for (std::uint32_t i = 0; i < symbol.count; ++i) {
    out.index = symbol.index + i;
    vector.elements.push_back(out);
  }
  return vector;
}

class OperandReader {
 public:
  OperandReader(FunctionContext& context, OperandShape shape)
      : context_(context), cursor_(context.unit.cursor), shape_(shape) {}

  std::optional<std::vector<Operand>> all() {
    std::vector<Operand> out;
    if (cursor_.at(";")) return out;
    do {
      auto operand = shape_ == OperandShape::Call && cursor_.at("(") ? list() : lanes();
      if (!operand) return std::nullopt;
      out.push_back(std::move(*operand));
    } while (cursor_.accept(","));
    return out;
  }

 private:
  // d, or d|p
  std::optional<Operand> lanes() {
    auto first = single();
    if (!first || !cursor_.accept("|")) return first;
    auto second = single();
    if (!second) return std::nullopt;
    Operand out;
    out.kind = Operand::Kind::Lanes;
    out.elements = {std::move(*first), std::move(*second)};
    return out;
  }

  std::optional<Operand> single() {
    const Token token = cursor_.peek();
    if (cursor_.at("{")) return vector();
    if (cursor_.at("[")) return memory();
    const bool sign = cursor_.at("!") || cursor_.at("-");
    const Token& second = cursor_.peek_second();
    if (sign && second.kind == Token::Kind::Word && second.text != kWarpSize) return negated();
    if (token.kind == Token::Kind::Word && token.text != kWarpSize) return named();
    if (starts_constant(token)) {
      const auto constant = parse_constant(cursor_);
      if (!constant) return std::nullopt;
      return constant_operand(*constant);
    }
    cursor_.expected("an operand");
    return std::nullopt;
  }

  std::optional<Operand> negated() {
    const Token sign = cursor_.take();
    auto operand = named();
    if (!operand) return std::nullopt;
    if (operand->kind != Operand::Kind::Register) {
      cursor_.error(sign.position, fmt::format("'{}' needs a register behind it", sign.text));
      return std::nullopt;
    }
    operand->negated = true;
    return operand;
  }

  // (a, b) of call; {a, b}: what stands between the two brackets.
  bool elements(std::string_view close, Operand& out) {
    if (cursor_.accept(close)) return true;
    if (++depth_ > kDeepest) {
      cursor_.error(cursor_.peek().position, "operand nested too deeply");
      return false;
    }
    do {
      auto element = single();
      if (!element) return false;
      out.elements.push_back(std::move(*element));
    } while (cursor_.accept(","));
    --depth_;
    return cursor_.expect(close, "at the end of the operand");
  }

  std::optional<Operand> list() {
    cursor_.take();
    Operand out;
    out.kind = Operand::Kind::List;
    if (!elements(")", out)) return std::nullopt;
    return out;
  }

  std::optional<Operand> vector() {
    cursor_.take();
    Operand out;
    out.kind = Operand::Kind::Vector;
    if (!elements("}", out)) return std::nullopt;
    return out;
  }

  // [base], [base + 4], [texture, {x, y}]
  std::optional<Operand> memory() {
    const Token open = cursor_.take();
    Operand out;
    out.kind = Operand::Kind::Memory;
    in_memory_ = true;
    const bool good = elements("]", out);
    in_memory_ = false;
    if (!good) return std::nullopt;
    if (out.elements.empty()) {
      cursor_.error(open.position, "an address is missing between '[' and ']'");
      return std::nullopt;
    }
    std::swap(out.offset, out.elements.front().offset);
    // ld.global.b32 d, [a].unified (PTX ISA 9.7.9.8)
    if (cursor_.accept_dotted("unified")) out.name = "unified";
    return out;
  }

  std::optional<Operand> named() {
    const Token name = cursor_.take();
    Operand out;
    if (name.text == "_") return out;
    std::string_view component;
    if (cursor_.at_dotted() && !cursor_.peek().after_space) component = cursor_.take().text;
    auto operand = resolve(name, component);
    if (!operand) return std::nullopt;
    const bool variable = operand->kind == Operand::Kind::LocalVariable ||
                          operand->kind == Operand::Kind::ModuleVariable;
    if (!variable && !in_memory_) return operand;
    const auto addend = parse_addend(cursor_);
    if (!addend) return std::nullopt;
    operand->offset = *addend;
    return operand;
  }

  std::optional<Operand> resolve(const Token& name, std::string_view component) {
    const auto symbol = find(name.text);
    if (symbol && symbol->kind != Symbol::Kind::Label) {
      auto operand = operand_of(*symbol, name.text, component);
      if (!operand) {
        cursor_.error(name.position, fmt::format("'{}' has no part '.{}'", name.text, component));
      }
      return operand;
    }
    if (!symbol && is_special_register(name.text)) return special(name, component);
    if (name.text.starts_with('%') && !symbol) {
      cursor_.error(name.position, fmt::format("undeclared register '{}'", name.text));
      return std::nullopt;
    }
    // A label of an inner scope may hide one that is known already: wait for the function's end.
    context_.pending.push_back({static_cast<std::uint32_t>(context_.function.body.size()),
                                context_.scopes.current(), name.text, name.position});
    Operand out;
    out.kind = Operand::Kind::Label;
    out.name = name.text;
    return out;
  }

  std::optional<Symbol> find(std::string_view name) {
    if (auto local = context_.scopes.find(name, context_.function)) return local;
    const auto& names = context_.unit.names;
    const auto found = names.find(name);
    if (found == names.end()) return std::nullopt;
    return found->second;
  }

  static Operand special(const Token& name, std::string_view component) {
    Operand out;
    out.kind = Operand::Kind::SpecialRegister;
    out.name = name.text.substr(1);
    if (!component.empty()) out.name.append(1, '.').append(component);
    return out;
  }

  FunctionContext& context_;
  Cursor& cursor_;
  OperandShape shape_;
  int depth_ = 0;
  bool in_memory_ = false;  // where a register may have an offset
};

}  // namespace

std::optional<Operand> operand_of(const Symbol& symbol, std::string_view name,
                                  std::string_view component) {
  if (symbol.kind == Symbol::Kind::VectorRegister) return vector_register(symbol, component);
  Operand out;
  out.index = symbol.index;
  switch (symbol.kind) {
    case Symbol::Kind::Register:
      if (!component.empty() && !is_selector(component)) return std::nullopt;
      out.kind = Operand::Kind::Register;
      out.name = component;
      return out;
    case Symbol::Kind::LocalVariable:
      out.kind = Operand::Kind::LocalVariable;
      break;
    case Symbol::Kind::ModuleVariable:
      out.kind = Operand::Kind::ModuleVariable;
      break;
    case Symbol::Kind::Function:
      out.kind = Operand::Kind::Function;
      break;
    case Symbol::Kind::Label:
      out.kind = Operand::Kind::Label;
      break;
    case Symbol::Kind::BranchTargets:
      out.kind = Operand::Kind::BranchTargets;
      break;
    case Symbol::Kind::Prototype:
      out.kind = Operand::Kind::CallPrototype;
      break;
    case Symbol::Kind::VectorRegister:
      break;
  }
  if (!component.empty()) return std::nullopt;
  out.name = name;
  return out;
}

std::optional<std::vector<Operand>> parse_operands(FunctionContext& context, OperandShape shape) {
  return OperandReader(context, shape).all();
}

}  // namespace lanescope::ptx
