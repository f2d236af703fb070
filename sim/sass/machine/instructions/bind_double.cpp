#include <bit>
#include <cmath>
#include <string>

#include "sim/sass/machine/instructions/float_parts.hpp"
#include "sim/sass/machine/instructions/lane_function.hpp"

// Floats of 64 bits, in pairs of registers.
namespace lanescope::sass::machine::instructions {
namespace {

// An immediate is the upper word.
void set_doubles(Op& op) {
  set_numeric(op, Numeric::Double);
  for (std::uint32_t n = 0; n < op.sources; ++n) {
    if (op.src[n].from == Source::From::Value) op.src[n].value <<= 32U;
  }
}

// Bits of a <= b in the order of numbers, -0 below +0.
bool is_below(double a, double b) {
  if (a == b) return std::signbit(a) && !std::signbit(b);
  return a < b;
}

// DSETP.MIN p, q, a, b, c: in front of selects of both words that p tells to take a, and of one
// that gives b's NaN, made quiet, where q says so. Read off what ptxas 13.0 makes of min.f64.
Next run_extremum(Issue& issue) {
  const Op& op = issue.op;
  LaneCall call(op.alu);
  call.take(0, issue, op.src[0]);
  call.take(1, issue, op.src[1]);
  std::uint32_t first = 0, nans = 0;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const auto a = std::bit_cast<double>(call.wide(0)[lane]);
    const auto b = std::bit_cast<double>(call.wide(1)[lane]);
    const bool takes_a = std::isnan(b)       ? !std::isnan(a)
                         : op.number[1] != 0 ? is_below(b, a)
                                             : is_below(a, b);
    first |= static_cast<std::uint32_t>(takes_a) << lane;
    nans |= static_cast<std::uint32_t>(std::isnan(a) && std::isnan(b)) << lane;
  }
  const std::uint32_t other = read(issue, op.src_predicates[0]);
  write(issue, op.dst_predicates[0], combined(op.number[0], first, other));
  write(issue, op.dst_predicates[1], combined(op.number[0], nans, other));
  return Next::Advance;
}

}  // namespace

bool bind_double(const Instruction& i, Op& op) {
  Modifiers modifiers(i);
  const bool fused = i.name == "DFMA";
  std::string text = fused ? "fma" : i.name == "DADD" ? "add" : "mul";
  text += modifiers.take_rounding();
  set_doubles(op);
  return modifiers.all_taken() && bind_lane_function(text + ".f64", fused ? 3 : 2, op);
}

bool bind_double_compare(const Instruction& i, Op& op) {
  Modifiers modifiers(i);
  set_doubles(op);
  const bool min = modifiers.take("MIN"), max = modifiers.take("MAX");
  op.number[1] = max ? 1 : 0;
  op.handler = min || max ? run_extremum : run_set_predicates;
  const std::string compare = min || max ? "lt" : take_comparison(modifiers);
  return op.sources == 2 && op.src_predicate_count == 1 && take_combine(modifiers, op.number[0]) &&
         modifiers.all_taken() && find_lane_function("setp." + compare + ".f64", 2, op);
}

}  // namespace lanescope::sass::machine::instructions
