// Kernels that put elements in order: merge/, bitonic-sort/.
#include <algorithm>
#include <iterator>
#include <set>

#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

using Index = std::int64_t;

std::vector<Expectation> merge(const ReferenceInput& s) {
  const Numbers a = s.before("a");
  const Numbers b = s.before("b");
  Numbers values;
  std::ranges::merge(a, b, std::back_inserter(values));
  return {{"out", std::move(values)}};
}

// How many elements of `a` stand among the first k of the result, for each k: counted while
// merging.
std::vector<Expectation> co_ranks(const ReferenceInput& s) {
  const Numbers a = s.before("a");
  const Numbers b = s.before("b");
  Numbers values;
  for (std::size_t i = 0, j = 0; i + j < a.size() + b.size();) {
    values.push_back(static_cast<double>(i));
    const bool of_a = j == b.size() || (i < a.size() && a[i] <= b[j]);
    (of_a ? i : j) += 1;
  }
  return {{"out", std::move(values)}};
}

// The search of the lecture's listing, whose lower bounds stay where they began: -1 where it comes
// to an i that it has tried before, and so never ends.
double co_rank_of_listing(Index k, const Numbers& a, const Numbers& b) {
  const auto m = static_cast<Index>(a.size()), n = static_cast<Index>(b.size());
  const auto of = [](const Numbers& in, Index at) { return in[static_cast<std::size_t>(at)]; };
  const Index i_low = std::max<Index>(0, k - n), j_low = std::max<Index>(0, k - m);
  Index i = std::min(k, m), j = k - i;
  std::set<Index> tried;
  while (tried.insert(i).second) {
    Index move = 0;
    if (i > 0 && j < n && of(a, i - 1) > of(b, j)) {
      move = -std::max<Index>(1, (i - i_low) / 2);
    } else if (j > 0 && i < m && of(b, j - 1) >= of(a, i)) {
      move = std::max<Index>(1, (j - j_low) / 2);
    } else {
      return static_cast<double>(i);
    }
    i += move;
    j -= move;
  }
  return -1;
}

std::vector<Expectation> co_ranks_of_listing(const ReferenceInput& s) {
  const Numbers a = s.before("a");
  const Numbers b = s.before("b");
  Numbers values;
  for (std::size_t k = 0; k < a.size() + b.size(); ++k)
    values.push_back(co_rank_of_listing(static_cast<Index>(k), a, b));
  return {{"out", std::move(values)}};
}

std::vector<Expectation> sorted(const ReferenceInput& s) {
  Numbers values = s.before("in");
  std::ranges::sort(values);
  return {{"out", std::move(values)}};
}

}  // namespace

std::vector<Reference> sorting_references() {
  return {{"merge", {"a", "b", "out"}, merge},
          {"co_ranks", {"a", "b", "out"}, co_ranks},
          {"co_ranks_of_listing", {"a", "b", "out"}, co_ranks_of_listing},
          {"sorted", {"in", "out"}, sorted}};
}

}  // namespace lanescope::references
