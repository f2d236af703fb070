#include "ui/style/colour.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope::ui::style {
namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

double to_linear(std::uint8_t channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

std::uint8_t to_channel(double linear) {
  const double v = std::clamp(linear, 0.0, 1.0);
  const double c = v <= 0.0031308 ? v * 12.92 : 1.055 * std::pow(v, 1.0 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(c * 255.0));
}

Vector linear(Rgba c) { return {to_linear(c.r), to_linear(c.g), to_linear(c.b)}; }

Vector times(const Matrix& m, const Vector& v) {
  Vector out{};
  for (std::size_t i = 0; i < 3; ++i) out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return out;
}

// Matrices on linear RGB, from the paper's table for severity 1.0.
constexpr Matrix kProtanopia{{{0.152286, 1.052583, -0.204868},
                              {0.114503, 0.786281, 0.099216},
                              {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kDeuteranopia{{{0.367322, 0.860646, -0.227968},
                                {0.280085, 0.672501, 0.047413},
                                {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kTritanopia{{{1.255528, -0.076749, -0.178779},
                              {-0.078411, 0.930809, 0.147602},
                              {0.004733, 0.691367, 0.303900}}};
// sRGB to XYZ, D65 (IEC 61966-2-1).
constexpr Matrix kToXyz{
    {{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}};

Vector lab(Rgba c) {
  const Vector xyz = times(kToXyz, linear(c));
  const Vector white{0.95047, 1.0, 1.08883};
  Vector f{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double t = xyz[i] / white[i];
    f[i] = t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0;
  }
  return {116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])};
}

std::uint8_t mix_channel(std::uint8_t a, std::uint8_t b, double share) {
  return static_cast<std::uint8_t>(std::lround(a + (b - a) * std::clamp(share, 0.0, 1.0)));
}

}  // namespace

double luminance(Rgba colour) {
  const Vector v = linear(colour);
  return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2];
}

double contrast(Rgba a, Rgba b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

Rgba mix(Rgba a, Rgba b, double share_of_b) {
  return {mix_channel(a.r, b.r, share_of_b), mix_channel(a.g, b.g, share_of_b),
          mix_channel(a.b, b.b, share_of_b), 255};
}

Rgba blend(Rgba over, Rgba under) { return mix(under, over, over.a / 255.0); }

Rgba raise_contrast(Rgba colour, Rgba towards, Rgba ground, double wanted) {
  constexpr int kSteps = 40;
  for (int i = 0; i <= kSteps; ++i) {
    const Rgba tried = mix(colour, towards, static_cast<double>(i) / kSteps);
    if (contrast(tried, ground) >= wanted) return tried;
  }
  return towards;
}

Rgba simulate(Rgba colour, Deficiency deficiency) {
  if (deficiency == Deficiency::None) return colour;
  const Matrix& m = deficiency == Deficiency::Protanopia     ? kProtanopia
                    : deficiency == Deficiency::Deuteranopia ? kDeuteranopia
                                                             : kTritanopia;
  const Vector v = times(m, linear(colour));
  return {to_channel(v[0]), to_channel(v[1]), to_channel(v[2]), colour.a};
}

double distance(Rgba a, Rgba b) {
  const Vector x = lab(a), y = lab(b);
  return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

std::uint32_t pack(Rgba c, float alpha) {
  const auto a = static_cast<std::uint32_t>(
      std::lround(std::clamp(static_cast<float>(c.a) * alpha, 0.0F, 255.0F)));
  return std::uint32_t{c.r} | std::uint32_t{c.g} << 8U | std::uint32_t{c.b} << 16U | a << 24U;
}

}  // namespace lanescope::ui::style
