#pragma once

#include "sim/isa/lanes/float_math.hpp"

// binary16 and bfloat16 as bit patterns, without branches, so that the loops vectorise.
// (sim/base/half.hpp has the plain versions; the tests compare the two.)
namespace lanescope::isa {
namespace {

struct Half {
  static constexpr u32 kInfinity = 0x7c00;
  static constexpr u32 kSmallestNormal = 0x0400;
  static constexpr u32 kOne = 0x3c00;

  LANE float to_float(u16 half) {
    const u32 magnitude = half & 0x7fffU;
    const u32 normal = (magnitude << 13U) + (112U << 23U);
    const u32 special = (magnitude << 13U) | 0x7f800000U;
    const u32 subnormal = bits_of(static_cast<float>(static_cast<s32>(magnitude)) * 0x1p-24F);
    const u32 bits = magnitude < 0x0400 ? subnormal : magnitude >= 0x7c00 ? special : normal;
    return as_float(bits | (static_cast<u32>(half & 0x8000U) << 16U));
  }
  // To nearest even; NaN becomes 0x7fff. The sum with 0.5 rounds subnormals to multiples of 2^-24.
  LANE u16 from_float(float value) {
    const u32 bits = bits_of(value);
    const u32 magnitude = bits & 0x7fffffffU;
    const u32 subnormal = bits_of(as_float(magnitude) + 0.5F) - 0x3f000000U;
    const u32 normal = (magnitude + 0x0fffU + ((magnitude >> 13U) & 1U) - (112U << 23U)) >> 13U;
    const u32 finite = magnitude < 0x38800000U ? subnormal : normal;
    const u32 half = magnitude >= 0x477ff000U ? 0x7c00U : finite;
    const u32 with_sign = half | ((bits >> 16U) & 0x8000U);
    return static_cast<u16>(magnitude > 0x7f800000U ? 0x7fffU : with_sign);
  }
};

struct Bfloat {
  static constexpr u32 kInfinity = 0x7f80;
  static constexpr u32 kSmallestNormal = 0x0080;
  static constexpr u32 kOne = 0x3f80;

  LANE float to_float(u16 bfloat) { return as_float(static_cast<u32>(bfloat) << 16U); }
  LANE u16 from_float(float value) {
    const u32 bits = bits_of(value);
    const u32 rounded = (bits + 0x7fffU + ((bits >> 16U) & 1U)) >> 16U;
    return static_cast<u16>((bits & 0x7fffffffU) > 0x7f800000U ? 0x7fffU : rounded);
  }
};

// value + error rounded to a float whose last bit is set unless it is exact ("round to odd"): a
// second rounding to at most 22 bits then gives the correctly rounded result.
LANE float round_to_odd(double value, double error) {
  const float nearest = static_cast<float>(value);
  const double rest = value - static_cast<double>(nearest);
  const double missing = rest == 0.0 ? error : rest;
  const u32 bits = bits_of(nearest);
  const bool exact = !(missing < 0.0) && !(missing > 0.0);
  const bool grows = (missing > 0.0) == (bits_of(value) >> 63U == 0);
  const u32 odd = grows ? bits + 1 : bits - 1;
  return as_float(exact || (bits & 1U) != 0 ? bits : odd);
}

struct Sum {
  double value;
  double error;
};
// The exact sum of two doubles in two parts (Knuth); an infinite or NaN sum has no error.
LANE Sum exact_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double error = (a - (sum - b_part)) + (b - b_part);
  return {sum, error == error ? error : 0.0};
}

}  // namespace
}  // namespace lanescope::isa
