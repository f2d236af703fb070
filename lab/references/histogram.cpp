#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

std::vector<Expectation> histogram(const ReferenceInput& s) {
  const auto first = static_cast<double>(s.number("first"));
  const auto letters = static_cast<double>(s.number("letters"));
  const std::size_t width = s.number("width");
  Numbers bins = s.before("out");
  for (const double value : s.before("in")) {
    if (value < first || value >= first + letters) continue;
    bins[static_cast<std::size_t>(value - first) / width] += 1;
  }
  return {{"out", std::move(bins)}};
}

std::vector<Expectation> histogram_rgb(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  Numbers bins = s.before("out");
  for (std::size_t i = 0; i < in.size(); ++i)
    bins[i % 3 * 256 + static_cast<std::size_t>(in[i])] += 1;
  return {{"out", std::move(bins)}};
}

}  // namespace

std::vector<Reference> histogram_references() {
  return {{"histogram", {"in", "out", "first", "letters", "width"}, histogram},
          {"histogram_rgb", {"in", "out"}, histogram_rgb}};
}

}  // namespace lanescope::references
