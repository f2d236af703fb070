// Pictures read through texture objects: texture/. Weights have 8 bits of fraction (CUDA C++
// Programming Guide, "Linear Filtering"), their products too (as measured on an H200: that of the
// last of the four texels is rounded, the others follow from it); coordinates are computed in
// doubles, whose distance from a rounding boundary no float error bridges, nor what a GPU cuts off
// of normalized ones (behind 21 bits), in pictures of up to 800 texels along a side.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

enum class Outside : std::uint8_t { Black, Nearest, Again };

struct Picture {
  Numbers texels;
  std::int64_t rows, columns;
  Outside outside;

  [[nodiscard]] double at(std::int64_t row, std::int64_t column) const {
    const bool inside = row >= 0 && row < rows && column >= 0 && column < columns;
    if (!inside && outside == Outside::Black) return 0.0;
    if (outside == Outside::Again) {
      row = (row % rows + rows) % rows;
      column = (column % columns + columns) % columns;
    }
    row = std::clamp<std::int64_t>(row, 0, rows - 1);
    column = std::clamp<std::int64_t>(column, 0, columns - 1);
    return texels[static_cast<std::size_t>(row * columns + column)];
  }
};

Picture picture_of(const ReferenceInput& s, Outside outside) {
  return {s.before("in"), static_cast<std::int64_t>(s.number("rows")),
          static_cast<std::int64_t>(s.number("columns")), outside};
}

// The texel before a coordinate, and the weight of the one behind it.
struct Between {
  std::int64_t first;
  double weight;
};
Between between(double at, bool in_eight_bits) {
  const double from = at - 0.5;  // a texel's middle
  const double steps = in_eight_bits ? std::floor(from * 256 + 0.5) / 256 : from;
  return {static_cast<std::int64_t>(std::floor(steps)), steps - std::floor(steps)};
}

double filtered(const Picture& picture, double u, double v, bool in_eight_bits = true) {
  const Between x = between(u, in_eight_bits), y = between(v, in_eight_bits);
  const double product = x.weight * y.weight;
  const double last = in_eight_bits ? std::floor(product * 256 + 0.5) / 256 : product;
  return (1 - x.weight - y.weight + last) * picture.at(y.first, x.first) +
         (x.weight - last) * picture.at(y.first, x.first + 1) +
         (y.weight - last) * picture.at(y.first + 1, x.first) +
         last * picture.at(y.first + 1, x.first + 1);
}

double nearest(const Picture& picture, double u, double v) {
  return picture.at(static_cast<std::int64_t>(std::floor(v)),
                    static_cast<std::int64_t>(std::floor(u)));
}

// Every pixel by the middle of its place.
template <typename Pixel>
std::vector<Expectation> painted(const Picture& picture, Pixel pixel) {
  Numbers out;
  for (std::int64_t y = 0; y < picture.rows; ++y) {
    for (std::int64_t x = 0; x < picture.columns; ++x)
      out.push_back(pixel(static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5));
  }
  return {{"out", std::move(out)}};
}

std::vector<Expectation> means(const ReferenceInput& s, Outside outside) {
  const Picture picture = picture_of(s, outside);
  return painted(picture, [&](double x, double y) {
    double sum = 0.0;
    for (const double down : {-1.0, 0.0, 1.0}) {
      for (const double right : {-1.0, 0.0, 1.0}) sum += nearest(picture, x + right, y + down);
    }
    return sum / 9;
  });
}
std::vector<Expectation> means_of_nine(const ReferenceInput& s) { return means(s, Outside::Black); }
std::vector<Expectation> means_of_nine_clamped(const ReferenceInput& s) {
  return means(s, Outside::Nearest);
}

template <typename Sample>
std::vector<Expectation> magnified(const ReferenceInput& s, Sample sample) {
  const Picture picture = picture_of(s, Outside::Nearest);
  const auto zoom = static_cast<double>(s.number("zoom"));
  const auto left = static_cast<double>(s.number("left"));
  const auto top = static_cast<double>(s.number("top"));
  return painted(picture, [&](double x, double y) {
    return sample(picture, left + x / zoom, top + y / zoom);
  });
}
std::vector<Expectation> magnified_nearest(const ReferenceInput& s) {
  return magnified(s, nearest);
}
std::vector<Expectation> magnified_linear(const ReferenceInput& s) {
  return magnified(s, [](const Picture& p, double u, double v) { return filtered(p, u, v); });
}
std::vector<Expectation> magnified_exactly(const ReferenceInput& s) {
  return magnified(s,
                   [](const Picture& p, double u, double v) { return filtered(p, u, v, false); });
}

std::vector<Expectation> turned(const ReferenceInput& s) {
  const Picture picture = picture_of(s, Outside::Black);
  const double middle_x = static_cast<double>(picture.columns) / 2;
  const double middle_y = static_cast<double>(picture.rows) / 2;
  return painted(picture, [&](double x, double y) {
    const double across = x - middle_x, down = y - middle_y;
    return filtered(picture, middle_x + (3 * across - 4 * down) / 5,
                    middle_y + (4 * across + 3 * down) / 5);
  });
}

std::vector<Expectation> tiled(const ReferenceInput& s) {
  const Picture picture = picture_of(s, Outside::Again);
  const auto tiles = static_cast<double>(s.number("tiles"));
  return painted(picture,
                 [&](double x, double y) { return nearest(picture, x * tiles, y * tiles); });
}

}  // namespace

std::vector<Reference> texture_references() {
  return {
      {"means_of_nine", {"in", "out", "rows", "columns"}, means_of_nine},
      {"means_of_nine_clamped", {"in", "out", "rows", "columns"}, means_of_nine_clamped},
      {"magnified_nearest",
       {"in", "out", "rows", "columns", "zoom", "left", "top"},
       magnified_nearest},
      {"magnified_linear",
       {"in", "out", "rows", "columns", "zoom", "left", "top"},
       magnified_linear},
      {"magnified_exactly",
       {"in", "out", "rows", "columns", "zoom", "left", "top"},
       magnified_exactly},
      {"turned", {"in", "out", "rows", "columns"}, turned},
      {"tiled", {"in", "out", "rows", "columns", "tiles"}, tiled},
  };
}

}  // namespace lanescope::references
