#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <string>

#include "sim/base/half.hpp"
#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/instructions/lane_function.hpp"
#include "sim/sass/roles.hpp"

// Pairs of halves. What works on one half has both halves of its registers from the same one
// (R4.H0_H0), and gives the result twice.
namespace lanescope::sass::machine::instructions {
namespace {

using Kind = Operand::Kind;

struct Halves {
  std::array<std::uint8_t, 2> from{0, 1};  // the lower one first
  std::uint32_t flips = 0;                 // sign bits to turn
};

// "H0_H0", "H1_H1", "H0_NH1": the upper half first. The last one is that of a complex product,
// whose lower half subtracts: __hcmadd shows which is which.
std::optional<Halves> halves_of(std::string_view suffix) {
  Halves out;
  if (suffix.starts_with("reuse.")) suffix.remove_prefix(6);
  if (suffix.empty()) return out;
  for (const std::size_t n : {std::size_t{1}, std::size_t{0}}) {
    if (n == 0 && !suffix.starts_with('_')) return std::nullopt;
    if (n == 0) suffix.remove_prefix(1);
    if (suffix.starts_with('N')) {
      out.flips |= n == 0 ? 0x8000U : 0x80000000U;
      suffix.remove_prefix(1);
    }
    if (!suffix.starts_with("H0") && !suffix.starts_with("H1")) return std::nullopt;
    out.from[n] = suffix[1] == '1' ? 1 : 0;
    suffix.remove_prefix(2);
  }
  return suffix.empty() ? std::optional(out) : std::nullopt;
}

bool is_source(const Operand& operand) {
  return operand.kind == Kind::Register || operand.kind == Kind::Uniform ||
         operand.kind == Kind::Constant || operand.kind == Kind::Float ||
         operand.kind == Kind::Integer;
}

// Halves of all sources. Two immediates that stand beside each other are one word, the upper half
// first, whose bits both have. Op::number[n]: sign bits of source n to turn.
bool set_halves(const Instruction& i, Op& op) {
  set_numeric(op, Numeric::Half);
  std::array<Source, 4> sources{};
  std::uint32_t count = 0, at = 0;
  bool is_second = false;
  for (std::size_t n = shape_of(i).first_source(); n < i.operands.size(); ++n) {
    const Operand& operand = i.operands[n];
    if (!is_source(operand) || at == op.sources) continue;
    Source source = op.src[at++];
    const bool is_float = operand.kind == Kind::Float;
    is_second = is_float && !is_second && n > 0 && i.operands[n - 1].kind == Kind::Float;
    if (is_second) continue;
    const auto halves = is_float ? Halves{} : halves_of(operand.suffix);
    if (!halves) return false;
    source.halves = halves->from;
    op.number[count] = halves->flips;
    sources[count++] = source;
  }
  op.src = sources;
  op.sources = count;
  return true;
}

std::string_view type_of(Modifiers& modifiers) {
  return modifiers.take("BF16_V2") ? ".bf16x2" : ".f16x2";
}

Next run_with_flips(Issue& issue) {
  const Op& op = issue.op;
  LaneCall call(op.alu);
  for (std::size_t n = 0; n < op.sources; ++n) {
    call.take(n, issue, op.src[n]);
    for (std::uint32_t& value : call.row(n).lane) value ^= op.number[n];
  }
  call.run();
  write(issue, op.dst, call.result());
  return Next::Advance;
}

bool bind_pairs(std::string_view text, int sources, Op& op) {
  if (!bind_lane_function(text, sources, op)) return false;
  if ((op.number[0] | op.number[1] | op.number[2]) != 0) op.handler = run_with_flips;
  return true;
}

// HADD2.F32 d, a, b: a float of two halves. ptxas adds -RZ, to make a half wider.
Next run_widening(Issue& issue) {
  const Op& op = issue.op;
  Row rooms[2], out;
  const Row& a = read(issue, op.src[0], rooms[0]);
  const Row& b = read(issue, op.src[1], rooms[1]);
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const float sum = half_to_float(static_cast<std::uint16_t>(a.lane[lane])) +
                      half_to_float(static_cast<std::uint16_t>(b.lane[lane]));
    out.lane[lane] = std::isnan(sum) ? 0x7fffffffU : std::bit_cast<std::uint32_t>(sum);
  }
  write(issue, op.dst, out);
  return Next::Advance;
}

// "HADD2 d, -RZ.H0_H0, a.F32": of sm_75, the half that __float2half_rz() gives, twice.
Next run_float_to_half(Issue& issue) {
  LaneCall call(issue.op.alu);
  call.take(0, issue, issue.op.src[0]);
  call.run();
  Row out = call.result();
  for (std::uint32_t& value : out.lane) value = 0x10001U * (value & 0xffffU);
  write(issue, issue.op.dst, out);
  return Next::Advance;
}

bool bind_float_to_half(const Instruction& i, Op& op) {
  if (!i.modifiers.empty() || i.operands.size() != 3 || op.sources != 2) return false;
  const bool second = i.operands[2].suffix == "F32";
  const Operand& zero = i.operands[second ? 1 : 2];
  op.src[0] = op.src[second ? 1 : 0];
  set_numeric(op, Numeric::Float);
  op.handler = run_float_to_half;
  return zero.kind == Kind::Register && zero.index == kZeroRegister && zero.negated &&
         zero.suffix == "H0_H0" && find_lane_function("cvt.rz.f16.f32", 1, op);
}

// HADD2, HMUL2 and HFMA2. MMA tells where it is computed, not how.
bool bind_arithmetic(const Instruction& i, Op& op) {
  if (i.name == "HADD2" && std::ranges::count(i.operands, "F32", &Operand::suffix) == 1)
    return bind_float_to_half(i, op);
  if (!set_halves(i, op)) return false;
  Modifiers modifiers(i);
  const bool fused = i.name == "HFMA2", adds = i.name == "HADD2";
  if (adds && modifiers.take("F32")) {
    op.handler = run_widening;
    return modifiers.all_taken() && op.sources == 2 && (op.number[0] | op.number[1]) == 0;
  }
  if (modifiers.take("MMA") && !fused) return false;
  std::string text = fused ? "fma.rn" : adds ? "add.rn" : "mul.rn";
  text += modifiers.take("FTZ", ".ftz");
  text += modifiers.take("SAT", ".sat");
  text += modifiers.take("RELU", ".relu");
  text += type_of(modifiers);
  return modifiers.all_taken() && bind_pairs(text, fused ? 3 : 2, op);
}

// HMNMX2 d, a, b, p: the smaller ones where p holds. ptxas writes PT or !PT.
bool bind_extremum(const Instruction& i, Op& op) {
  if (!set_halves(i, op) || op.sources != 2 || op.src_predicate_count != 1 ||
      op.src_predicates[0].index != kTrue)
    return false;
  Modifiers modifiers(i);
  std::string text = op.src_predicates[0].negated ? "max" : "min";
  text += modifiers.take("FTZ", ".ftz");
  text += modifiers.take("NAN", ".NaN");
  if (modifiers.take("XORSIGN")) {
    text += ".xorsign.abs";
    for (Source* const source : {&op.src[0], &op.src[1]}) {
      if (!source->absolute || source->negated) return false;
      source->absolute = false;  // it is the function that looks at the signs
    }
  }
  text += type_of(modifiers);
  return modifiers.all_taken() && bind_pairs(text, 2, op);
}

// VHMNMX d, a, b, c, p: of three.
Next run_extremum_of_three(Issue& issue) {
  const Op& op = issue.op;
  const auto take = [&](LaneCall& call, std::size_t to, std::size_t source) {
    call.take(to, issue, op.src[source]);
    for (std::uint32_t& value : call.row(to).lane) value ^= op.number[source];
  };
  LaneCall first(op.alu), second(op.alu);
  take(first, 0, 0);
  take(first, 1, 1);
  first.run();
  second.row(0) = first.result();
  take(second, 1, 2);
  second.run();
  write(issue, op.dst, second.result());
  return Next::Advance;
}

bool bind_extremum_of_three(const Instruction& i, Op& op) {
  if (!set_halves(i, op) || op.sources != 3 || op.src_predicate_count != 1 ||
      op.src_predicates[0].index != kTrue)
    return false;
  Modifiers modifiers(i);
  std::string text = op.src_predicates[0].negated ? "max" : "min";
  text += modifiers.take("NAN", ".NaN");
  text += type_of(modifiers);
  op.handler = run_extremum_of_three;
  return modifiers.all_taken() && find_lane_function(text, 2, op);
}

// The lower halves' comparison in first, the upper ones' in second.
struct TwoBits {
  std::uint32_t first, second;
};
TwoBits compare(const Issue& issue) {
  const Op& op = issue.op;
  LaneCall call(op.alu);
  call.take(0, issue, op.src[0]);
  call.take(1, issue, op.src[1]);
  call.run();
  const std::uint32_t other = read(issue, op.src_predicates[0]);
  return {combined(op.number[2], call.bits(), other),
          combined(op.number[2], call.second_bits(), other)};
}

Next run_set_predicates(Issue& issue) {
  const TwoBits bits = compare(issue);
  write(issue, issue.op.dst_predicates[0], bits.first);
  write(issue, issue.op.dst_predicates[1], bits.second);
  return Next::Advance;
}

// All ones, or 1.0, in the halves for which it holds.
Next run_set(Issue& issue) {
  const TwoBits bits = compare(issue);
  const std::uint32_t yes = issue.op.number[3];
  Row out;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    out.lane[lane] = ((bits.first >> lane & 1U) != 0 ? yes : 0) |
                     ((bits.second >> lane & 1U) != 0 ? yes << 16U : 0);
  write(issue, issue.op.dst, out);
  return Next::Advance;
}

// HSET2 and HSETP2.
bool bind_compare(const Instruction& i, Op& op) {
  if (!set_halves(i, op) || op.sources != 2 || op.src_predicate_count != 1 ||
      (op.number[0] | op.number[1]) != 0)
    return false;
  Modifiers modifiers(i);
  const bool sets = i.name == "HSET2", is_one = sets && modifiers.take("BF");
  std::string text = "setp." + take_comparison(modifiers);
  text += modifiers.take("FTZ", ".ftz");
  const std::string_view type = type_of(modifiers);
  op.number[3] = !is_one ? 0xffffU : type == ".f16x2" ? 0x3c00U : 0x3f80U;
  op.handler = sets ? run_set : run_set_predicates;
  return take_combine(modifiers, op.number[2]) && modifiers.all_taken() &&
         find_lane_function(text.append(type), 2, op, true);
}

constexpr BinderRow kRows[]{
    {"HADD2", bind_arithmetic},         {"HMUL2", bind_arithmetic}, {"HFMA2", bind_arithmetic},
    {"HMNMX2", bind_extremum},          {"HSET2", bind_compare},    {"HSETP2", bind_compare},
    {"VHMNMX", bind_extremum_of_three},
};

}  // namespace

std::span<const BinderRow> half_binders() { return kRows; }

}  // namespace lanescope::sass::machine::instructions
