#pragma once

#include "sim/isa/lanes/slots.hpp"

// Numbers taken apart, for conversions that the host has no instruction for.
namespace lanescope::isa {
namespace {

// (-1)^negative * mantissa * 2^exponent; mantissa 0 is zero.
struct Real {
  enum class Kind { Finite, Infinite, NotANumber } kind = Kind::Finite;
  bool negative = false;
  u64 mantissa = 0;
  int exponent = 0;
};

struct Format {
  int fraction_bits;
  int exponent_bits;
};

constexpr int bias_of(Format f) { return (1 << (f.exponent_bits - 1)) - 1; }
constexpr u64 infinity_of(Format f) { return ((u64{1} << f.exponent_bits) - 1) << f.fraction_bits; }
constexpr u64 sign_of(Format f) { return u64{1} << (f.fraction_bits + f.exponent_bits); }

// For a NaN, the mantissa keeps the payload, its highest bit at bit 63.
[[maybe_unused]] Real decode(u64 bits, Format f) {
  Real r;
  r.negative = (bits & sign_of(f)) != 0;
  const u64 fraction = bits & ((u64{1} << f.fraction_bits) - 1);
  const auto exponent = static_cast<int>((bits & infinity_of(f)) >> f.fraction_bits);
  const bool special = (bits & infinity_of(f)) == infinity_of(f);
  if (special) {
    r.kind = fraction != 0 ? Real::Kind::NotANumber : Real::Kind::Infinite;
    r.mantissa = fraction << (64 - f.fraction_bits);
    return r;
  }
  r.mantissa = exponent == 0 ? fraction : fraction | (u64{1} << f.fraction_bits);
  r.exponent = (exponent == 0 ? 1 : exponent) - bias_of(f) - f.fraction_bits;
  return r;
}

// Whether the magnitude is to grow by one unit: `rest` was cut off, `half` of it is a tie.
[[maybe_unused]] bool rounds_up(Rounding rounding, bool negative, bool odd, u64 rest, u64 half) {
  switch (rounding) {
    case Rounding::Zero:
    case Rounding::IntZero:
      return false;
    case Rounding::Down:
    case Rounding::IntDown:
      return negative && rest != 0;
    case Rounding::Up:
    case Rounding::IntUp:
      return !negative && rest != 0;
    case Rounding::NearestAway:
      return rest >= half;
    default:
      return rest > half || (rest == half && odd);
  }
}

// mantissa * 2^-shift, rounded to an integer.
[[maybe_unused]] u64 shift_right(u64 mantissa, int shift, Rounding rounding, bool negative) {
  if (shift <= 0) return shift > -64 ? mantissa << -shift : 0;
  if (shift > 64) {  // less than half a unit: only that something is there counts
    return mantissa != 0 && rounds_up(rounding, negative, false, 1, 2) ? 1 : 0;
  }
  if (shift == 64) {
    const u64 half = u64{1} << 63U;
    return rounds_up(rounding, negative, false, mantissa, half) ? 1 : 0;
  }
  const u64 kept = mantissa >> shift;
  const u64 rest = mantissa & ((u64{1} << shift) - 1);
  return kept +
         (rounds_up(rounding, negative, (kept & 1U) != 0, rest, u64{1} << (shift - 1)) ? 1 : 0);
}

[[maybe_unused]] Real to_integral(Real r, Rounding rounding) {
  if (r.kind != Real::Kind::Finite || r.exponent >= 0) return r;
  r.mantissa = shift_right(r.mantissa, -r.exponent, rounding, r.negative);
  r.exponent = 0;
  return r;
}

// The pattern of a finite magnitude that is too large for the format.
[[maybe_unused]] u64 overflow(Format f, Rounding rounding, bool negative) {
  const bool to_infinity = rounding == Rounding::Up     ? !negative
                           : rounding == Rounding::Down ? negative
                                                        : rounding != Rounding::Zero;
  return to_infinity ? infinity_of(f) : infinity_of(f) - 1;
}

// Not for NaN.
[[maybe_unused]] u64 encode(const Real& r, Format f, Rounding rounding) {
  const u64 sign = r.negative ? sign_of(f) : 0;
  if (r.kind == Real::Kind::Infinite) return sign | infinity_of(f);
  if (r.mantissa == 0) return sign;
  const int top = 63 - __builtin_clzll(r.mantissa);
  const int smallest = 1 - bias_of(f);
  const int exponent = r.exponent + top < smallest ? smallest : r.exponent + top;
  const u64 rounded =
      shift_right(r.mantissa, exponent - f.fraction_bits - r.exponent, rounding, r.negative);
  // A mantissa that rounds up to the next power of two carries into the exponent, and a subnormal
  // one without the leading bit has exponent 0: both come out of the addition.
  const u64 biased = static_cast<u64>(exponent - smallest);
  const u64 bits = (biased << f.fraction_bits) + rounded;
  return sign | (bits >= infinity_of(f) ? overflow(f, rounding, r.negative) : bits);
}

}  // namespace
}  // namespace lanescope::isa
