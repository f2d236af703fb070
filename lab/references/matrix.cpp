#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

// Sums in double precision: kernels agree exactly while all sums are whole numbers below 2^24.
template <typename IndexOfB>
std::vector<Expectation> product(const ReferenceInput& s, IndexOfB index_of_b) {
  const Numbers a = s.before("a");
  const Numbers b = s.before("b");
  const std::size_t m = s.number("m");
  const std::size_t n = s.number("n");
  const std::size_t k = s.number("k");
  Numbers c(m * n, 0.0);
  for (std::size_t row = 0; row < m; ++row) {
    for (std::size_t column = 0; column < n; ++column) {
      for (std::size_t i = 0; i < k; ++i)
        c[row * n + column] += a[row * k + i] * b[index_of_b(i, column)];
    }
  }
  return {{"c", std::move(c)}};
}

std::vector<Expectation> matrix_product(const ReferenceInput& s) {
  return product(s,
                 [n = s.number("n")](std::size_t i, std::size_t column) { return i * n + column; });
}
std::vector<Expectation> matrix_product_transposed(const ReferenceInput& s) {
  return product(s,
                 [k = s.number("k")](std::size_t i, std::size_t column) { return column * k + i; });
}

}  // namespace

std::vector<Reference> matrix_references() {
  const std::vector<std::string> arguments = {"a", "b", "c", "m", "n", "k"};
  return {{"matrix_product", arguments, matrix_product},
          {"matrix_product_transposed", arguments, matrix_product_transposed}};
}

}  // namespace lanescope::references
