#include <algorithm>
#include <cmath>

#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

// The inner points weighed with their six neighbours; the points on the faces stay as filled. The
// weights are those of the point, then of its neighbours: left, right, above, below, in the slice
// before and in the one after.
std::vector<Expectation> stencil_7(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const Numbers weight = s.before("weight");
  const std::size_t width = s.number("width");
  const std::size_t height = s.number("height");
  const std::size_t depth = s.number("depth");
  const std::size_t slice = width * height;
  Numbers out = s.before("out");
  for (std::size_t z = 1; z + 1 < depth; ++z) {
    for (std::size_t y = 1; y + 1 < height; ++y) {
      for (std::size_t x = 1; x + 1 < width; ++x) {
        const std::size_t at = z * slice + y * width + x;
        out[at] = weight[0] * in[at] + weight[1] * in[at - 1] + weight[2] * in[at + 1] +
                  weight[3] * in[at - width] + weight[4] * in[at + width] +
                  weight[5] * in[at - slice] + weight[6] * in[at + slice];
      }
    }
  }
  return {{"out", std::move(out)}};
}

// A field whose edges are held, in the precision of the kernels.
struct Field {
  std::vector<float> points;
  std::size_t rows, columns;

  Field(const ReferenceInput& s, const char* name)
      : rows(s.number("rows")), columns(s.number("columns")) {
    for (const double value : s.before(name)) points.push_back(static_cast<float>(value));
  }
  [[nodiscard]] float mean(std::size_t at) const {
    return 0.25F * (points[at - 1] + points[at + 1] + points[at - columns] + points[at + columns]);
  }
  template <typename Visit>
  void each_inner(Visit visit) const {
    for (std::size_t row = 1; row + 1 < rows; ++row)
      for (std::size_t column = 1; column + 1 < columns; ++column)
        visit(row * columns + column, row + column);
  }
  [[nodiscard]] Numbers numbers() const { return {points.begin(), points.end()}; }
};

// So many rounds in which every inner point becomes the mean of its four neighbours of the round
// before. `changes`, if not null: the largest change of each round.
Field jacobi_field(const ReferenceInput& s, Numbers* changes) {
  Field field(s, "in");
  for (std::size_t round = 0; round < s.number("rounds"); ++round) {
    Field next = field;
    float largest = 0.0F;
    field.each_inner([&](std::size_t at, std::size_t) {
      next.points[at] = field.mean(at);
      largest = std::max(largest, std::abs(next.points[at] - field.points[at]));
    });
    field = std::move(next);
    if (changes != nullptr) changes->push_back(largest);
  }
  return field;
}
std::vector<Expectation> jacobi(const ReferenceInput& s) {
  return {{"out", jacobi_field(s, nullptr).numbers()}};
}
std::vector<Expectation> jacobi_changes(const ReferenceInput& s) {
  Numbers changes;
  Numbers field = jacobi_field(s, &changes).numbers();
  return {{"out", std::move(field)}, {"change", std::move(changes)}};
}

// The same in place, in each round first the points whose row and column add up to an even number.
std::vector<Expectation> red_black(const ReferenceInput& s) {
  Field field(s, "out");
  Numbers changes;
  for (std::size_t round = 0; round < s.number("rounds"); ++round) {
    float largest = 0.0F;
    for (const std::size_t colour : {0U, 1U}) {
      field.each_inner([&](std::size_t at, std::size_t sum) {
        if (sum % 2 != colour) return;
        const float mean = field.mean(at);
        largest = std::max(largest, std::abs(mean - field.points[at]));
        field.points[at] = mean;
      });
    }
    changes.push_back(largest);
  }
  return {{"out", field.numbers()}, {"change", std::move(changes)}};
}

}  // namespace

std::vector<Reference> stencil_references() {
  return {{"stencil_7", {"in", "weight", "out", "width", "height", "depth"}, stencil_7},
          {"jacobi", {"in", "out", "rows", "columns", "rounds"}, jacobi},
          {"jacobi_changes", {"in", "out", "change", "rows", "columns", "rounds"}, jacobi_changes},
          {"red_black", {"out", "change", "rows", "columns", "rounds"}, red_black}};
}

}  // namespace lanescope::references
