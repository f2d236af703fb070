#include <algorithm>
#include <numeric>

#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

std::vector<Expectation> sum(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  return {{"out", {std::accumulate(in.begin(), in.end(), 0.0)}}};
}

std::vector<Expectation> inclusive_scan(const ReferenceInput& s) {
  Numbers values = s.before("in");
  std::partial_sum(values.begin(), values.end(), values.begin());
  return {{"out", std::move(values)}};
}

std::vector<Expectation> exclusive_scan(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  Numbers values(in.size());
  std::exclusive_scan(in.begin(), in.end(), values.begin(), 0.0);
  return {{"out", std::move(values)}};
}

std::vector<Expectation> copy(const ReferenceInput& s) { return {{"out", s.before("in")}}; }

std::vector<Expectation> transpose(const ReferenceInput& s) {
  const Numbers in = s.before("in");
  const std::size_t rows = s.number("rows");
  const std::size_t columns = s.number("columns");
  Numbers values(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) values[i % columns * rows + i / columns] = in[i];
  return {{"out", std::move(values)}};
}

Numbers added(const ReferenceInput& s, std::size_t count) {
  const Numbers a = s.before("a");
  const Numbers b = s.before("b");
  Numbers values = s.before("out");
  for (std::size_t i = 0; i < std::min(count, a.size()); ++i) {
    values[i] = static_cast<double>(static_cast<float>(a[i] + b[i]));
  }
  return values;
}
std::vector<Expectation> vector_add(const ReferenceInput& s) {
  return {{"out", added(s, s.before("a").size())}};
}
// Whole blocks only, but at least one: the tail keeps what it was filled with.
std::vector<Expectation> vector_add_floor(const ReferenceInput& s) {
  const std::size_t block = s.number("block");
  return {{"out", added(s, std::max<std::size_t>(1, s.before("a").size() / block) * block)}};
}

}  // namespace

std::vector<Reference> basic_references() {
  return {{"sum", {"in", "out"}, sum},
          {"inclusive_scan", {"in", "out"}, inclusive_scan},
          {"exclusive_scan", {"in", "out"}, exclusive_scan},
          {"copy", {"in", "out", "rows", "columns"}, copy},
          {"transpose", {"in", "out", "rows", "columns"}, transpose},
          {"vector_add", {"a", "b", "out"}, vector_add},
          {"vector_add_floor", {"a", "b", "out", "block"}, vector_add_floor}};
}

}  // namespace lanescope::references
