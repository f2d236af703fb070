#include "sim/ptx/function_body.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "sim/ptx/declarations.hpp"
#include "sim/ptx/function_header.hpp"
#include "sim/ptx/operands.hpp"

namespace lanescope::ptx {
namespace {

class BodyParser {
 public:
  explicit BodyParser(FunctionContext& context)
      : context_(context), cursor_(context.unit.cursor), function_(context.function) {}

  void parse() {
    const Position open = cursor_.take().position;
    while (!done_ && !cursor_.at_end()) statement();
    if (!done_) {
      cursor_.error(open, fmt::format("the body of '{}' does not end", function_.name));
    }
  }

 private:
  using Handler = void (BodyParser::*)(const Token&);
  struct Directive {
    std::string_view name;
    Handler handler;
  };

  void statement();
  void directive();
  void declare_registers(const Token&);
  void declare_variables(const Token&);
  void location(const Token&);
  void file(const Token&);
  void section(const Token&);
  void pragma(const Token&);
  void stray_module_item(const Token&);
  void unknown_directive(const Token&);

  void labelled();
  void label(const Token& name);
  void declare(const Token& name, Symbol symbol);
  void branch_targets(const Token& name);
  void call_targets(const Token& name);
  void call_prototype(const Token& name);

  void instruction();
  bool guard(Instruction& out);
  void open_scope();
  void close_scope();

