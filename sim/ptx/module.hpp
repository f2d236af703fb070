#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/source_location.hpp"
#include "sim/base/value_type.hpp"

namespace lanescope::ptx {

using Type = ValueType;
using lanescope::is_float;
using lanescope::is_signed_integer;
using lanescope::size_in_bytes;
using lanescope::spelling;
using lanescope::type_from_spelling;

// PTX ISA 5.1 (state spaces). Generic: an address with no space written.
enum class Space : std::uint8_t { Generic, Reg, SpecialReg, Const, Global, Local, Param, Shared };
[[nodiscard]] std::string_view spelling(Space space);

// 1-based place in the PTX text.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

inline constexpr std::uint32_t kNone = 0xffffffff;

// One `.loc` (PTX ISA 11.5.4): indices into Module::files and Module::locations.
using lanescope::SourceLocation;

// A variable: module scope (Module::variables) or function scope (Function::variables; these are
// unique entries, whatever names the nested { } scopes reuse).
struct Variable {
  std::string name;
  Space space = Space::Global;
  Type type = Type::B8;
  std::uint32_t vector_size = 1;  // .v2 / .v4
  std::uint32_t alignment = 1;    // bytes
  std::uint64_t size = 0;         // bytes; 0 for an extern unsized array (dynamic shared memory)
  bool is_extern = false;
  std::vector<std::byte> initial;  // empty: zero filled
  // Addresses inside `initial`: `generic(name)+addend` or `name+addend`, `size` bytes at `offset`.
  struct Relocation {
    std::uint64_t offset = 0;
    std::uint32_t size = 8;
    std::string symbol;  // a variable's or a function's name
    std::int64_t addend = 0;
    bool generic = false;
  };
  std::vector<Relocation> relocations;
  Position position;
};

struct Register {
  std::string name;  // "%r17"
  Type type = Type::B32;
};

struct Operand {
  enum class Kind : std::uint8_t {
    Register,         // index into Function::registers; name: "b0".."b3", "h0", "h1" of %r1.b0
    SpecialRegister,  // name without '%', e.g. "tid.x", "laneid", "clock64"; "WARP_SZ"
    Integer,          // bits: value as 64-bit two's complement
    Float,            // bits: IEEE pattern; type F32 (0f........) or F64 (0d................, 1.5)
    ModuleVariable,   // index into Module::variables: its address (+ offset)
    LocalVariable,    // index into Function::variables: its address (+ offset)
    Function,         // index into Module::functions, or name only when undeclared there
    Label,            // index into Function::body of the first instruction after the label, and
                      // name; kNone for a label that stands nowhere (an error in diagnostics)
    BranchTargets,    // index into Function::branch_targets
    CallPrototype,    // index into Function::prototypes; also for .calltargets
    Memory,           // [base + offset]: elements[0] is the base (Register, variable or Integer);
                      // elements[1]...: the rest of [texture, sampler, {x, y}]
    Vector,           // {a, b, c, d}: elements
    List,             // (a, b): parameter lists of call: elements
    Sink,             // _
    Lanes,            // d|p of shfl, vote, match and setp: elements[0], elements[1]
  };
  Kind kind = Kind::Sink;
  bool negated = false;    // !%p of a predicate operand, or -%r where PTX allows it
  Type type = Type::None;  // of a Float
  std::uint32_t index = kNone;
  std::uint64_t bits = 0;
  std::int64_t offset = 0;  // byte offset of Memory and of variable addresses
  std::string name;
  std::vector<Operand> elements;
};

// One instruction as written. `ld.global.nc.v4.f32 {..}, [..]` has opcode "ld" and modifiers
// {"global","nc","v4","f32"}; "cp.async..." has opcode "cp", modifiers {"async",...}.
struct Instruction {
  std::string opcode;
  std::vector<std::string> modifiers;
  bool has_guard = false;  // @%p / @!%p
  bool guard_negated = false;
  std::uint32_t guard = kNone;  // index into Function::registers
  std::vector<Operand> operands;
  std::uint32_t location = kNone;  // index into Module::locations: the .loc in force
  Position position;               // of the opcode
};

struct Label {
  std::string name;
  std::uint32_t at = 0;  // index into Function::body; body.size() for one at the end
};

// A .callprototype, or a .calltargets list: then the signature of its first function.
struct Prototype {
  std::string name;
  std::vector<Variable> returns;
  std::vector<Variable> parameters;
};

// A kernel (.entry) or device function (.func). Without a body: a declaration (vprintf, malloc).
struct Function {
  std::string name;  // mangled
  bool is_entry = false;
  bool has_body = false;
  std::vector<std::uint32_t> parameters;  // indices into variables; Space::Param (or Reg for .func)
  std::vector<std::uint32_t> returns;     // likewise
  // Parameters, locals, .param temporaries, .shared in function scope.
  std::vector<Variable> variables;
  std::vector<Register> registers;  // of a range %r<37> only those that the body names
  std::vector<Label> labels;
  std::vector<std::vector<std::uint32_t>> branch_targets;  // indices into labels
  std::vector<Prototype> prototypes;
  std::vector<Instruction> body;
  // .maxntid/.reqntid (0: not given), .minnctapersm
  std::uint32_t max_threads[3] = {0, 0, 0};
  bool exact_threads = false;            // .reqntid
  std::uint32_t cluster[3] = {0, 0, 0};  // .reqnctapercluster; 0: none
  Position position;
};

struct Diagnostic {
  enum class Severity : std::uint8_t { Error, Warning };
  Severity severity = Severity::Error;
  std::string message;
  Position position;
};

// The whole file. **Invariant:** parsing never fails: any bytes give a Module and diagnostics.
// A function with an error in its body keeps the instructions that could be read.
struct Module {
  std::string version;  // "9.0"
  std::string target;   // "sm_90"
  std::uint32_t address_size = 64;
  std::vector<std::string> files;  // .file table, dense: SourceLocation::file indexes it
  std::vector<SourceLocation> locations;
  std::vector<Variable> variables;  // .global .const .shared at module scope
  std::vector<Function> functions;
  std::vector<Diagnostic> diagnostics;

  [[nodiscard]] bool has_errors() const;
};

// The innermost location: the place where the text of an inlined function stands. Lines of reports
// go by it (docs/CONTRACT.md, "JSON report"). The chain outwards goes by inlined_at.

}  // namespace lanescope::ptx
