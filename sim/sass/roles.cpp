#include "sim/sass/roles.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace lanescope::sass {
namespace {

using Kind = Operand::Kind;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

bool is_predicate(const Operand& operand) {
  return (operand.kind == Kind::Predicate || operand.kind == Kind::UniformPredicate) &&
         !operand.negated;
}
bool is_register(const Operand& operand) {
  return operand.kind == Kind::Register || operand.kind == Kind::Uniform;
}

// Their operands are all read.
bool writes_nothing(std::string_view name) {
  return is_one_of(
      name, {"STG",           "ST",        "STS",         "STL",          "RED",    "REDG",
             "REDS",          "BRA",       "BRX",         "BRXU",         "JMP",    "JMX",
             "CALL",          "RET",       "EXIT",        "BAR",          "BSSY",   "BSYNC",
             "BREAK",         "WARPSYNC",  "NOP",         "MEMBAR",       "ERRBAR", "CCTL",
             "YIELD",         "BPT",       "NANOSLEEP",   "KILL",         "DEPBAR", "LDGDEPBAR",
             "ENDCOLLECTIVE", "CGAERRBAR", "UCGABAR_ARV", "UCGABAR_WAIT", "SUST",   "LDGSTS",
             "ARRIVES",       "FENCE",     "STAS",        "STSM",         "REDAS",  "UBLKCP",
             "UBLKRED",       "UBLKPF",    "UTMACMDFLUSH"});
}

// Of `count` predicates that stand one behind the other.
std::size_t leading_predicates(const Instruction& instruction, std::size_t at, std::size_t most) {
  std::size_t count = 0;
  while (count < most && at + count < instruction.operands.size() &&
         is_predicate(instruction.operands[at + count]))
    ++count;
  return count;
}

std::size_t most_predicates_behind(std::string_view name) {
  if (is_one_of(name, {"IADD3", "UIADD3", "VIMNMX"})) return 2;
  if (is_one_of(name, {"LEA", "ULEA", "IMAD", "UIMAD", "VOTE", "VOTEU", "LOP3", "VIADD", "B2R"}))
    return 1;
  return 0;
}

bool is_vote(std::string_view name) { return name == "VOTE" || name == "VOTEU"; }

Unit unit_of(const Instruction& i) {
  if (is_one_of(i.name, {"LDG", "LD", "LDS", "LDL", "LDC", "ULDC", "STG", "ST", "STS", "STL",
                         "LDGSTS", "LDSM", "STSM", "TEX", "TLD", "TLD4", "SULD", "SUST"}))
    return Unit::Memory;
  if (is_one_of(i.name, {"ATOM", "ATOMG", "ATOMS", "RED", "REDG", "REDS", "SUATOM", "SURED"}))
    return Unit::Atomic;
  if (is_one_of(i.name, {"BRA", "BRX", "BRXU", "JMP", "JMX", "EXIT", "BSYNC", "BSSY", "BREAK"}))
    return Unit::Branch;
  if (is_one_of(i.name, {"CALL", "RET"})) return Unit::Call;
  if (i.name == "BAR" || i.name == "UCGABAR_WAIT") return Unit::Barrier;
  if (is_one_of(i.name, {"MEMBAR", "FENCE", "ERRBAR", "CGAERRBAR", "CCTL"})) return Unit::Fence;
  if (is_one_of(i.name, {"WARPSYNC", "SHFL", "VOTE", "VOTEU", "MATCH", "REDUX", "ENDCOLLECTIVE"}))
    return Unit::WarpSync;
  if (is_one_of(i.name, {"MOV", "UMOV", "S2R", "S2UR", "CS2R", "R2UR", "P2R", "R2P", "B2R"}))
    return Unit::Move;
  if (is_one_of(i.name, {"NOP", "YIELD", "BPT", "NANOSLEEP", "DEPBAR", "LDGDEPBAR"}))
    return Unit::System;
  return Unit::Alu;
}

bool ends_path(const Instruction& i) {
  const bool always = !i.has_guard && std::ranges::none_of(i.operands, is_predicate);
  return always && is_one_of(i.name, {"BRA", "BRX", "BRXU", "JMP", "JMX", "EXIT", "RET"}) &&
         !i.has("DIV") && !i.has("CONV");
}

class Operands {
 public:
  explicit Operands(engine::InstructionInfo& info) : info_(info) {}

  void add(const Operand& operand, std::uint32_t count, engine::Role role) {
    switch (operand.kind) {
      case Kind::Register:
        add_run(operand.index, kZeroRegister, 0, count, role);
        break;
      case Kind::Uniform:
        add_run(operand.index, kZeroUniform, kUniformBegin, count, role);
        break;
      case Kind::Predicate:
        add_run(operand.index, kTrue, kPredicateBegin, 1, role);
        break;
      case Kind::UniformPredicate:
        add_run(operand.index, kTrue, kUniformPredicateBegin, 1, role);
        break;
      case Kind::Memory:
      case Kind::Constant:
        add_run(operand.base, kZeroRegister, 0, operand.wide_base ? 2 : 1, engine::Role::Address);
        add_run(operand.uniform, kZeroUniform, kUniformBegin, operand.wide_uniform ? 2 : 1,
                engine::Role::Address);
        break;
      default:
        break;
    }
  }

