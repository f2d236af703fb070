#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/ptx/module.hpp"

namespace lanescope::ptx {

// What a name stands for.
struct Symbol {
  enum class Kind : std::uint8_t {
    Register,        // index into Function::registers
    VectorRegister,  // the first of `count` registers: .reg .v4 .f32 %v
    LocalVariable,   // index into Function::variables
    ModuleVariable,  // index into Module::variables
    Function,        // index into Module::functions
    Label,           // index into Function::labels
    BranchTargets,   // index into Function::branch_targets
    Prototype,       // index into Function::prototypes
  };
  Kind kind = Kind::Register;
  std::uint32_t index = kNone;
  std::uint32_t count = 1;
};

// `.reg .b32 %r<37>`: the registers %r0 to %r36.
struct RegisterRange {
  Type type = Type::B32;
  std::uint64_t count = 0;
  std::uint32_t vector_size = 1;
};

using ScopeId = std::uint32_t;

// The names of a function: a tree of { } scopes, kept whole because a label may be used before it
// stands. Names point into the source text.
class ScopeTree {
 public:
  // The function's own scope.
  ScopeTree() { scopes_.emplace_back(); }

  [[nodiscard]] ScopeId current() const { return current_; }
  [[nodiscard]] std::size_t depth() const { return depth_; }
  void open();
  void close();  // not at depth 0

  // False when the current scope has the name already.
  bool declare(std::string_view name, Symbol symbol);
  bool declare_range(std::string_view prefix, RegisterRange range);

  // From the inside out. A register of a range that is named for the first time is added to
  // `function`, in the scope of its range.
  [[nodiscard]] std::optional<Symbol> find(std::string_view name, Function& function);
  // As seen from that scope, once all names are known.
  [[nodiscard]] std::optional<Symbol> find_from(ScopeId scope, std::string_view name) const;

  static constexpr std::size_t kMaxDepth = 500;

 private:
  struct Scope {
    ScopeId parent = 0;
    std::unordered_map<std::string_view, Symbol> names;
    std::unordered_map<std::string_view, RegisterRange> ranges;
  };
  std::vector<Scope> scopes_;
  ScopeId current_ = 0;
  std::size_t depth_ = 0;
};

// Adds the registers of one declaration and says what their name stands for.
[[nodiscard]] Symbol add_register(Function& function, std::string_view name, Type type,
                                  std::uint32_t vector_size);

// PTX ISA 10: %tid.x is declared nowhere. `name` is with the '%', without a component.
[[nodiscard]] bool is_special_register(std::string_view name);

}  // namespace lanescope::ptx
