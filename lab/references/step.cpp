#include <algorithm>

#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

// Algorithms that write a row for each step: what each must hold. The first is there before.
using Row = Numbers;

Row first_row(const ReferenceInput& s) {
  Row row = s.before("rows");
  row.resize(std::min(row.size(), s.number("width")));
  return row;
}

void append(Numbers* rows, const Row& row) { rows->insert(rows->end(), row.begin(), row.end()); }

std::vector<Expectation> rows_of_pairs(const ReferenceInput& s) {
  Row row = first_row(s);
  Numbers rows = row;
  for (std::size_t pairs = row.size() / 2; pairs > 0; pairs /= 2) {
    Row after(row.size());
    for (std::size_t t = 0; t < pairs; ++t) after[t] = row[2 * t] + row[2 * t + 1];
    append(&rows, after);
    row = std::move(after);
  }
  return {{"rows", std::move(rows)}};
}

std::vector<Expectation> rows_hillis_steele(const ReferenceInput& s) {
  Row row = first_row(s);
  Numbers rows = row;
  for (std::size_t k = 1; k < row.size(); k *= 2) {
    for (std::size_t i = row.size(); i-- > k;) row[i] += row[i - k];
    append(&rows, row);
  }
  return {{"rows", std::move(rows)}};
}

std::vector<Expectation> rows_blelloch(const ReferenceInput& s) {
  Row row = first_row(s);
  Numbers rows = row;
  std::size_t k = 1;
  for (; k < row.size(); k *= 2) {
    for (std::size_t i = 2 * k - 1; i < row.size(); i += 2 * k) row[i] += row[i - k];
    append(&rows, row);
  }
  row.back() = 0;
  for (k /= 2; k > 0; k /= 2) {
    for (std::size_t i = 2 * k - 1; i < row.size(); i += 2 * k) {
      const double left = row[i - k];
      row[i - k] = row[i];
      row[i] += left;
    }
    append(&rows, row);
  }
  return {{"rows", std::move(rows)}};
}

}  // namespace

std::vector<Reference> step_references() {
  return {
      {"rows_blelloch", {"rows", "width"}, rows_blelloch},
      {"rows_hillis_steele", {"rows", "width"}, rows_hillis_steele},
      {"rows_of_pairs", {"rows", "width"}, rows_of_pairs},
  };
}

}  // namespace lanescope::references
