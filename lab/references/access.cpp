// Kernels that fetch in one order or another: coalescing/, bank-conflicts/, matrix-sums/,
// occupancy/.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>

#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

// The last elements of `in`, as many as `out` holds.
std::vector<Expectation> last_elements(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const auto count = static_cast<std::ptrdiff_t>(std::min(in.size(), s.before("out").size()));
  return {{"out", Numbers(in.end() - count, in.end())}};
}

// out[i] = in[index_of(i)]; no number where there is no such element
template <typename IndexOf>
std::vector<Expectation> fetched(const ReferenceInput& s, IndexOf index_of) {
  const Numbers in = s.before("in");
  Numbers values(s.before("out").size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t at = index_of(i);
    values[i] = at < in.size() ? in[at] : std::numeric_limits<double>::quiet_NaN();
  }
  return {{"out", std::move(values)}};
}
std::vector<Expectation> fetch_strided(const ReferenceInput& s) {
  const std::size_t share = s.number("share");
  const std::size_t stride = s.number("stride");
  return fetched(s, [=](std::size_t i) { return i / share * stride; });
}
std::vector<Expectation> fetch_again(const ReferenceInput& s) {
  const std::size_t words = s.number("words");
  const std::size_t stride = s.number("stride");
  return fetched(s, [=](std::size_t i) { return i % words * stride; });
}
std::vector<Expectation> fetch_exchanged(const ReferenceInput& s) {
  const std::size_t mask = s.number("mask");
  return fetched(s, [=](std::size_t i) { return i ^ mask; });
}
std::vector<Expectation> fetch_indexed(const ReferenceInput& s) {
  const Numbers index = s.before("index");
  return fetched(s, [&](std::size_t i) { return static_cast<std::size_t>(index[i]); });
}

// x x + y y + z z of points that lie `pitch` numbers apart.
std::vector<Expectation> squared_lengths(const ReferenceInput& s) {
  const Numbers points = s.before("points");
  const std::size_t pitch = s.number("pitch");
  Numbers values;
  for (std::size_t at = 0; at + 2 < points.size(); at += pitch) {
    values.push_back(points[at] * points[at] + points[at + 1] * points[at + 1] +
                     points[at + 2] * points[at + 2]);
  }
  return {{"out", std::move(values)}};
}
std::vector<Expectation> squared_lengths_of_arrays(const ReferenceInput& s) {
  const Numbers x = s.before("x");
  const Numbers y = s.before("y");
  const Numbers z = s.before("z");
  Numbers values(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) values[i] = x[i] * x[i] + y[i] * y[i] + z[i] * z[i];
  return {{"out", std::move(values)}};
}

// Of the `live` numbers in[i], in[i + n], in[i + 2 n], …: each times the one from the other end.
std::vector<Expectation> mirrored_products(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const std::size_t live = s.number("live");
  const std::size_t n = in.size() / live;
  Numbers values(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < live; ++k) values[i] += in[k * n + i] * in[(live - 1 - k) * n + i];
  }
  return {{"out", std::move(values)}};
}

// One number for each row, or each column, of the matrix `in`.
template <typename Join>
std::vector<Expectation> joined(const ReferenceInput& s, bool by_row, double first, Join join) {
  const Numbers in = s.before("in");
  const std::size_t columns = s.number("columns");
  Numbers values(by_row ? s.number("rows") : columns, first);
  for (std::size_t i = 0; i < in.size(); ++i) {
    double& value = values[std::min(by_row ? i / columns : i % columns, values.size() - 1)];
    value = join(value, in[i]);
  }
  return {{"out", std::move(values)}};
}
std::vector<Expectation> row_sums(const ReferenceInput& s) {
  return joined(s, true, 0.0, std::plus<>());
}
std::vector<Expectation> column_sums(const ReferenceInput& s) {
  return joined(s, false, 0.0, std::plus<>());
}
std::vector<Expectation> row_maxima(const ReferenceInput& s) {
  return joined(s, true, -std::numeric_limits<double>::infinity(),
                [](double a, double b) { return std::max(a, b); });
}

}  // namespace

std::vector<Reference> access_references() {
  return {{"last_elements", {"in", "out"}, last_elements},
          {"fetch_strided", {"in", "out", "share", "stride"}, fetch_strided},
          {"fetch_again", {"in", "out", "words", "stride"}, fetch_again},
          {"fetch_exchanged", {"in", "out", "mask"}, fetch_exchanged},
          {"fetch_indexed", {"in", "index", "out"}, fetch_indexed},
          {"squared_lengths", {"points", "out", "pitch"}, squared_lengths},
          {"squared_lengths_of_arrays", {"x", "y", "z", "out"}, squared_lengths_of_arrays},
          {"row_sums", {"in", "out", "rows", "columns"}, row_sums},
          {"column_sums", {"in", "out", "rows", "columns"}, column_sums},
          {"row_maxima", {"in", "out", "rows", "columns"}, row_maxima},
          {"mirrored_products", {"in", "out", "live"}, mirrored_products}};
}

}  // namespace lanescope::references
