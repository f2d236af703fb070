#include "sim/isa/lanes/interpolator.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lanescope::isa::interpolator {
namespace {

constexpr u32 kSign = 0x80000000U;
constexpr u32 kInfinity = 0x7f800000U;
constexpr u32 kFraction = 0x007fffffU;

u32 bits_of(float v) { return std::bit_cast<u32>(v); }
float as_float(u32 bits) { return std::bit_cast<float>(bits); }
float nan() { return as_float(0x7fffffffU); }

// The unit's squarer leaves out the partial products x_i * x_j below bit kDropped, before it adds.
template <unsigned Bits>
s64 square(u32 x) {
  constexpr unsigned kDropped = Bits == 16 ? 17 : 19;
  constexpr u64 kKept = ~u64{0} << kDropped;
  u64 sum = 0;
  for (unsigned i = kDropped / 2; i < Bits; ++i) {
    const u64 bit = (x >> i) & 1U;
    const u64 lower = static_cast<u64>(x & ((1U << i) - 1U)) << (i + 1U);
    sum += (0 - bit) & ((lower & kKept) + ((u64{1} << (2 * i)) & kKept));
  }
  return static_cast<s64>(sum >> kDropped);
}

// The table's value at a fraction of 23 bits, in the table's own fixed point.
template <unsigned Bits>
s64 value(const Segment* table, u32 fraction) {
  const Segment& segment = table[fraction >> Bits];
  const u32 x = fraction & ((1U << Bits) - 1U);
  return segment.base + segment.slope * static_cast<s64>(x) + segment.curve * square<Bits>(x);
}

// A positive normal number as a fraction and an exponent.
struct Parts {
  u32 fraction;
  int exponent;
};
Parts parts_of(float magnitude) {
  const bool subnormal = bits_of(magnitude) < 0x00800000U;
  const u32 bits = bits_of(subnormal ? magnitude * 0x1p24F : magnitude);
  return {bits & kFraction, static_cast<int>(bits >> 23U) - (subnormal ? 151 : 127)};
}

double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<u64>(1023 + exponent) << 52U);
}
// Rounded to nearest where the result is subnormal.
float scaled(s64 bits, int exponent) {
  const float normal = as_float(static_cast<u32>(bits));
  return static_cast<float>(static_cast<double>(normal) * power_of_two(exponent));
}

// A fixed-point magnitude as a float, cut.
float cut(u64 magnitude, int point) {
  const int excess = std::max(static_cast<int>(std::bit_width(magnitude)) - 24, 0);
  const u64 top = magnitude >> excess << excess;
  return static_cast<float>(static_cast<double>(top) * power_of_two(-point));
}

// The unit takes turns: the argument times 1 / (2 pi) in f32, cut, which is where the error of
// large arguments comes from.
float turns_of(float angle) {
  const double exact = std::fabs(static_cast<double>(angle)) * static_cast<double>(0.15915494F);
  float turns = static_cast<float>(exact);
  if (static_cast<double>(turns) > exact) turns = as_float(bits_of(turns) - 1);
  return std::copysign(turns, angle);
}
// Quarters of a turn with 23 bits after the point, modulo a whole one.
u32 quarters(float turns) {
  const double all = std::fabs(static_cast<double>(turns));
  return static_cast<u32>((all - std::floor(all)) * 0x1p25);
}
float sine_of(u32 quarters) {
  const bool falls = (quarters & 0x00800000U) != 0;
  const u32 fraction = (falls ? ~quarters : quarters) & kFraction;
  const float result = cut(static_cast<u64>(value<17>(kSin, fraction)), 38);
  return (quarters & 0x01000000U) != 0 ? -result : result;
}

// The first 20 bits of a normal double's fraction, as 23, and its exponent.
Parts wide_parts_of(double a) {
  const auto word = static_cast<u32>(std::bit_cast<u64>(a) >> 32U);
  return {(word & 0x000fffffU) << 3U, static_cast<int>((word >> 20U) & 0x7ffU) - 1023};
}
double wide(s64 high_word, int exponent) {
  return std::ldexp(std::bit_cast<double>(static_cast<u64>(high_word) << 32U), exponent);
}

}  // namespace

