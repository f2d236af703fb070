#include "sim/machine/textures/filter.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

namespace lanescope::machine {
namespace {

std::span<const Weighed> all(const WeighedTaps& taps) { return {taps.tap.data(), taps.count}; }

// The sum of the taps in 1/256 of a step, where `steps` are 1.
std::int64_t sum_of_steps(const WeighedTaps& taps, double steps) {
  std::int64_t sum = 0;
  for (const Weighed& one : all(taps)) sum += one.weight * std::llround(one.value * steps);
  return sum;
}

std::int64_t rounded_steps(std::int64_t sum) { return (sum + kAllWeights / 2) >> 8U; }

// Fractions are filtered in 16 bits, those of bytes, too: they give whole 65535ths.
float filtered_unsigned(const WeighedTaps& taps) {
  constexpr double one = 65535;
  return static_cast<float>(static_cast<double>(rounded_steps(sum_of_steps(taps, one))) / one);
}

// With a sign, whole 32767ths. Signed bytes are widened only when they have been summed up:
// by repeating it and its four upper bits below it. What is below -1, as -128 is, is so until then.
float filtered_signed(const WeighedTaps& taps, bool bytes) {
  constexpr std::int64_t one = 32767;
  const std::int64_t sum = sum_of_steps(taps, bytes ? 127 : static_cast<double>(one));
  const std::int64_t repeated = (sum + ((sum >> 12U) << 4U) + 64) >> 7U;
  const std::int64_t steps = bytes ? sum + repeated : rounded_steps(sum);
  return static_cast<float>(static_cast<double>(std::max(-one, steps)) / static_cast<double>(one));
}

// Of a float's kind: the bits that it has, and the last one of the smallest.
struct Precision {
  int bits;
  int last;
  std::uint32_t nan;
};
constexpr Precision kOfHalves{11, -24, 0x7fffe000}, kSingle{24, -149, 0x7fffffff};
constexpr int kGuardBits = 4;  // below the last one of the largest texel

int exponent_of(double value) {
  int exponent = 0;
  std::frexp(value, &exponent);
  return exponent;
}

// Texels are cut off, towards zero, four bits below the last one of the largest; their sum is exact
// and rounded once, of two nearest to the one further from zero.
float filtered_finite(std::span<const Weighed> taps, const Precision& precision) {
  double largest = 0;
  for (const Weighed& one : taps)
    if (one.weight != 0) largest = std::max(largest, std::fabs(one.value));
  const int last = exponent_of(largest) - precision.bits - kGuardBits;
  const double unit = std::ldexp(1.0, last);
  double sum = -0.0;  // what it stays if all texels are
  for (const Weighed& one : taps)
    if (one.weight != 0) sum += std::trunc(one.value / unit) * static_cast<double>(one.weight);
  const double mean = sum * unit / static_cast<double>(kAllWeights);
  const double step = std::ldexp(1.0, std::max(exponent_of(mean) - precision.bits, precision.last));
  return static_cast<float>(std::round(mean / step) * step);
}

// An infinity is seen whatever it weighs.
float filtered_floats(std::span<const Weighed> taps, const Precision& precision) {
  double beyond = 0;
  for (const Weighed& one : taps)
    if (!std::isfinite(one.value)) beyond += one.value;
  if (std::isnan(beyond)) return std::bit_cast<float>(precision.nan);
  return beyond != 0 ? static_cast<float>(beyond) : filtered_finite(taps, precision);
}

}  // namespace

float filtered(const TexelFormat& format, const WeighedTaps& taps) {
  switch (format.kind) {
    case TexelFormat::Kind::Unsigned:
      return filtered_unsigned(taps);
    case TexelFormat::Kind::Signed:
      return filtered_signed(taps, format.bits == 8);
    case TexelFormat::Kind::Float:
      break;
  }
  return filtered_floats(all(taps), format.bits == 16 ? kOfHalves : kSingle);
}

}  // namespace lanescope::machine
