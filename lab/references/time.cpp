// Kernels of which the time is looked at: latency/, caches/, scheduling/, find-the-bottleneck/.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

// value * 0.5 + 1, again and again; the product is exact, and so fused or not are the same.
double halved(double value, std::size_t rounds) {
  auto x = static_cast<float>(value);
  for (std::size_t k = 0; k < rounds; ++k) x = x * 0.5F + 1.0F;
  return static_cast<double>(x);
}
std::vector<Expectation> halved_rounds(const ReferenceInput& s) {
  Numbers values = s.before("in");
  const std::size_t rounds = s.number("rounds");
  for (double& value : values) value = halved(value, rounds);
  return {{"out", std::move(values)}};
}
// Of the warps of a block, each has the first one's results.
std::vector<Expectation> halved_lanes(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const std::size_t rounds = s.number("rounds");
  Numbers values(s.before("out").size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = halved(in[i % in.size()], rounds);
  return {{"out", std::move(values)}};
}
// Rows of `row` numbers, of which every `every`-th has work.
std::vector<Expectation> halved_rows(const ReferenceInput& s) {
  Numbers values = s.before("in");
  const std::size_t row = s.number("row"), every = s.number("every"), rounds = s.number("rounds");
  for (std::size_t i = 0; i < values.size(); ++i)
    if (i / row % every == 0) values[i] = halved(values[i], rounds);
  return {{"out", std::move(values)}};
}

std::vector<Expectation> followed(const ReferenceInput& s) {
  const Numbers next = s.before("next");
  const std::size_t steps = s.number("steps");
  Numbers values(s.before("out").size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::size_t at = i;
    for (std::size_t k = 0; k < steps && at < next.size(); ++k)
      at = static_cast<std::size_t>(next[at]);
    values[i] = static_cast<double>(at);
  }
  return {{"out", std::move(values)}};
}

// Four chains of 15 rounds, each of which ends near twice the number.
double worked(double v) {
  double sum = 0.0;
  for (int chain = 0; chain < 4; ++chain) {
    double x = v + chain;
    for (int k = 0; k < 15; ++k) x = x * 0.5 + v;
    sum += x;
  }
  return sum;
}
std::vector<Expectation> worked_columns(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  Numbers values(s.before("out").size(), 0.0);
  for (std::size_t i = 0; i < in.size(); ++i) values[i % values.size()] += worked(in[i]);
  return {{"out", std::move(values)}};
}

double polynomial_at(double x, const Numbers& factors) {
  double value = 0.0;
  for (std::size_t k = factors.size(); k-- > 0;) value = value * x + factors[k];
  return value;
}
// Each value is where the next one is taken.
std::vector<Expectation> polynomial_rounds(const ReferenceInput& s) {
  Numbers values = s.before("in");
  const Numbers factors = s.before("factors");
  const std::size_t rounds = s.number("rounds");
  for (double& x : values)
    for (std::size_t k = 0; k < rounds; ++k) x = polynomial_at(x, factors);
  return {{"out", std::move(values)}};
}

// Columns of numbers, each with those above it.
std::vector<Expectation> running_columns(const ReferenceInput& s) {
  Numbers values = s.before("in");
  const std::size_t columns = s.number("columns");
  for (std::size_t i = columns; i < values.size(); ++i) values[i] += values[i - columns];
  return {{"out", std::move(values)}};
}
// Each number with the one above it and the one below.
std::vector<Expectation> column_triples(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const std::size_t columns = s.number("columns");
  Numbers values = in;
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (i >= columns) values[i] += in[i - columns];
    if (i + columns < in.size()) values[i] += in[i + columns];
  }
  return {{"out", std::move(values)}};
}

// The array is gone through `times` times by as many threads as there are results.
std::vector<Expectation> sums_again(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const std::size_t words = std::min(s.number("words"), in.size());
  const auto times = static_cast<double>(s.number("times"));
  Numbers values(s.before("out").size(), 0.0);
  for (std::size_t i = 0; i < words; ++i) values[i % values.size()] += times * in[i];
  return {{"out", std::move(values)}};
}
// The same with a weight for each time, and results of its own.
std::vector<Expectation> weighted_sums(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const Numbers weights = s.before("weights");
  Numbers values(s.before("out").size(), 0.0);
  const std::size_t threads = values.size() / weights.size();
  for (std::size_t t = 0; t < weights.size(); ++t)
    for (std::size_t i = 0; i < in.size(); ++i)
      values[t * threads + i % threads] += weights[t] * in[i];
  return {{"out", std::move(values)}};
}

// Row k holds k + 1 times the numbers.
std::vector<Expectation> multiples(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  Numbers values(s.before("out").size());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = in[i % in.size()] * static_cast<double>(i / in.size() + 1);
  return {{"out", std::move(values)}};
}

std::vector<Expectation> root_sums(const ReferenceInput& s) {
  Numbers values = s.before("in");
  const std::size_t rounds = s.number("rounds");
  for (double& value : values) {
    double sum = 0.0;
    for (std::size_t k = 0; k < rounds; ++k) sum += 1.0 / std::sqrt(value + static_cast<double>(k));
    value = sum;
  }
  return {{"out", std::move(values)}};
}

}  // namespace

std::vector<Reference> time_references() {
  return {{"halved_rounds", {"in", "out", "rounds"}, halved_rounds},
          {"halved_lanes", {"in", "out", "rounds"}, halved_lanes},
          {"halved_rows", {"in", "out", "row", "every", "rounds"}, halved_rows},
          {"followed", {"next", "out", "steps"}, followed},
          {"worked_columns", {"in", "out"}, worked_columns},
          {"polynomial_rounds", {"in", "factors", "out", "rounds"}, polynomial_rounds},
          {"running_columns", {"in", "out", "columns"}, running_columns},
          {"column_triples", {"in", "out", "columns"}, column_triples},
          {"sums_again", {"in", "out", "words", "times"}, sums_again},
          {"weighted_sums", {"in", "weights", "out"}, weighted_sums},
          {"multiples", {"in", "out"}, multiples},
          {"root_sums", {"in", "out", "rounds"}, root_sums}};
}

}  // namespace lanescope::references