float rcp(float a) {
  const u32 magnitude = bits_of(a) & ~kSign;
  if (magnitude == 0 || magnitude >= kInfinity) return 1.0F / a;
  const Parts x = parts_of(as_float(magnitude));
  const s64 bits = 0x3f000000 + (value<16>(kRcp, x.fraction) >> 15);
  return std::copysign(scaled(bits, -x.exponent), a);
}

float rsqrt(float a) {
  const u32 bits = bits_of(a);
  if ((bits & ~kSign) == 0) return 1.0F / a;
  if (bits >= kInfinity) return bits == kInfinity ? 0.0F : nan();
  const Parts x = parts_of(a);
  const bool odd = (x.exponent & 1) != 0;
  const bool exact = x.fraction == 0 && !odd;
  const s64 root =
      exact ? 0x3f800000 : 0x3f000000 + (value<17>(kRsqrt[odd ? 1 : 0], x.fraction) >> 17);
  return scaled(root, -(x.exponent >> 1));
}

float sqrt(float a) {
  const u32 bits = bits_of(a);
  if ((bits & ~kSign) == 0 || bits == kInfinity) return a;
  if (bits > kInfinity) return nan();
  const Parts x = parts_of(a);
  const bool odd = (x.exponent & 1) != 0;
  return scaled(0x3f800000 + (value<17>(kSqrt[odd ? 1 : 0], x.fraction) >> 17), x.exponent >> 1);
}

float ex2(float a) {
  if (a != a) return nan();
  if (a >= 128.0F) return as_float(kInfinity);
  if (a < -252.0F) return 0.0F;
  if (a < -126.0F) {  // as ptxas has it, for results below the normal numbers
    const float root = ex2(a * 0.5F);
    return root * root;
  }
  const auto steps = static_cast<u32>(std::fabs(a) * 0x1p23F);  // cut
  const bool whole = (steps & kFraction) == 0;
  const u32 fixed = a >= 0.0F ? steps : whole ? 0 - steps : ~steps;
  const s64 root = 0x3f800000 + (value<17>(kEx2, fixed & kFraction) >> 15);
  return scaled(root, static_cast<s32>(fixed) >> 23);
}

float lg2(float a) {
  const u32 bits = bits_of(a);
  if ((bits & ~kSign) == 0) return as_float(kInfinity | kSign);
  if (bits >= kInfinity) return bits == kInfinity ? a : nan();
  if (bits < 0x00800000U) return lg2(a * 0x1p24F) - 24.0F;
  const Parts x = parts_of(a);
  if (x.fraction == 0 && x.exponent == 0) return 0.0F;
  const s64 sum = x.exponent * (s64{1} << 36) + (value<17>(kLg2, x.fraction) >> 2);
  return sum < 0 ? -cut(static_cast<u64>(~sum), 36) : cut(static_cast<u64>(sum), 36);
}

float sin_of_turns(float turns) {
  if (!std::isfinite(turns)) return nan();
  const float result = sine_of(quarters(turns));
  return std::signbit(turns) ? -result : result;
}

float cos_of_turns(float turns) {
  if (!std::isfinite(turns)) return nan();
  return sine_of(quarters(turns) + 0x00800000U);
}

float sin(float a) { return a == 0.0F ? a : sin_of_turns(turns_of(a)); }
float cos(float a) { return cos_of_turns(turns_of(a)); }

double rcp_seed(double a) {
  const Parts x = wide_parts_of(a);
  const s64 word = 0x3fe00000 + (value<16>(kRcp, x.fraction) >> 18);
  return std::copysign(wide(word, -x.exponent), a);
}

double rsqrt_seed(double a) {
  const Parts x = wide_parts_of(a);
  const bool odd = (x.exponent & 1) != 0;
  if (x.fraction == 0 && !odd) return wide(0x3ff00000, -(x.exponent >> 1));
  const s64 word = 0x3fe00000 + (value<17>(kRsqrt[odd ? 1 : 0], x.fraction) >> 20);
  return wide(word, -(x.exponent >> 1));
}

}  // namespace lanescope::isa::interpolator
