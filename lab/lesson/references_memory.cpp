// Where data lies: pitch/, registers/.
#include <algorithm>
#include <cstddef>

#include "lab/lesson/reference_table.hpp"

namespace lanescope::lab {
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

}  // namespace

std::vector<Reference> memory_references() {
  return {
      {"pitched_copy", {"in", "out", "rows", "columns", "in_pitch", "out_pitch"}, pitched_copy}};
}

}  // namespace lanescope::lab
