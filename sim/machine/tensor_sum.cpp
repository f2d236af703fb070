#include "sim/machine/tensor_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

#include "sim/base/half.hpp"

namespace lanescope::machine {
namespace {

constexpr int kKept = 25;  // bits behind the leading one: f32's and two more
constexpr std::int32_t kZeroExponent = -10'000;

// Subnormal numbers stay as they are: the lowest exponent, and no leading one.
Parts parts(std::uint32_t bits, int fraction_bits, int exponent_bits, float value) {
  const std::uint32_t fraction = bits & ((1U << fraction_bits) - 1);
  const auto field = static_cast<std::int32_t>(bits >> fraction_bits & ((1U << exponent_bits) - 1));
  if (field == 0 && fraction == 0) return {0, kZeroExponent, value};
  const std::int32_t bias = (1 << (exponent_bits - 1)) - 1;
  const auto magnitude =
      static_cast<std::int32_t>(field == 0 ? fraction : fraction | 1U << fraction_bits);
  const bool negative = (bits >> (fraction_bits + exponent_bits) & 1U) != 0;
  return {negative ? -magnitude : magnitude, std::max(field, 1) - bias, value};
}

// significand * 2^(exponent - point), in units of 2^(highest - kKept), cut.
std::int64_t cut(std::int64_t significand, std::int32_t exponent, int point, std::int32_t highest) {
  const std::int32_t drop = std::min(highest - exponent, 63);
  const std::int64_t magnitude = std::abs(significand) << (kKept - point) >> drop;
  return significand < 0 ? -magnitude : magnitude;
}

// Below 2^128 towards zero, which is never negative; from there on infinite.
float cut_to_float(double sum) {
  const auto nearest = static_cast<float>(sum);
  const double magnitude = std::fabs(sum);
  const bool further = std::fabs(static_cast<double>(nearest)) > magnitude && magnitude < 0x1p128;
  const float cut = further ? std::nextafter(nearest, 0.0F) : nearest;
  return cut == 0.0F ? 0.0F : cut;
}

float sum_with_infinities(std::span<const Parts> a, std::span<const Parts> b, float c) {
  double sum = static_cast<double>(c);
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += static_cast<double>(a[i].value) * static_cast<double>(b[i].value);
  return std::isnan(sum) ? std::bit_cast<float>(0x7fffffffU) : static_cast<float>(sum);
}

}  // namespace

Parts half_parts(std::uint16_t bits) { return parts(bits, 10, 5, half_to_float(bits)); }
Parts bfloat16_parts(std::uint16_t bits) { return parts(bits, 7, 8, bfloat16_to_float(bits)); }

Parts tf32_parts(std::uint32_t bits) {
  const std::uint32_t kept = bits & ~0x1fffU;
  return parts(kept >> 13U, 10, 8, std::bit_cast<float>(kept));
}

namespace {

// Before it is rounded: finite, or what f32 makes of infinities and NaN.
struct Sum {
  bool finite = true;
  double exact = 0;
  float special = 0;
};

Sum sum_of(std::span<const Parts> a, std::span<const Parts> b, int fraction_bits, float c) {
  const Parts addend = parts(std::bit_cast<std::uint32_t>(c), 23, 8, c);
  std::int32_t highest = addend.exponent;
  bool finite = std::isfinite(c);
  for (std::size_t i = 0; i < a.size(); ++i) {
    highest = std::max(highest, a[i].exponent + b[i].exponent);
    finite = finite && std::isfinite(a[i].value) && std::isfinite(b[i].value);
  }
  if (!finite) return {false, 0, sum_with_infinities(a, b, c)};
  std::int64_t sum = cut(addend.significand, addend.exponent, 23, highest);
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += cut(std::int64_t{a[i].significand} * b[i].significand, a[i].exponent + b[i].exponent,
               2 * fraction_bits, highest);
  }
  return {true, std::ldexp(static_cast<double>(sum), highest - kKept), 0};
}

}  // namespace

float tensor_sum(std::span<const Parts> a, std::span<const Parts> b, int fraction_bits, float c) {
  const Sum sum = sum_of(a, b, fraction_bits, c);
  return sum.finite ? cut_to_float(sum.exact) : sum.special;
}

std::uint16_t tensor_sum_half(std::span<const Parts> a, std::span<const Parts> b, int fraction_bits,
                              float c) {
  const Sum sum = sum_of(a, b, fraction_bits, c);
  return sum.finite ? double_to_half(sum.exact) : float_to_half(sum.special);
}

}  // namespace lanescope::machine
