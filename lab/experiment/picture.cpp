#include "lab/experiment/picture.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace lanescope::experiment {
namespace {

// The scene is drawn on a canvas 1024 units wide, whatever the picture's width.
using Unit = std::int64_t;
constexpr Unit kCanvas = 1024;

struct Box {
  Unit left, top, right, bottom;
  [[nodiscard]] bool holds(Unit u, Unit v) const {
    return u >= left && u < right && v >= top && v < bottom;
  }
};

Rgb mixed(const Rgb& from, const Rgb& to, Unit part, Unit whole) {
  Rgb out{};
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<std::uint8_t>((from[i] * (whole - part) + to[i] * part) / whole);
  return out;
}

// A zigzag between 0 and half its period.
Unit zigzag(Unit u, Unit period) { return std::abs(u % period - period / 2); }

std::optional<Rgb> house(Unit u, Unit v) {
  constexpr Box kWall{150, 560, 430, 790}, kDoor{320, 660, 385, 790}, kWindow{190, 610, 275, 690};
  constexpr Unit kRidge = 290, kRoofTop = 430;
  const bool roof = v >= kRoofTop && v < kWall.top &&
                    std::abs(u - kRidge) * (kWall.top - kRoofTop) < (v - kRoofTop) * 175;
  if (roof) return Rgb{150, 52, 40};
  if (!kWall.holds(u, v)) return std::nullopt;
  if (kDoor.holds(u, v)) return Rgb{70, 42, 28};
  if (!kWindow.holds(u, v)) return Rgb{226, 206, 172};
  const bool bar = std::abs(u - 232) < 7 || std::abs(v - 650) < 7;
  return bar ? Rgb{70, 42, 28} : Rgb{255, 226, 120};
}

Rgb ground(Unit u, Unit v) {
  constexpr Box kFence{480, 720, 1000, 830};
  if (kFence.holds(u, v) && (u / 20 % 2 == 0 || std::abs(v - 750) < 8)) return {240, 240, 235};
  if (v >= 880) return (u / 64 + v / 64) % 2 == 0 ? Rgb{30, 32, 38} : Rgb{222, 222, 214};
  return mixed({86, 132, 58}, {52, 92, 44}, std::clamp<Unit>(v - 700, 0, 180), 180);
}

Rgb sky(Unit u, Unit v) {
  const Unit across = u - 730;
  const Unit down = v - 250;
  if (across * across + down * down < 110 * 110) return {255, 238, 150};
  return mixed({38, 76, 150}, {248, 170, 110}, std::clamp<Unit>(v, 0, 700), 700);
}

}  // namespace

Rgb picture_pixel(std::uint64_t x, std::uint64_t y, std::uint64_t width) {
  const Unit u = static_cast<Unit>(x) * kCanvas / static_cast<Unit>(width);
  const Unit v = static_cast<Unit>(y) * kCanvas / static_cast<Unit>(width);
  if (const auto colour = house(u, v)) return *colour;
  if (v >= 700) return ground(u, v);
  if (v >= 600 + zigzag(u + 60, 560) / 3) return {64, 96, 74};
  if (v >= 400 + zigzag(u + 250, 620)) return {92, 88, 128};
  return sky(u, v);
}

std::uint8_t grey_of(const Rgb& colour) {
  return static_cast<std::uint8_t>((21 * colour[0] + 72 * colour[1] + 7 * colour[2]) / 100);
}

}  // namespace lanescope::experiment
