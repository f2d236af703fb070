#include "sim/ptx/parser.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "sim/ptx/context.hpp"
#include "sim/ptx/declarations.hpp"
#include "sim/ptx/function_body.hpp"
#include "sim/ptx/function_header.hpp"

namespace lanescope::ptx {
namespace {

constexpr double kNewestVersion = 9.0;

class ModuleParser {
 public:
  ModuleParser(std::string_view text, Module& module)
      : cursor_(text, module.diagnostics), context_{cursor_, module, {}, {}}, module_(module) {}

  void parse() {
    if (!starts_like_ptx()) return;
    while (!cursor_.at_end()) item();
    check_relocations();
    context_.locations.finish(cursor_, module_);
    cursor_.finish();
  }

 private:
  using Handler = void (ModuleParser::*)(const Token&);
  struct Directive {
    std::string_view name;
    Handler handler;
  };
  static const std::array<Directive, 20> kTable;
  [[nodiscard]] static const Directive* find_directive(std::string_view name);

  bool starts_like_ptx();
  void item();
  void version(const Token&);
  void target(const Token&);
  void address_size(const Token&);
  void linkage(const Token& word) { is_extern_ |= word.text == "extern"; }
  void variables(const Token& space);
  void function(const Token& word);
  void alias(const Token&);
  void file(const Token&) { context_.locations.parse_file(cursor_); }
  void section(const Token&) { context_.locations.parse_section(cursor_); }
  void statement(const Token&) { cursor_.skip_statement(); }
  void unknown(const Token& word);

  void add_variable(Declarator declarator, bool is_extern);
  Symbol* add_function(const FunctionHeader& header);
  void add_parameters(FunctionContext& context, std::vector<Declarator>& from,
                      std::vector<std::uint32_t>& indices);
  void skip_body();
  void check_relocations();

