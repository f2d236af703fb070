#include "sim/isa/selector.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "sim/isa/video_form.hpp"

namespace lanescope::isa {
namespace {

struct OpName {
  std::string_view name;
  Op op;
};
constexpr std::array kOps{
    OpName{"abs", Op::Abs},     OpName{"add", Op::Add},     OpName{"addc", Op::Addc},
    OpName{"and", Op::And},     OpName{"bfe", Op::Bfe},     OpName{"bfi", Op::Bfi},
    OpName{"bfind", Op::Bfind}, OpName{"bmsk", Op::Bmsk},   OpName{"brev", Op::Brev},
    OpName{"clz", Op::Clz},     OpName{"cnot", Op::Cnot},   OpName{"copysign", Op::Copysign},
    OpName{"cos", Op::Cos},     OpName{"cvt", Op::Cvt},     OpName{"div", Op::Div},
    OpName{"dp2a", Op::Dp2a},   OpName{"dp4a", Op::Dp4a},   OpName{"ex2", Op::Ex2},
    OpName{"fma", Op::Fma},     OpName{"fns", Op::Fns},     OpName{"lg2", Op::Lg2},
    OpName{"lop3", Op::Lop3},   OpName{"mad", Op::Mad},     OpName{"mad24", Op::Mad24},
    OpName{"madc", Op::Madc},   OpName{"max", Op::Max},     OpName{"min", Op::Min},
    OpName{"mov", Op::Mov},     OpName{"mul", Op::Mul},     OpName{"mul24", Op::Mul24},
    OpName{"neg", Op::Neg},     OpName{"not", Op::Not},     OpName{"or", Op::Or},
    OpName{"popc", Op::Popc},   OpName{"prmt", Op::Prmt},   OpName{"rcp", Op::Rcp},
    OpName{"rem", Op::Rem},     OpName{"rsqrt", Op::Rsqrt}, OpName{"sad", Op::Sad},
    OpName{"selp", Op::Selp},   OpName{"set", Op::Set},     OpName{"setp", Op::Setp},
    OpName{"shf", Op::Shf},     OpName{"shl", Op::Shl},     OpName{"shr", Op::Shr},
    OpName{"sin", Op::Sin},     OpName{"slct", Op::Slct},   OpName{"sqrt", Op::Sqrt},
    OpName{"sub", Op::Sub},     OpName{"subc", Op::Subc},   OpName{"szext", Op::Szext},
    OpName{"tanh", Op::Tanh},   OpName{"testp", Op::Testp}, OpName{"xor", Op::Xor},
};

struct VariantName {
  std::string_view name;
  Variant variant;
};
constexpr std::array kVariants{
    VariantName{"add", Variant::Add},
    VariantName{"hi", Variant::Hi},
    VariantName{"lo", Variant::Lo},
    VariantName{"wide", Variant::Wide},
    VariantName{"approx", Variant::Approx},
    VariantName{"full", Variant::Full},
    VariantName{"l", Variant::Left},
    VariantName{"r", Variant::Right},
    VariantName{"shiftamt", Variant::ShiftAmount},
    VariantName{"f4e", Variant::F4e},
    VariantName{"b4e", Variant::B4e},
    VariantName{"rc8", Variant::Rc8},
    VariantName{"ecl", Variant::Ecl},
    VariantName{"ecr", Variant::Ecr},
    VariantName{"rc16", Variant::Rc16},
    VariantName{"finite", Variant::Finite},
    VariantName{"infinite", Variant::Infinite},
    VariantName{"number", Variant::Number},
    VariantName{"notanumber", Variant::NotANumber},
    VariantName{"normal", Variant::Normal},
    VariantName{"subnormal", Variant::Subnormal},
};

struct RoundingName {
  std::string_view name;
  Rounding rounding;
};
constexpr std::array kRoundings{
    RoundingName{"rn", Rounding::Nearest},      RoundingName{"rz", Rounding::Zero},
    RoundingName{"rm", Rounding::Down},         RoundingName{"rp", Rounding::Up},
    RoundingName{"rni", Rounding::IntNearest},  RoundingName{"rzi", Rounding::IntZero},
    RoundingName{"rmi", Rounding::IntDown},     RoundingName{"rpi", Rounding::IntUp},
    RoundingName{"rna", Rounding::NearestAway},
};

struct CompareName {
  std::string_view name;
  Compare compare;
};
constexpr std::array kCompares{
    CompareName{"eq", Compare::Eq},   CompareName{"ne", Compare::Ne},
    CompareName{"lt", Compare::Lt},   CompareName{"le", Compare::Le},
    CompareName{"gt", Compare::Gt},   CompareName{"ge", Compare::Ge},
    CompareName{"lo", Compare::Lo},   CompareName{"ls", Compare::Ls},
    CompareName{"hi", Compare::Hi},   CompareName{"hs", Compare::Hs},
    CompareName{"equ", Compare::Equ}, CompareName{"neu", Compare::Neu},
    CompareName{"ltu", Compare::Ltu}, CompareName{"leu", Compare::Leu},
    CompareName{"gtu", Compare::Gtu}, CompareName{"geu", Compare::Geu},
    CompareName{"num", Compare::Num}, CompareName{"nan", Compare::Nan},
};

struct FlagName {
  std::string_view name;
  bool Selector::*flag;
};
constexpr std::array kFlags{
    FlagName{"ftz", &Selector::ftz},      FlagName{"sat", &Selector::sat},
    FlagName{"relu", &Selector::relu},    FlagName{"satfinite", &Selector::finite},
    FlagName{"NaN", &Selector::nan},      FlagName{"xorsign", &Selector::xorsign_abs},
    FlagName{"cc", &Selector::carry_out}, FlagName{"wrap", &Selector::wrap},
};

template <class Table>
auto find_name(const Table& table, std::string_view name) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.name == name; });
  return found == table.end() ? nullptr : &*found;
}

