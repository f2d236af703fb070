#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>

#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/instructions/float_parts.hpp"
#include "sim/sass/machine/instructions/lane_function.hpp"

// Floats of 32 bits, which are PTX's bit for bit: `add.f32` is FADD and so on (ptxas 13.0).
namespace lanescope::sass::machine::instructions {

namespace {

// Lanes in which the comparison of the first two sources holds.
std::uint32_t compared(const Issue& issue) {
  LaneCall call(issue.op.alu);
  call.take(0, issue, issue.op.src[0]);
  call.take(1, issue, issue.op.src[1]);
  call.run();
  return call.bits();
}

}  // namespace

Next run_set_predicates(Issue& issue) {
  const Op& op = issue.op;
  const std::uint32_t bits = compared(issue), other = read(issue, op.src_predicates[0]);
  write(issue, op.dst_predicates[0], combined(op.number[0], bits, other));
  write(issue, op.dst_predicates[1], combined(op.number[0], ~bits, other));
  return Next::Advance;
}

namespace {

// FADD, FMUL and FFMA.
template <int Sources>
bool bind_arithmetic(const Instruction& i, Op& op, std::string_view name) {
  Modifiers modifiers(i);
  std::string text(name);
  text += modifiers.take_rounding();
  text += modifiers.take("FTZ", ".ftz");
  text += modifiers.take("SAT", ".sat");
  set_numeric(op, Numeric::Float);
  return modifiers.all_taken() && bind_lane_function(text + ".f32", Sources, op);
}
bool bind_add(const Instruction& i, Op& op) { return bind_arithmetic<2>(i, op, "add"); }
bool bind_fused(const Instruction& i, Op& op) { return bind_arithmetic<3>(i, op, "fma"); }

// What FMUL.D4 and its like hold in Op::number.
enum ScaledNumber : std::uint8_t { kPower, kFlushes, kSaturates };

// FMUL.D4: a quarter of the product. Rounded once, which no measurement has shown: it matters to
// subnormal results only.
float scaled_product(const Op& op, float a, float b) {
  const bool flushes = op.number[kFlushes] != 0;
  const auto is_tiny = [](double value) { return std::fabs(value) < 0x1p-126; };
  if (flushes && is_tiny(static_cast<double>(a))) a = std::copysign(0.0F, a);
  if (flushes && is_tiny(static_cast<double>(b))) b = std::copysign(0.0F, b);
  const double exact = std::ldexp(static_cast<double>(a) * static_cast<double>(b),
                                  static_cast<int>(op.number[kPower]) - 3);
  const auto result =
      static_cast<float>(flushes && is_tiny(exact) ? std::copysign(0.0, exact) : exact);
  if (op.number[kSaturates] == 0) return result;
  return result > 0.0F ? std::min(result, 1.0F) : 0.0F;  // NaN too
}

Next run_scaled_product(Issue& issue) {
  const Op& op = issue.op;
  Row rooms[2], out;
  const Row& a = read(issue, op.src[0], rooms[0]);
  const Row& b = read(issue, op.src[1], rooms[1]);
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const float result =
        scaled_product(op, std::bit_cast<float>(a.lane[lane]), std::bit_cast<float>(b.lane[lane]));
    out.lane[lane] = std::isnan(result) ? 0x7fffffffU : std::bit_cast<std::uint32_t>(result);
  }
  write(issue, op.dst, out);
  return Next::Advance;
}

bool bind_multiply(const Instruction& i, Op& op) {
  static constexpr std::array<std::string_view, 7> kScales{"D8", "D4", "D2", "", "M2", "M4", "M8"};
  Modifiers modifiers(i);
  const auto scale = std::ranges::find(kScales, modifiers.take_first(kScales));
  if (scale == kScales.end() || scale->empty()) return bind_arithmetic<2>(i, op, "mul");
  set_numeric(op, Numeric::Float);
  op.number[kPower] = static_cast<std::uint32_t>(scale - kScales.begin());
  op.number[kFlushes] = modifiers.take("FTZ") ? 1 : 0;
  op.number[kSaturates] = modifiers.take("SAT") ? 1 : 0;
  op.handler = run_scaled_product;
  return op.sources == 2 && modifiers.all_taken();
}

// FMNMX d, a, b, p: the smaller one where p holds. ptxas writes PT or !PT.
bool bind_extremum(const Instruction& i, Op& op) {
  if (op.src_predicate_count != 1 || op.src_predicates[0].index != kTrue) return false;
  Modifiers modifiers(i);
  std::string text = op.src_predicates[0].negated ? "max" : "min";
  text += modifiers.take("FTZ", ".ftz");
  text += modifiers.take("NAN", ".NaN");
  set_numeric(op, Numeric::Float);
  if (modifiers.take("XORSIGN")) {
    text += ".xorsign.abs";
    for (Source* const source : {&op.src[0], &op.src[1]}) {
      const bool is_marked = source->absolute || source->from == Source::From::Value;
      if (!is_marked || source->negated) return false;
      source->absolute = false;  // it is the function that looks at the signs
    }
  }
  return modifiers.all_taken() && bind_lane_function(text + ".f32", 2, op);
}

Next run_select(Issue& issue) {
  const Op& op = issue.op;
  Row rooms[2], out;
  const Row& a = read(issue, op.src[0], rooms[0]);
  const Row& b = read(issue, op.src[1], rooms[1]);
  const std::uint32_t first = read(issue, op.src_predicates[0]);
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    out.lane[lane] = (first >> lane & 1U) != 0 ? a.lane[lane] : b.lane[lane];
  write(issue, op.dst, out);
  return Next::Advance;
}

bool bind_select(const Instruction& i, Op& op) {
  set_numeric(op, Numeric::Float);
  op.handler = run_select;
  return i.modifiers.empty() && op.sources == 2 && op.src_predicate_count == 1;
}

// The comparison of FSET and FSETP in Op::alu.
bool find_comparison(Modifiers& modifiers, Op& op) {
  std::string text = "setp." + take_comparison(modifiers);
  text += modifiers.take("FTZ", ".ftz");
  set_numeric(op, Numeric::Float);
  return op.sources == 2 && op.src_predicate_count == 1 && take_combine(modifiers, op.number[0]) &&
         modifiers.all_taken() && find_lane_function(text + ".f32", 2, op);
}

bool bind_set_predicates(const Instruction& i, Op& op) {
  Modifiers modifiers(i);
  op.handler = run_set_predicates;
  return find_comparison(modifiers, op);
}

// All ones, or 1.0, where it holds.
Next run_set(Issue& issue) {
  const Op& op = issue.op;
  const std::uint32_t bits =
      combined(op.number[0], compared(issue), read(issue, op.src_predicates[0]));
  Row out;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    out.lane[lane] = (bits >> lane & 1U) != 0 ? op.number[1] : 0;
  write(issue, op.dst, out);
  return Next::Advance;
}

bool bind_set(const Instruction& i, Op& op) {
  Modifiers modifiers(i);
  op.number[1] = modifiers.take("BF") ? 0x3f800000U : 0xffffffffU;
  op.handler = run_set;
  return find_comparison(modifiers, op);
}

// Whether a / b needs the slow path. NVIDIA does not say when FCHK does, and it was not compared
// with hardware. ptxas' fast path is a reciprocal, multiplied and improved by fused multiply-adds;
// run with the lane functions on all pairs of exponents it gave wrong bits
// - for zeros, infinities and NaN;
// - where a's exponent is below 25: the remainder is then subnormal and loses bits;
// - where b's is above 252: its reciprocal is subnormal and flushed;
// - where the quotient may overflow, or be subnormal and rounded twice.
bool needs_slow_division(std::uint32_t a, std::uint32_t b) {
  const auto exponent = [](std::uint32_t bits) { return static_cast<int>(bits >> 23U & 255U); };
  const int above = exponent(a), below = exponent(b), quotient = above - below;
  return above < 25 || above == 255 || below == 0 || below > 252 || quotient > 126 ||
         quotient < -125;
}

Next run_check(Issue& issue) {
  const Op& op = issue.op;
  Row rooms[2];
  const Row& a = read(issue, op.src[0], rooms[0]);
  const Row& b = read(issue, op.src[1], rooms[1]);
  std::uint32_t bits = 0;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    bits |= static_cast<std::uint32_t>(needs_slow_division(a.lane[lane], b.lane[lane])) << lane;
  write(issue, op.dst_predicates[0], bits);
  return Next::Advance;
}

bool bind_check(const Instruction& i, Op& op) {
  set_numeric(op, Numeric::Float);
  op.handler = run_check;
  return i.modifiers.empty() && op.sources == 2;
}

constexpr BinderRow kRows[]{
    {"FADD", bind_add},
    {"FMUL", bind_multiply},
    {"FFMA", bind_fused},
    {"FMNMX", bind_extremum},
    {"FSEL", bind_select},
    {"FSET", bind_set},
    {"FSETP", bind_set_predicates},
    {"FCHK", bind_check},
    {"DADD", bind_double},
    {"DMUL", bind_double},
    {"DFMA", bind_double},
    {"DSETP", bind_double_compare},
    {"MUFU", bind_special_function},
};

}  // namespace

std::span<const BinderRow> float_binders() { return kRows; }

}  // namespace lanescope::sass::machine::instructions