  Cursor cursor_;
  ModuleContext context_;
  Module& module_;
  bool is_extern_ = false;  // .extern stands before the item at hand
};

constexpr std::array<ModuleParser::Directive, 20> ModuleParser::kTable{{
    {"version", &ModuleParser::version},
    {"target", &ModuleParser::target},
    {"address_size", &ModuleParser::address_size},
    {"extern", &ModuleParser::linkage},
    {"visible", &ModuleParser::linkage},
    {"weak", &ModuleParser::linkage},
    {"common", &ModuleParser::linkage},
    {"global", &ModuleParser::variables},
    {"const", &ModuleParser::variables},
    {"shared", &ModuleParser::variables},
    {"local", &ModuleParser::variables},
    {"param", &ModuleParser::variables},
    {"entry", &ModuleParser::function},
    {"func", &ModuleParser::function},
    {"alias", &ModuleParser::alias},
    {"file", &ModuleParser::file},
    {"section", &ModuleParser::section},
    {"pragma", &ModuleParser::statement},
    {"tex", &ModuleParser::statement},
    {"reg", &ModuleParser::statement},
}};

const ModuleParser::Directive* ModuleParser::find_directive(std::string_view name) {
  const auto row = std::find_if(kTable.begin(), kTable.end(),
                                [&](const Directive& one) { return one.name == name; });
  return row == kTable.end() ? nullptr : &*row;
}

// PTX ISA 4.1: a module begins with .version. One message for anything else, not hundreds.
bool ModuleParser::starts_like_ptx() {
  const Token& token = cursor_.peek();
  if (token.is_dotted("version")) return true;
  if (cursor_.at_end()) {
    cursor_.error(token.position, "not PTX: the text is empty");
    return false;
  }
  if (token.kind == Token::Kind::Dotted && find_directive(token.text) != nullptr) {
    cursor_.warn(token.position, "a PTX file begins with .version and .target");
    return true;
  }
  cursor_.error(token.position,
                fmt::format("not PTX: expected '.version', found {}", describe(token)));
  return false;
}

void ModuleParser::item() {
  const Token token = cursor_.peek();
  if (token.kind != Token::Kind::Dotted) {
    is_extern_ = false;
    if (token.is(";")) {
      cursor_.take();
    } else if (token.is("{")) {
      cursor_.skip_block();
    } else {
      cursor_.expected("a directive such as .entry");
      cursor_.take();
      cursor_.skip_statement();
    }
    return;
  }
  cursor_.take();
  const Directive* row = find_directive(token.text);
  (this->*(row == nullptr ? &ModuleParser::unknown : row->handler))(token);
  if (row == nullptr || row->handler != &ModuleParser::linkage) is_extern_ = false;
}

void ModuleParser::version(const Token&) {
  const Token number = cursor_.peek();
  if (number.kind != Token::Kind::Float64) return cursor_.expected("a version such as 9.0");
  cursor_.take();
  module_.version = number.text;
  double value = 0;
  std::from_chars(number.text.data(), number.text.data() + number.text.size(), value);
  if (value > kNewestVersion) {
    cursor_.warn(number.position,
                 fmt::format("PTX {} is newer than {:.1f}, the newest that is known", number.text,
                             kNewestVersion));
  }
}

// .target sm_90, debug
void ModuleParser::target(const Token&) {
  module_.target = cursor_.expect_word("a target such as sm_90").text;
  while (cursor_.accept(",")) {
    if (cursor_.expect_word("a target option").text.empty()) return;
  }
}

void ModuleParser::address_size(const Token&) {
  const Token number = cursor_.peek();
  if (number.kind != Token::Kind::Integer) return cursor_.expected("32 or 64");
  cursor_.take();
  if (number.bits != 64) {
    return cursor_.error(number.position,
                         fmt::format("address size {}: only 64 is supported", number.text));
  }
  module_.address_size = 64;
}

void ModuleParser::variables(const Token& space) {
  const Space where = variable_space(space.text).value_or(Space::Global);
  const bool is_extern = is_extern_;
  if (where == Space::Local || where == Space::Param) {
    cursor_.error(space.position, fmt::format(".{} variables stand in functions only", space.text));
    return cursor_.skip_statement();
  }
  for (Declarator& one : parse_variables(cursor_, where)) add_variable(std::move(one), is_extern);
}

// A definition takes the place of its .extern declaration.
void ModuleParser::add_variable(Declarator declarator, bool is_extern) {
  declarator.variable.is_extern = is_extern;
  const auto index = static_cast<std::uint32_t>(module_.variables.size());
  const Symbol symbol{Symbol::Kind::ModuleVariable, index, 1};
  const auto [known, is_new] = context_.names.try_emplace(declarator.name, symbol);
  if (is_new) {
    module_.variables.push_back(std::move(declarator.variable));
    return;
  }
  const bool variable = known->second.kind == Symbol::Kind::ModuleVariable;
  if (variable && is_extern) return;
  if (variable && module_.variables[known->second.index].is_extern) {
    module_.variables[known->second.index] = std::move(declarator.variable);
    return;
  }
  cursor_.error(declarator.variable.position,
                fmt::format("'{}' is declared twice", declarator.name));
}

// The place of a function is kept from its first declaration on. Null when the name is taken.
Symbol* ModuleParser::add_function(const FunctionHeader& header) {
  const Symbol symbol{Symbol::Kind::Function, static_cast<std::uint32_t>(module_.functions.size()),
                      1};
  const auto [known, is_new] = context_.names.try_emplace(header.name, symbol);
  if (is_new) {
    module_.functions.emplace_back();
  } else if (known->second.kind != Symbol::Kind::Function) {
    cursor_.error(header.position, fmt::format("'{}' is declared twice", header.name));
    return nullptr;
  }
  return &known->second;
}

void ModuleParser::add_parameters(FunctionContext& context, std::vector<Declarator>& from,
                                  std::vector<std::uint32_t>& indices) {
  Function& function = context.function;
  for (Declarator& one : from) {
    const auto index = static_cast<std::uint32_t>(function.variables.size());
    Symbol symbol{Symbol::Kind::LocalVariable, index, 1};
    if (one.variable.space == Space::Reg) {
      symbol = add_register(function, one.name, one.variable.type, one.variable.vector_size);
    }
    if (one.name != "_" && !context.scopes.declare(one.name, symbol)) {
      cursor_.error(one.variable.position, fmt::format("'{}' is declared twice", one.name));
    }
    indices.push_back(index);
    function.variables.push_back(std::move(one.variable));
  }
}

// After a header that could not be read.
void ModuleParser::skip_body() {
  while (!cursor_.at_end() && !cursor_.at("{") && !cursor_.at("}") && !cursor_.at(";")) {
    cursor_.take();
  }
  if (cursor_.at("{")) cursor_.skip_block();
}

void ModuleParser::function(const Token& word) {
  Function function;
  function.is_entry = word.text == "entry";
  function.position = word.position;
  FunctionHeader header;
  if (!parse_function_header(cursor_, function, header)) return skip_body();
  const Symbol* symbol = add_function(header);
  if (symbol == nullptr) return skip_body();
  const std::uint32_t index = symbol->index;
  function.name = header.name;

  FunctionContext context{context_, function, {}, {}, {}};
  add_parameters(context, header.returns, function.returns);
  add_parameters(context, header.parameters, function.parameters);
  function.has_body = cursor_.at("{");
  const bool redefined = module_.functions[index].has_body;
  if (function.has_body) {
    if (redefined) {
      cursor_.error(header.position, fmt::format("'{}' is defined twice", header.name));
    }
    // Calls of itself, and .calltargets, need the signature before the body is read.
    if (!redefined) {
      module_.functions[index] = function;
      module_.functions[index].has_body = false;
    }
    context_.locations.begin_function();
    parse_function_body(context);
  } else if (!cursor_.expect(";", "or '{' after a function's header")) {
    skip_body();
  }
  if (!redefined) module_.functions[index] = std::move(function);
}

// .alias name, aliasee; (PTX ISA 11.3.4): the first is declared, the second defined already.
void ModuleParser::alias(const Token&) {
  const Token name = cursor_.expect_word("the name of a function");
  if (name.text.empty() || !cursor_.expect(",", "after the alias")) return cursor_.skip_statement();
  const Token target = cursor_.expect_word("the name of a function");
  if (target.text.empty()) return cursor_.skip_statement();
  if (!cursor_.expect(";", "after .alias")) cursor_.skip_line_of(target.position);
  for (const Token& one : {name, target}) {
    const auto known = context_.names.find(one.text);
    if (known == context_.names.end() || known->second.kind != Symbol::Kind::Function) {
      return cursor_.error(one.position, fmt::format("undeclared function '{}'", one.text));
    }
  }
  Function copy = module_.functions[context_.names.at(target.text).index];
  copy.name = name.text;
  module_.functions[context_.names.at(name.text).index] = std::move(copy);
}

void ModuleParser::unknown(const Token& word) {
  cursor_.warn(word.position, fmt::format("unknown directive '.{}' passed over", word.text));
  cursor_.skip_line_of(word.position);
  if (cursor_.at("{")) cursor_.skip_block();
}

// Initialisers may name what comes later.
void ModuleParser::check_relocations() {
  for (const Variable& variable : module_.variables) {
    for (const Variable::Relocation& relocation : variable.relocations) {
      if (context_.names.contains(relocation.symbol)) continue;
      cursor_.error(variable.position,
                    fmt::format("undeclared name '{}' in the initialiser of '{}'",
                                relocation.symbol, variable.name));
    }
  }
}

// Compilers count the closing zero as part of the text; editors write a byte order mark.
std::string_view trim(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  while (text.ends_with('\0')) text.remove_suffix(1);
  return text;
}

struct Container {
  std::string_view magic;
  std::string_view name;
};

constexpr std::array<Container, 3> kContainers{{
    {"\x7f"
     "ELF",
     "an ELF file, such as a cubin"},
    {"\x50\xed\x55\xba", "a fat binary"},
    {"BC\xc0\xde", "LLVM bitcode"},
}};

bool is_container(std::string_view text, Module& module) {
  for (const Container& one : kContainers) {
    if (!text.starts_with(one.magic)) continue;
    module.diagnostics.push_back(
        {Diagnostic::Severity::Error, fmt::format("not PTX: this is {}", one.name), {1, 1}});
    return true;
  }
  return false;
}

}  // namespace

Module parse(std::string_view text) {
  Module module;
  text = trim(text);
  if (!is_container(text, module)) ModuleParser(text, module).parse();
  return module;
}

}  // namespace lanescope::ptx
