#pragma once

#include <cstdint>

// The elementary functions of a GPU's special function unit, bit for bit: for each function a table
// of quadratics, one for each segment of the mantissa, evaluated in fixed point (Oberman and Siu,
// "A High-Performance Area-Efficient Multifunction Interpolator", ARITH 2005). The coefficients
// were measured (interpolator_tables.cpp). Subnormal values are kept.
namespace lanescope::isa::interpolator {

using s32 = std::int32_t;
using s64 = std::int64_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

// base + slope * x + curve * x * x over a segment, x the mantissa's low bits as an integer.
struct Segment {
  s64 base;
  s32 slope;
  s32 curve;
};

extern const Segment kRcp[128];
extern const Segment kRsqrt[2][64];  // even exponents, odd exponents
extern const Segment kSqrt[2][64];
extern const Segment kEx2[64];
extern const Segment kLg2[64];
extern const Segment kSin[64];  // the first quarter of a turn

[[nodiscard]] float rcp(float a);
[[nodiscard]] float rsqrt(float a);
[[nodiscard]] float sqrt(float a);
[[nodiscard]] float ex2(float a);
[[nodiscard]] float lg2(float a);
[[nodiscard]] float sin(float a);
[[nodiscard]] float cos(float a);
// The same of turns, 2 pi each, which the unit takes.
[[nodiscard]] float sin_of_turns(float turns);
[[nodiscard]] float cos_of_turns(float turns);

// Of a normal number's high word, the result's high word; its exponent may be below the normal
// ones.
[[nodiscard]] double rcp_seed(double a);
[[nodiscard]] double rsqrt_seed(double a);  // a > 0

}  // namespace lanescope::isa::interpolator
