#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "lab/experiment/picture.hpp"
#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

using Index = std::int64_t;

// Beyond the ends there are zeros.
std::vector<Expectation> convolution_1d(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const Numbers mask = s.before("mask");
  const auto radius = static_cast<Index>(mask.size() / 2);
  Numbers values(in.size(), 0.0);
  for (std::size_t i = 0; i < in.size(); ++i) {
    for (std::size_t k = 0; k < mask.size(); ++k) {
      const Index at = static_cast<Index>(i + k) - radius;
      if (at >= 0 && at < static_cast<Index>(in.size()))
        values[i] += mask[k] * in[static_cast<std::size_t>(at)];
    }
  }
  return {{"out", std::move(values)}};
}

struct Picture {
  const Numbers& pixels;
  Index rows, columns;
  [[nodiscard]] bool has(Index row, Index column) const {
    return row >= 0 && row < rows && column >= 0 && column < columns;
  }
  [[nodiscard]] double at(Index row, Index column) const {
    return pixels[static_cast<std::size_t>(row * columns + column)];
  }
};

// The value of each pixel of "out", from the picture "in" and the pixel's place.
template <typename Value>
std::vector<Expectation> each_pixel(const ReferenceInput& s, Value value) {
  const Numbers in = s.before("in");
  const Picture picture{in, static_cast<Index>(s.number("rows")),
                        static_cast<Index>(s.number("columns"))};
  Numbers values;
  for (Index row = 0; row < picture.rows; ++row) {
    for (Index column = 0; column < picture.columns; ++column)
      values.push_back(value(picture, row, column));
  }
  return {{"out", std::move(values)}};
}

std::vector<Expectation> convolution_2d(const ReferenceInput& s) {
  const Numbers mask = s.before("mask");
  const auto r = static_cast<Index>(s.number("radius"));
  return each_pixel(s, [&](const Picture& picture, Index row, Index column) {
    double sum = 0.0;
    for (Index k = 0; k < (2 * r + 1) * (2 * r + 1); ++k) {
      const Index y = row - r + k / (2 * r + 1);
      const Index x = column - r + k % (2 * r + 1);
      if (picture.has(y, x)) sum += mask[static_cast<std::size_t>(k)] * picture.at(y, x);
    }
    return sum;
  });
}

// The mean, rounded down, of the pixels within `radius` that the picture has.
std::vector<Expectation> box_blur(const ReferenceInput& s) {
  const auto r = static_cast<Index>(s.number("radius"));
  return each_pixel(s, [&](const Picture& picture, Index row, Index column) {
    std::int64_t sum = 0, count = 0;
    for (Index y = std::max<Index>(row - r, 0); y <= std::min(row + r, picture.rows - 1); ++y) {
      for (Index x = column - r; x <= column + r; ++x) {
        if (!picture.has(y, x)) continue;
        sum += static_cast<std::int64_t>(picture.at(y, x));
        ++count;
      }
    }
    const std::int64_t mean = sum / count;
    return static_cast<double>(mean);
  });
}

// How much the picture changes, by Sobel's weights, rounded down; at most what a byte holds, and
// nothing where a neighbour is missing.
std::vector<Expectation> sobel(const ReferenceInput& s) {
  constexpr std::array<int, 9> kWeights{-1, 0, 1, -2, 0, 2, -1, 0, 1};
  return each_pixel(s, [&](const Picture& picture, Index row, Index column) {
    if (!picture.has(row - 1, column - 1) || !picture.has(row + 1, column + 1)) return 0.0;
    double across = 0.0, down = 0.0;
    for (Index y = 0; y < 3; ++y) {
      for (Index x = 0; x < 3; ++x) {
        const double pixel = picture.at(row + y - 1, column + x - 1);
        across += kWeights[static_cast<std::size_t>(3 * y + x)] * pixel;
        down += kWeights[static_cast<std::size_t>(3 * x + y)] * pixel;
      }
    }
    return std::min(std::floor(std::sqrt(across * across + down * down)), 255.0);
  });
}

// Colours lie `step` elements apart, and pixels `pitch`.
Numbers grey(const Numbers& in, std::size_t pixels, std::size_t step, std::size_t pitch) {
  Numbers values;
  for (std::size_t i = 0; i < pixels; ++i) {
    experiment::Rgb colour{};
    for (std::size_t c = 0; c < colour.size(); ++c)
      colour[c] = static_cast<std::uint8_t>(in[i * pitch + c * step]);
    values.push_back(experiment::grey_of(colour));
  }
  return values;
}
std::vector<Expectation> grey_pixels(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  return {{"out", grey(in, in.size() / 3, 1, 3)}};
}
std::vector<Expectation> grey_planes(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  return {{"out", grey(in, in.size() / 3, in.size() / 3, 1)}};
}

// Squares in `out`; in `order` every block once, in whatever order.
std::vector<Expectation> squares_any_order(const ReferenceInput& s) {
  Numbers squares(s.after("out").size());
  for (std::size_t i = 0; i < squares.size(); ++i)
    squares[i] = static_cast<double>(static_cast<std::uint32_t>(i * i));
  const Numbers order = s.after("order");
  Numbers sorted = order;
  std::ranges::sort(sorted);
  Numbers numbers(order.size());
  std::iota(numbers.begin(), numbers.end(), 0.0);
  return {{"out", std::move(squares)}, {"order", sorted == numbers ? order : numbers}};
}

}  // namespace

std::vector<Reference> convolution_references() {
  return {{"convolution_1d", {"in", "mask", "out"}, convolution_1d},
          {"convolution_2d", {"in", "mask", "out", "rows", "columns", "radius"}, convolution_2d},
          {"box_blur", {"in", "out", "rows", "columns", "radius"}, box_blur},
          {"sobel", {"in", "out", "rows", "columns"}, sobel},
          {"grey_pixels", {"in", "out"}, grey_pixels},
          {"grey_planes", {"in", "out"}, grey_planes},
          {"squares_any_order", {"out", "order"}, squares_any_order}};
}

}  // namespace lanescope::references
