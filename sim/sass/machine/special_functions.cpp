#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string_view>

#include "sim/isa/lanes/interpolator.hpp"
#include "sim/sass/machine/float_parts.hpp"
#include "sim/sass/machine/lane_function.hpp"

// MUFU. It flushes subnormal numbers: around it ptxas scales where PTX keeps them.
namespace lanescope::sass::machine {
namespace {

using isa::interpolator::Segment;

// sim/isa/lanes/interpolator.cpp, where the turns are still to be made of an angle; here they are
// there: FMUL.RZ by 1 / (2 pi) stands in front of MUFU.
std::uint64_t square(std::uint32_t x) {
  constexpr unsigned kDropped = 19, kBits = 17;
  constexpr std::uint64_t kKept = ~std::uint64_t{0} << kDropped;
  std::uint64_t sum = 0;
  for (unsigned i = kDropped / 2; i < kBits; ++i) {
    const std::uint64_t lower = std::uint64_t{x & ((1U << i) - 1U)} << (i + 1U);
    if ((x >> i & 1U) != 0) sum += (lower & kKept) + ((std::uint64_t{1} << (2 * i)) & kKept);
  }
  return sum >> kDropped;
}

// Of the first quarter, a fraction of 23 bits; cut to a float.
float quarter_sine(std::uint32_t fraction) {
  const Segment& segment = isa::interpolator::kSin[fraction >> 17U];
  const std::uint32_t x = fraction & 0x1ffffU;
  const auto value =
      static_cast<std::uint64_t>(segment.base + segment.slope * static_cast<std::int64_t>(x) +
                                 segment.curve * static_cast<std::int64_t>(square(x)));
  const int excess = std::max(static_cast<int>(std::bit_width(value)) - 24, 0);
  return static_cast<float>(std::ldexp(static_cast<double>(value >> excess << excess), -38));
}

float sine_of(std::uint32_t quarters) {
  constexpr std::uint32_t kFraction = 0x007fffffU;
  const bool falls = (quarters & 0x00800000U) != 0;
  const float result = quarter_sine((falls ? ~quarters : quarters) & kFraction);
  return (quarters & 0x01000000U) != 0 ? -result : result;
}

std::uint32_t quarters_of(float turns) {
  const auto all = static_cast<double>(std::fabs(turns));
  return static_cast<std::uint32_t>((all - std::floor(all)) * 0x1p25);
}

constexpr std::uint32_t kNan = 0x7fffffff;

std::uint32_t sine(std::uint32_t bits) {
  const auto turns = std::bit_cast<float>(bits);
  if (!std::isfinite(turns)) return kNan;
  const float result = sine_of(quarters_of(turns));
  return std::bit_cast<std::uint32_t>(std::signbit(turns) ? -result : result);
}

std::uint32_t cosine(std::uint32_t bits) {
  const auto turns = std::bit_cast<float>(bits);
  if (!std::isfinite(turns)) return kNan;
  return std::bit_cast<std::uint32_t>(sine_of(quarters_of(turns) + 0x00800000U));
}

template <std::uint32_t (*F)(std::uint32_t)>
Next run_lanes(Issue& issue) {
  Row room, out;
  const Row& a = read(issue, issue.op.src[0], room);
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) out.lane[lane] = F(a.lane[lane]);
  write(issue, issue.op.dst, out);
  return Next::Advance;
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
    Function{"SIN", "", run_lanes<sine>},
    Function{"COS", "", run_lanes<cosine>},
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

}  // namespace lanescope::sass::machine