 private:
  void add_run(std::uint32_t first, std::uint32_t zero, std::uint32_t begin, std::uint32_t count,
               engine::Role role) {
    for (std::uint32_t n = first; n < first + count && n < zero; ++n)
      info_.operands.push_back({begin + n, role});
  }

  engine::InstructionInfo& info_;
};

}  // namespace

Shape shape_of(const Instruction& instruction) {
  Shape shape;
  if (writes_nothing(instruction.name)) return shape;
  const bool vote_of_one = is_vote(instruction.name) && !instruction.operands.empty() &&
                           !is_register(instruction.operands.front());
  shape.predicates_before = leading_predicates(instruction, 0, vote_of_one ? 1 : 2);
  if (vote_of_one) return shape;
  const std::size_t at = shape.predicates_before;
  const bool compares = is_one_of(instruction.name, {"ISETP", "UISETP", "FSETP", "DSETP", "HSETP2",
                                                     "PLOP3", "UPLOP3", "FCHK", "ELECT"});
  if (compares && instruction.name != "ELECT") return shape;
  shape.has_register = at < instruction.operands.size() && is_register(instruction.operands[at]);
  if (shape.has_register)
    shape.predicates_behind =
        leading_predicates(instruction, at + 1, most_predicates_behind(instruction.name));
  return shape;
}

std::uint32_t access_bytes(const Instruction& i) {
  for (const std::string& m : i.modifiers) {
    if (m == "U8" || m == "S8") return 1;
    if (m == "U16" || m == "S16" || m == "F16" || m == "BF16") return 2;
    if (m == "64" || m == "U64" || m == "S64" || m == "F64") return 8;
    if (m == "F32x2" || m == "F16x4" || m == "BF16x4") return 8;
    if (m == "128" || m == "F32x4" || m == "F16x8" || m == "BF16x8") return 16;
  }
  return 4;
}

std::uint32_t pair_if(bool wide) { return wide ? 2 : 1; }

bool has_wide_integer(const Instruction& i) { return i.has("S64") || i.has("U64"); }

// "F2F.F64.F32": to the first from the second.
std::uint32_t registers_of_float_cast(const Instruction& i, bool destination) {
  const bool to_double = !i.modifiers.empty() && i.modifiers.front() == "F64";
  const bool from_double = i.modifiers.size() > 1 && i.has("F64") && !to_double;
  return pair_if(destination ? to_double : from_double);
}

std::uint32_t registers_of_conversion(const Instruction& i, bool destination) {
  if (i.name == "F2F") return registers_of_float_cast(i, destination);
  if (i.name == "FRND") return pair_if(i.has("F64"));
  return pair_if((i.name == "I2F") == destination ? i.has("F64") : has_wide_integer(i));
}

std::uint32_t registers_of_product(const Instruction& i, bool destination, bool sum) {
  if (i.has("WIDE")) return pair_if(destination || sum);
  return pair_if(i.has("HI") && sum);
}

std::uint32_t registers_of(const Instruction& i, std::size_t operand) {
  const std::size_t first_source = shape_of(i).first_source();
  const bool destination = operand < first_source;
  if (is_one_of(i.name, {"IMAD", "UIMAD"}))
    return registers_of_product(i, destination, operand == first_source + 2);
  if (is_one_of(i.name, {"DADD", "DMUL", "DFMA", "DSETP", "DMNMX"})) return 2;
  if (i.name == "CS2R") return pair_if(!i.has("32"));
  if (is_one_of(i.name, {"LDG", "LD", "LDS", "LDL", "LDC", "ULDC", "STG", "ST", "STS", "STL",
                         "ATOM", "ATOMG", "ATOMS", "RED", "REDG"}))
    return (access_bytes(i) + 3) / 4;
  if (is_one_of(i.name, {"I2F", "F2I", "FRND", "F2F"}))
    return registers_of_conversion(i, destination);
  return 1;
}

engine::InstructionInfo info_of(const Instruction& instruction) {
  engine::InstructionInfo info;
  info.unit = unit_of(instruction);
  info.ends_path = ends_path(instruction);
  Operands operands(info);
  if (instruction.has_guard) operands.add(instruction.guard, 1, engine::Role::Guard);
  const std::size_t first_source = shape_of(instruction).first_source();
  for (std::size_t n = 0; n < instruction.operands.size(); ++n) {
    const engine::Role role = n < first_source ? engine::Role::Write : engine::Role::Read;
    operands.add(instruction.operands[n], registers_of(instruction, n), role);
  }
  const auto made = std::ranges::find(info.operands, engine::Role::Write, &engine::Operand::role);
  if (made != info.operands.end()) info.about = made->reg;
  return info;
}

}  // namespace lanescope::sass
