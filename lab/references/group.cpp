#include <bit>

#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

// The rows of a result for tiles of 4, 8, 16 and 32.
constexpr std::size_t kRows = 4;
constexpr std::size_t width_of(std::size_t row) { return std::size_t{4} << row; }

double at(const Numbers& in, std::size_t i) { return i < in.size() ? in[i] : 0; }

double total(const Numbers& in, std::size_t first, std::size_t width) {
  double sum = 0;
  for (std::size_t i = first; i < first + width; ++i) sum += at(in, i);
  return sum;
}

std::vector<Expectation> tile_numbers(const ReferenceInput& s) {
  const std::size_t block = s.number("block");
  const std::size_t columns = s.after("rank").size() / kRows;
  Numbers groups;
  Numbers ranks;
  for (std::size_t row = 0; row < kRows; ++row) {
    for (std::size_t i = 0; i < columns; ++i) {
      const std::size_t thread = i % block;
      groups.push_back(static_cast<double>(thread / width_of(row)));
      ranks.push_back(static_cast<double>(thread % width_of(row)));
    }
  }
  return {{"group", std::move(groups)}, {"rank", std::move(ranks)}};
}

std::vector<Expectation> tile_sums(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const std::size_t width = s.number("width");
  Numbers out;
  for (std::size_t first = 0; first < in.size(); first += width)
    out.push_back(total(in, first, width));
  return {{"out", std::move(out)}};
}

std::vector<Expectation> tile_totals(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  Numbers out;
  for (std::size_t row = 0; row < kRows; ++row) {
    const std::size_t width = width_of(row);
    for (std::size_t i = 0; i < in.size(); ++i) out.push_back(total(in, i / width * width, width));
  }
  return {{"out", std::move(out)}};
}

// What the threads of a tile hold after each halving when the lower half adds.
std::vector<Expectation> tile_rounds(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const std::size_t width = s.number("width");
  const auto rounds = static_cast<std::size_t>(std::bit_width(width) - 1);
  Numbers row(s.after("rows").size() / rounds);
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = at(in, i);
  Numbers rows;
  for (std::size_t half = width / 2; half > 0; half /= 2) {
    const Numbers before = row;
    for (std::size_t i = 0; i < row.size(); ++i)
      if (i % width < half) row[i] += at(before, i + half);
    rows.insert(rows.end(), row.begin(), row.end());
  }
  return {{"rows", std::move(rows)}};
}

// The same when all add by a shuffle down: who finds nobody so far down adds his own.
std::vector<Expectation> tile_shuffles(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  Numbers out;
  for (std::size_t row = 0; row < kRows; ++row) {
    const std::size_t width = width_of(row);
    Numbers values((in.size() + width - 1) / width * width);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = at(in, i);
    for (std::size_t half = width / 2; half > 0; half /= 2) {
      const Numbers before = values;
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] += before[i % width + half < width ? i + half : i];
    }
    out.insert(out.end(), values.begin(), values.begin() + static_cast<std::ptrdiff_t>(in.size()));
  }
  return {{"out", std::move(out)}};
}

}  // namespace

std::vector<Reference> group_references() {
  return {
      {"tile_numbers", {"group", "rank", "block"}, tile_numbers},
      {"tile_rounds", {"in", "rows", "width"}, tile_rounds},
      {"tile_shuffles", {"in", "out"}, tile_shuffles},
      {"tile_sums", {"in", "out", "width"}, tile_sums},
      {"tile_totals", {"in", "out"}, tile_totals},
  };
}

}  // namespace lanescope::references
