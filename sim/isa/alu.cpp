#include "sim/isa/alu.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/isa/opcodes.hpp"
#include "sim/isa/selector.hpp"

namespace lanescope::isa {
namespace {

const LaneTable& table_of([[maybe_unused]] VectorLevel level) {
#ifdef LANESCOPE_X86_LEVELS
  if (level == VectorLevel::Avx512) return avx512::kLaneTable;
  if (level == VectorLevel::Avx2) return avx2::kLaneTable;
#endif
  return baseline::kLaneTable;
}

bool is_half(ptx::Type type) {
  return type == ptx::Type::F16 || type == ptx::Type::F16x2 || type == ptx::Type::BF16 ||
         type == ptx::Type::BF16x2;
}

bool is_approximate(const Selector& s) {
  return s.variant == Variant::Approx || s.variant == Variant::Full;
}

bool is_directed(Rounding rounding) {
  return rounding == Rounding::Zero || rounding == Rounding::Down || rounding == Rounding::Up;
}

Lanes select_float(const Selector& s, const LaneTable& table) {
  if (is_approximate(s)) return select_approximate(s);
  if (is_half(s.type)) return table.half(s);
  if (is_directed(s.rounding)) return select_directed(s);
  return s.type == ptx::Type::F64 ? table.float64(s) : table.float32(s);
}

// Operations that exist for integers and for floats.
Lanes select_arithmetic(const Selector& s, const LaneTable& table) {
  if (ptx::is_float(s.type)) return select_float(s, table);
  if (s.carry_out || s.op == Op::Addc || s.op == Op::Subc || s.op == Op::Madc)
    return table.carry(s);
  return s.op == Op::Mul || s.op == Op::Mad ? table.multiply(s) : table.integer(s);
}

Lanes select_comparison(const Selector& s, const LaneTable& table) {
  const bool plain =
      s.op == Op::Setp && s.combine == Combine::None && !s.second_result && !is_half(s.type);
  return plain ? table.compare(s) : select_rare_compare(s);
}

Lanes select_conversion(const Selector& s, const LaneTable& table) {
  const Lanes small = s.op == Op::Cvt ? select_small_float(s) : Lanes{};
  if (small.full != nullptr) return small;
  const Lanes usual = s.op == Op::Cvt ? table.convert(s) : Lanes{};
  return usual.full != nullptr ? usual : select_rare_convert(s);
}

Lanes select(const Selector& s, const LaneTable& table) {
  switch (s.op) {
    case Op::Abs:
    case Op::Add:
    case Op::Addc:
    case Op::Copysign:
    case Op::Cos:
    case Op::Div:
    case Op::Ex2:
    case Op::Fma:
    case Op::Lg2:
    case Op::Mad:
    case Op::Madc:
    case Op::Max:
    case Op::Min:
    case Op::Mul:
    case Op::Neg:
    case Op::Rcp:
    case Op::Rem:
    case Op::Rsqrt:
    case Op::Sad:
    case Op::Sin:
    case Op::Sqrt:
    case Op::Sub:
    case Op::Subc:
    case Op::Tanh:
    case Op::Testp:
      return select_arithmetic(s, table);
    case Op::Mul24:
    case Op::Mad24:
    case Op::Dp2a:
    case Op::Dp4a:
      return table.multiply(s);
    case Op::Set:
    case Op::Setp:
      return select_comparison(s, table);
    case Op::Lop3:
      return s.combine != Combine::None ? select_lop3_combined(s) : table.bits(s);
    case Op::Video:
      return select_video(s);
    case Op::Selp:
    case Op::Slct:
      return table.select(s);
    case Op::Cvt:
    case Op::CvtPack:
      return select_conversion(s, table);
    case Op::Mov:
      return table.move(s);
    default:
      return table.bits(s);
  }
}

// Where a lane function only copies bits it was written for an integer type of the same width; the
// operand keeps the type of the instruction, so that constants are read as that type.
ptx::Type reported(ptx::Type type, const Selector& s) {
  const bool copies = s.op == Op::Mov || s.op == Op::Selp || s.op == Op::Slct;
  const bool same_slot = type == ptx::Type::U16 || type == ptx::Type::U32 || type == ptx::Type::U64;
  return copies && same_slot && s.variant == Variant::None ? s.type : type;
}

AluOp make_op(const Lanes& lanes, const Selector& s) {
  AluOp op;
  op.full = lanes.full;
  op.masked = lanes.masked;
  op.form = lanes.form;
  op.dst = reported(lanes.dst[0], s);
  op.dst2 = lanes.dst[1];
  op.more_dst = {lanes.dst[2], lanes.dst[3]};
  for (std::size_t i = 0; i < op.src.size() && lanes.src[i] != ptx::Type::None; ++i) {
    op.src[i] = reported(lanes.src[i], s);
    op.sources = static_cast<int>(i) + 1;
  }
  op.writes_carry = s.carry_out;
  op.reads_carry = s.op == Op::Addc || s.op == Op::Subc || s.op == Op::Madc;
  return op;
}

std::string spelled(const ptx::Instruction& instruction) {
  std::string text = instruction.opcode;
  for (const std::string& modifier : instruction.modifiers) text += "." + modifier;
  return text;
}

}  // namespace

void expand(std::uint32_t bits, LaneWords& words) {
  for (std::uint32_t lane = 0; lane < kLanesPerFile; ++lane)
    words.word[lane] = 0U - ((bits >> lane) & 1U);
}

namespace {

VectorLevel level_of_cpu() {
#ifdef LANESCOPE_X86_LEVELS
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  const bool avx512 =
      __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
      __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  if (avx2 && avx512) return VectorLevel::Avx512;
  if (avx2) return VectorLevel::Avx2;
#endif
  return VectorLevel::Baseline;
}

// LANESCOPE_VECTORS=baseline or avx2 holds a CPU back, to measure and test what others run.
VectorLevel allowed_level() {
  const char* const variable = std::getenv("LANESCOPE_VECTORS");
  const std::string_view allowed = variable != nullptr ? variable : "";
  if (allowed == "baseline") return VectorLevel::Baseline;
  return allowed == "avx2" ? VectorLevel::Avx2 : VectorLevel::Avx512;
}

}  // namespace

VectorLevel best_vector_level() {
  static const VectorLevel kLevel = std::min(level_of_cpu(), allowed_level());
  return kLevel;
}

Result<AluOp> bind_alu(const ptx::Instruction& instruction, VectorLevel level) {
  const std::vector<std::string_view> modifiers(instruction.modifiers.begin(),
                                                instruction.modifiers.end());
  const OpcodeRow* row = find_row(instruction.opcode, modifiers);
  if (row == nullptr || (row->unit != Unit::Alu && row->unit != Unit::Move)) {
    return bad_input(fmt::format("the instruction {} is not covered", spelled(instruction)));
  }
  const Selector selector = make_selector(instruction);
  const Lanes lanes = select(selector, table_of(level));
  if (lanes.full == nullptr) {
    return bad_input(fmt::format("this form of {} is not covered", spelled(instruction)));
  }
  return make_op(lanes, selector);
}

}  // namespace lanescope::isa
