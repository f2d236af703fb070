#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include "sim/isa/lanes/interpolator.hpp"
#include "sim/sass/machine/instructions/float_parts.hpp"
#include "sim/sass/machine/instructions/lane_function.hpp"
#include "sim/sass/machine/lane_loops.hpp"

// MUFU. It flushes subnormal numbers: around it ptxas scales where PTX keeps them. Sines are of
// turns: FMUL.RZ by 1 / (2 pi) stands in front.
namespace lanescope::sass::machine::instructions {
namespace {

std::uint32_t sine(std::uint32_t turns) {
  return std::bit_cast<std::uint32_t>(isa::interpolator::sin_of_turns(std::bit_cast<float>(turns)));
}
std::uint32_t cosine(std::uint32_t turns) {
  return std::bit_cast<std::uint32_t>(isa::interpolator::cos_of_turns(std::bit_cast<float>(turns)));
}

// The upper words of doubles.
Next run_upper_words(Issue& issue) {
  const Op& op = issue.op;
  Row room, out;
  const Row& a = read(issue, op.src[0], room);
  LaneCall call(op.alu);
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    call.wide(0)[lane] = std::uint64_t{a.lane[lane]} << 32U;
  call.run();
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    out.lane[lane] = static_cast<std::uint32_t>(call.wide_result()[lane] >> 32U);
  write(issue, op.dst, out);
  return Next::Advance;
}

struct Function {
  std::string_view name;      // its modifiers
  std::string_view ptx;       // empty: none computes it
  Handler handler = nullptr;  // null: run_alu
};
constexpr std::array kFunctions{
    Function{"RCP", "rcp.approx.ftz.f32"},
    Function{"RSQ", "rsqrt.approx.ftz.f32"},
    Function{"SQRT", "sqrt.approx.ftz.f32"},
    Function{"EX2", "ex2.approx.ftz.f32"},
    Function{"LG2", "lg2.approx.ftz.f32"},
    Function{"TANH", "tanh.approx.f32"},
    Function{"EX2.F16", "ex2.approx.f16"},
    Function{"EX2.BF16", "ex2.approx.ftz.bf16"},
    Function{"TANH.F16", "tanh.approx.f16"},
    Function{"TANH.BF16", "tanh.approx.bf16"},
    Function{"RCP64H", "rcp.approx.ftz.f64", run_upper_words},
    Function{"RSQ64H", "rsqrt.approx.ftz.f64", run_upper_words},
    Function{"SIN", "", unary<sine>},
    Function{"COS", "", unary<cosine>},
};

std::string modifiers_of(const Instruction& i) {
  std::string all;
  for (const std::string& modifier : i.modifiers) all += (all.empty() ? "" : ".") + modifier;
  return all;
}

}  // namespace

bool bind_special_function(const Instruction& i, Op& op) {
  const auto function = std::ranges::find(kFunctions, modifiers_of(i), &Function::name);
  if (function == kFunctions.end() || op.sources != 1) return false;
  const bool halves = function->name.ends_with("F16");
  set_numeric(op, halves ? Numeric::Half : Numeric::Float);
  if (halves && i.operands.back().suffix == "H1") op.src[0].halves = {1, 1};
  op.handler = function->handler;
  if (function->ptx.empty()) return true;
  if (op.handler == nullptr) return bind_lane_function(function->ptx, 1, op);
  return find_lane_function(function->ptx, 1, op);
}

}  // namespace lanescope::sass::machine::instructions