  FunctionContext& context_;
  Cursor& cursor_;
  Function& function_;
  std::uint32_t location_ = kNone;
  std::size_t scopes_too_deep_ = 0;
  bool done_ = false;
};

void BodyParser::statement() {
  const Token& token = cursor_.peek();
  if (token.kind == Token::Kind::Word) {
    return cursor_.peek_second().is(":") ? labelled() : instruction();
  }
  if (token.kind == Token::Kind::Dotted) return directive();
  if (token.is("@")) return instruction();
  if (token.is("{")) return open_scope();
  if (token.is("}")) return close_scope();
  if (cursor_.accept(";")) return;
  cursor_.expected("an instruction");
  cursor_.take();
  cursor_.skip_statement();
}

void BodyParser::open_scope() {
  const Token token = cursor_.take();
  if (context_.scopes.depth() < ScopeTree::kMaxDepth) return context_.scopes.open();
  if (++scopes_too_deep_ == 1) cursor_.error(token.position, "blocks nested too deeply");
}

void BodyParser::close_scope() {
  cursor_.take();
  if (scopes_too_deep_ > 0) {
    --scopes_too_deep_;
  } else if (context_.scopes.depth() > 0) {
    context_.scopes.close();
  } else {
    done_ = true;
  }
}

void BodyParser::directive() {
  static constexpr std::array<Directive, 16> kTable{{
      {"reg", &BodyParser::declare_registers},
      {"local", &BodyParser::declare_variables},
      {"shared", &BodyParser::declare_variables},
      {"param", &BodyParser::declare_variables},
      {"global", &BodyParser::declare_variables},
      {"const", &BodyParser::declare_variables},
      {"loc", &BodyParser::location},
      {"file", &BodyParser::file},
      {"section", &BodyParser::section},
      {"pragma", &BodyParser::pragma},
      {"entry", &BodyParser::stray_module_item},
      {"func", &BodyParser::stray_module_item},
      {"visible", &BodyParser::stray_module_item},
      {"extern", &BodyParser::stray_module_item},
      {"weak", &BodyParser::stray_module_item},
      {"version", &BodyParser::stray_module_item},
  }};
  const Token token = cursor_.peek();
  const auto row = std::find_if(kTable.begin(), kTable.end(),
                                [&](const Directive& one) { return one.name == token.text; });
  const Handler handler = row == kTable.end() ? &BodyParser::unknown_directive : row->handler;
  if (handler != &BodyParser::stray_module_item) cursor_.take();
  (this->*handler)(token);
}

void BodyParser::declare_registers(const Token&) {
  for (const RegisterDeclarator& one : parse_registers(cursor_)) {
    bool is_new = false;
    if (one.count) {
      is_new = context_.scopes.declare_range(one.name, {one.type, *one.count, one.vector_size});
    } else {
      is_new = context_.scopes.declare(
          one.name, add_register(function_, one.name, one.type, one.vector_size));
    }
    if (!is_new) cursor_.error(one.position, fmt::format("'{}' is declared twice", one.name));
  }
}

void BodyParser::declare_variables(const Token& space) {
  const Space where = variable_space(space.text).value_or(Space::Local);
  // .global and .const have no function scope (PTX ISA 5.1): such a variable lives as the module's.
  const bool of_module = where == Space::Global || where == Space::Const;
  for (Declarator& one : parse_variables(cursor_, where)) {
    auto& home = of_module ? context_.unit.module.variables : function_.variables;
    const Symbol symbol{of_module ? Symbol::Kind::ModuleVariable : Symbol::Kind::LocalVariable,
                        static_cast<std::uint32_t>(home.size()), 1};
    if (!context_.scopes.declare(one.name, symbol)) {
      cursor_.error(one.variable.position, fmt::format("'{}' is declared twice", one.name));
    }
    home.push_back(std::move(one.variable));
  }
}

void BodyParser::location(const Token&) {
  if (const auto index = context_.unit.locations.parse_loc(cursor_)) location_ = *index;
}

void BodyParser::file(const Token&) { context_.unit.locations.parse_file(cursor_); }
void BodyParser::section(const Token&) { context_.unit.locations.parse_section(cursor_); }

// Hints to ptxas, such as "nounroll".
void BodyParser::pragma(const Token&) { cursor_.skip_statement(); }

// The closing brace is missing: go on with the next function.
void BodyParser::stray_module_item(const Token& token) {
  cursor_.error(token.position, fmt::format("expected '}}' at the end of '{}', found {}",
                                            function_.name, describe(token)));
  done_ = true;
}

void BodyParser::unknown_directive(const Token& token) {
  cursor_.warn(token.position, fmt::format("unknown directive '.{}' passed over", token.text));
  cursor_.skip_line_of(token.position);
}

void BodyParser::labelled() {
  const Token name = cursor_.take();
  cursor_.take();
  if (cursor_.accept_dotted("branchtargets")) return branch_targets(name);
  if (cursor_.accept_dotted("calltargets")) return call_targets(name);
  if (cursor_.accept_dotted("callprototype")) return call_prototype(name);
  label(name);
}

void BodyParser::declare(const Token& name, Symbol symbol) {
  if (context_.scopes.declare(name.text, symbol)) return;
  cursor_.error(name.position, fmt::format("'{}' is declared twice", name.text));
}

void BodyParser::label(const Token& name) {
  declare(name, {Symbol::Kind::Label, static_cast<std::uint32_t>(function_.labels.size()), 1});
  function_.labels.push_back(
      {std::string(name.text), static_cast<std::uint32_t>(function_.body.size())});
}

// PTX ISA 11.3.1
void BodyParser::branch_targets(const Token& name) {
  const auto index = static_cast<std::uint32_t>(function_.branch_targets.size());
  declare(name, {Symbol::Kind::BranchTargets, index, 1});
  function_.branch_targets.emplace_back();
  do {
    const Token target = cursor_.expect_word("a label");
    if (target.text.empty()) return cursor_.skip_statement();
    const auto place = static_cast<std::uint32_t>(function_.branch_targets.back().size());
    context_.pending_targets.push_back(
        {index, place, context_.scopes.current(), target.text, target.position});
    function_.branch_targets.back().push_back(kNone);
  } while (cursor_.accept(","));
  if (!cursor_.expect(";", "after .branchtargets")) cursor_.skip_statement();
}

// PTX ISA 11.3.2: all functions of the list have one signature, so the first stands for all.
void BodyParser::call_targets(const Token& name) {
  Prototype prototype;
  prototype.name = name.text;
  bool first = true;
  do {
    const Token target = cursor_.expect_word("the name of a function");
    if (target.text.empty()) return cursor_.skip_statement();
    const auto& names = context_.unit.names;
    const auto found = names.find(target.text);
    if (found == names.end() || found->second.kind != Symbol::Kind::Function) {
      cursor_.error(target.position, fmt::format("undeclared function '{}'", target.text));
    } else if (std::exchange(first, false)) {
      const Function& function = context_.unit.module.functions[found->second.index];
      for (const auto i : function.returns) prototype.returns.push_back(function.variables[i]);
      for (const auto i : function.parameters)
        prototype.parameters.push_back(function.variables[i]);
    }
  } while (cursor_.accept(","));
  if (!cursor_.expect(";", "after .calltargets")) return cursor_.skip_statement();
  declare(name,
          {Symbol::Kind::Prototype, static_cast<std::uint32_t>(function_.prototypes.size()), 1});
  function_.prototypes.push_back(std::move(prototype));
}

// PTX ISA 11.3.3
void BodyParser::call_prototype(const Token& name) {
  Prototype prototype;
  prototype.name = name.text;
  if (!parse_prototype(cursor_, prototype)) return cursor_.skip_statement();
  declare(name,
          {Symbol::Kind::Prototype, static_cast<std::uint32_t>(function_.prototypes.size()), 1});
  function_.prototypes.push_back(std::move(prototype));
}

// @%p or @!%p
bool BodyParser::guard(Instruction& out) {
  if (!cursor_.accept("@")) return true;
  out.has_guard = true;
  out.guard_negated = cursor_.accept("!");
  const Token name = cursor_.expect_word("the predicate of a guard");
  if (name.text.empty()) return false;
  const auto symbol = context_.scopes.find(name.text, function_);
  if (!symbol) {
    cursor_.error(name.position, fmt::format("undeclared register '{}'", name.text));
    return false;
  }
  const bool is_predicate = symbol->kind == Symbol::Kind::Register &&
                            function_.registers[symbol->index].type == Type::Pred;
  if (!is_predicate) {
    cursor_.error(name.position, fmt::format("'{}' is no predicate", name.text));
    return false;
  }
  out.guard = symbol->index;
  return true;
}

void BodyParser::instruction() {
  const std::size_t pending_before = context_.pending.size();
  Instruction out;
  out.location = location_;
  const auto give_up = [&] {
    context_.pending.resize(pending_before);
    cursor_.skip_statement();
  };
  if (!guard(out)) return give_up();
  const Token opcode = cursor_.expect_word("an instruction");
  if (opcode.text.empty()) return give_up();
  out.opcode = opcode.text;
  out.position = opcode.position;
  while (cursor_.at_dotted()) out.modifiers.emplace_back(cursor_.take().text);
  const auto shape = out.opcode == "call" ? OperandShape::Call : OperandShape::Plain;
  auto operands = parse_operands(context_, shape);
  if (!operands) return give_up();
  const std::uint32_t line = cursor_.peek().position.line;
  if (!cursor_.expect(";", fmt::format("after '{}'", opcode.text)) &&
      line == opcode.position.line) {
    return give_up();
  }
  // A semicolon missing at the end of a line: the instruction is whole, and so is the next line.
  out.operands = std::move(*operands);
  function_.body.push_back(std::move(out));
}

}  // namespace

void parse_function_body(FunctionContext& context) {
  BodyParser(context).parse();
  resolve_pending(context);
}

}  // namespace lanescope::ptx