bool is_comparison(Op op) { return op == Op::Setp || op == Op::Set; }

// The types of four and two bits of cvt.pack, which nothing else has.
bool take_narrow_type(Selector& s, std::string_view word) {
  if (word.size() != 2 || (word[0] != 'u' && word[0] != 's') || (word[1] != '4' && word[1] != '2'))
    return false;
  s.type = s.from = word[0] == 'u' ? ptx::Type::U8 : ptx::Type::S8;
  s.elements = static_cast<std::uint8_t>(word[1] - '0');
  return true;
}

// Modifiers whose meaning depends on the opcode; false for others.
bool apply_by_opcode(Selector& s, std::string_view word) {
  if (is_comparison(s.op) || s.op == Op::Lop3) {
    if (const auto* compare = find_name(kCompares, word); compare && s.op != Op::Lop3) {
      s.compare = compare->compare;
      return true;
    }
    s.combine = word == "and"   ? Combine::And
                : word == "or"  ? Combine::Or
                : word == "xor" ? Combine::Xor
                                : s.combine;
  }
  if (word == "abs") s.abs_only = !s.xorsign_abs;
  if (word == "pack") s.op = Op::CvtPack;
  return s.op == Op::CvtPack && take_narrow_type(s, word);
}

void set_word(Selector& s, std::string_view word) {
  if (apply_by_opcode(s, word)) return;
  if (const auto* flag = find_name(kFlags, word)) {
    s.*(flag->flag) = true;
  } else if (const auto* rounding = find_name(kRoundings, word)) {
    s.rounding = rounding->rounding;
  } else if (const auto* variant = find_name(kVariants, word)) {
    s.variant = variant->variant;
  } else if (const ptx::Type type = ptx::type_from_spelling(word); type != ptx::Type::None) {
    if (s.type == ptx::Type::None) {
      s.type = type;
      s.from = type;
    } else if (s.from == s.type || s.op != Op::CvtPack) {
      s.from = type;
    }
  }
}

void look_at_operands(Selector& s, const std::vector<ptx::Operand>& operands) {
  if (operands.empty()) return;
  using Kind = ptx::Operand::Kind;
  s.second_result = operands.front().kind == Kind::Lanes;
  s.sources = static_cast<std::uint8_t>(operands.size() - 1);
  if (s.op == Op::Lop3 && s.second_result && operands.size() == 6)
    s.table = static_cast<std::uint32_t>(operands[4].bits);
  s.negated_input = (is_comparison(s.op) || s.op == Op::Lop3) && s.combine != Combine::None &&
                    operands.back().negated;
  if (s.op == Op::Fma && operands.size() == 4) {
    s.negated_product = operands[1].negated;
    s.negated_addend = operands[3].negated;
  }
  if (s.op != Op::Mov || operands.size() != 2) return;
  if (operands[0].kind == Kind::Vector && operands[1].kind == Kind::Vector) {
    s.variant = Variant::Repack;
    s.elements = static_cast<std::uint8_t>(operands[0].elements.size());
    s.sources = static_cast<std::uint8_t>(operands[1].elements.size());
  } else if (operands[0].kind == Kind::Vector) {
    s.variant = Variant::Unpack;
    s.elements = static_cast<std::uint8_t>(operands[0].elements.size());
  } else if (operands[1].kind == Kind::Vector) {
    s.variant = Variant::Pack;
    s.elements = static_cast<std::uint8_t>(operands[1].elements.size());
  }
}

}  // namespace

Selector make_selector(const ptx::Instruction& instruction) {
  Selector s;
  if (VideoJob job; make_video_job(instruction, job)) {
    s.op = Op::Video;
    s.video_known = true;
    s.video = number_of(job);
    look_at_operands(s, instruction.operands);
    return s;
  }
  const auto* op = find_name(kOps, instruction.opcode);
  if (op == nullptr) return s;
  s.op = op->op;
  for (const std::string& modifier : instruction.modifiers) set_word(s, modifier);
  look_at_operands(s, instruction.operands);
  return s;
}

}  // namespace lanescope::isa
