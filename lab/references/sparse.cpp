#include <algorithm>

#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

std::size_t index(double element) { return static_cast<std::size_t>(element); }

// Adds the elements that stand under these names to y, each as often as `times` says.
template <typename Times>
void add_coordinates(const ReferenceInput& s, const char* row_name, const char* column_name,
                     const char* value_name, Numbers& y, Times times) {
  const Numbers row = s.before(row_name);
  const Numbers column = s.before(column_name);
  const Numbers value = s.before(value_name);
  const Numbers x = s.before("x");
  for (std::size_t e = 0; e < row.size(); ++e)
    y[index(row[e])] += value[e] * x[index(column[e])] * times(e);
}

double once(std::size_t) { return 1.0; }

// Of a matrix stored column by column, all rows of one width.
void add_padded_rows(const ReferenceInput& s, Numbers& y) {
  const Numbers column = s.before("column");
  const Numbers value = s.before("value");
  const Numbers x = s.before("x");
  for (std::size_t e = 0; e < value.size(); ++e) y[e % y.size()] += value[e] * x[index(column[e])];
}

std::vector<Expectation> coo_product(const ReferenceInput& s) {
  Numbers y = s.before("y");
  add_coordinates(s, "row", "column", "value", y, once);
  return {{"y", std::move(y)}};
}

// By blocks that stride by their own size: block b begins at its first thread's element and goes on
// to the end.
std::vector<Expectation> coo_product_by_blocks(const ReferenceInput& s) {
  const std::size_t block = s.number("block");
  const std::size_t blocks = s.number("blocks");
  Numbers y = s.before("y");
  add_coordinates(s, "row", "column", "value", y, [&](std::size_t e) {
    return static_cast<double>(std::min(e / block + 1, blocks));
  });
  return {{"y", std::move(y)}};
}

std::vector<Expectation> csr_product(const ReferenceInput& s) {
  const Numbers start = s.before("start");
  const Numbers column = s.before("column");
  const Numbers value = s.before("value");
  const Numbers x = s.before("x");
  Numbers y(start.size() - 1, 0.0);
  for (std::size_t row = 0; row < y.size(); ++row)
    for (std::size_t e = index(start[row]); e < index(start[row + 1]); ++e)
      y[row] += value[e] * x[index(column[e])];
  return {{"y", std::move(y)}};
}

std::vector<Expectation> ell_product(const ReferenceInput& s) {
  Numbers y(s.before("y").size(), 0.0);
  add_padded_rows(s, y);
  return {{"y", std::move(y)}};
}

std::vector<Expectation> hyb_product(const ReferenceInput& s) {
  Numbers y(s.before("y").size(), 0.0);
  add_padded_rows(s, y);
  add_coordinates(s, "rest_row", "rest_column", "rest_value", y, once);
  return {{"y", std::move(y)}};
}

}  // namespace

std::vector<Reference> sparse_references() {
  return {{"coo_product", {"row", "column", "value", "x", "y"}, coo_product},
          {"coo_product_by_blocks",
           {"row", "column", "value", "x", "y", "block", "blocks"},
           coo_product_by_blocks},
          {"csr_product", {"start", "column", "value", "x", "y"}, csr_product},
          {"ell_product", {"column", "value", "x", "y"}, ell_product},
          {"hyb_product",
           {"column", "value", "rest_row", "rest_column", "rest_value", "x", "y"},
           hyb_product}};
}

}  // namespace lanescope::references
