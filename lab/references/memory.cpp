// Where data lies: pitch/, registers/.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

// Rows that begin `in_pitch` and `out_pitch` elements apart; what lies between them in `out` stays.
std::vector<Expectation> pitched_copy(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  Numbers out = s.before("out");
  const std::size_t rows = s.number("rows");
  const std::size_t columns = s.number("columns");
  const std::size_t in_pitch = s.number("in_pitch");
  const std::size_t out_pitch = s.number("out_pitch");
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t from = row * in_pitch;
    const std::size_t to = row * out_pitch;
    for (std::size_t column = 0; column < columns; ++column) {
      if (from + column < in.size() && to + column < out.size())
        out[to + column] = in[from + column];
    }
  }
  return {{"out", std::move(out)}};
}

// Each column of `in` is counted by itself: out[b n + i] is how many of column i are b.
std::vector<Expectation> column_counts(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const std::size_t bins = s.number("bins");
  Numbers out(s.before("out").size(), 0.0);
  const std::size_t n = out.size() / bins;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const auto bin = static_cast<std::size_t>(in[i]);
    if (bin < bins) out[bin * n + i % n] += 1.0;
  }
  return {{"out", std::move(out)}};
}

// In each column, the sum of an element and of the `width` - 1 before it.
std::vector<Expectation> column_windows(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const std::size_t columns = s.number("columns");
  const std::size_t width = s.number("width");
  Numbers out(in.size(), 0.0);
  for (std::size_t i = 0; i < in.size(); ++i) {
    for (std::size_t back = 0; back < width && back * columns <= i; ++back)
      out[i] += in[i - back * columns];
  }
  return {{"out", std::move(out)}};
}

// For each step s the first i below 2 s where `i % (2 s)` and `i & (2 s - 1)` do not vanish
// together, or 2 s; then how many steps have none, the largest of these, the smallest other one.
std::vector<Expectation> remainder_tests(const ReferenceInput& s) {
  Numbers first(s.before("first").size());
  Numbers found = s.before("found");
  for (std::size_t step = 1; step <= first.size(); ++step) {
    std::size_t i = 0;
    while (i < 2 * step && (i % (2 * step) == 0) == ((i & (2 * step - 1)) == 0)) ++i;
    first[step - 1] = static_cast<double>(i);
    if (i < 2 * step) {
      found[2] = std::min(found[2], static_cast<double>(step));
    } else {
      found[0] += 1.0;
      found[1] = static_cast<double>(step);
    }
  }
  return {{"first", std::move(first)}, {"found", std::move(found)}};
}

// The remainders by 8 and by `divisor` as C has them, and those by 8 that are never negative.
std::vector<Expectation> remainders(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const auto divisor = static_cast<double>(s.number("divisor"));
  Numbers out;
  Numbers masked;
  for (const double value : in) {
    out.push_back(std::fmod(value, 8.0));
    masked.push_back(value - 8.0 * std::floor(value / 8.0));
  }
  for (const double value : in) out.push_back(std::fmod(value, divisor));
  return {{"out", std::move(out)}, {"masked", std::move(masked)}};
}

}  // namespace

std::vector<Reference> memory_references() {
  return {{"pitched_copy", {"in", "out", "rows", "columns", "in_pitch", "out_pitch"}, pitched_copy},
          {"column_counts", {"in", "out", "bins"}, column_counts},
          {"column_windows", {"in", "out", "columns", "width"}, column_windows},
          {"remainder_tests", {"first", "found"}, remainder_tests},
          {"remainders", {"in", "out", "masked", "divisor"}, remainders}};
}

}  // namespace lanescope::references
