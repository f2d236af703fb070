// Kernels that launch kernels: dynamic-parallelism/.
#include <cstddef>
#include <utility>

#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

// Each of `threads` launched a child that marks all of `visits`, or was refused.
std::vector<Expectation> launched_or_refused(const ReferenceInput& s) {
  const Numbers refused = s.after("refused");
  const double launched = static_cast<double>(s.number("threads")) - refused.front();
  return {{"visits", Numbers(s.before("visits").size(), launched)}};
}

Numbers doubled(const ReferenceInput& s) {
  Numbers v = s.before("v");
  for (double& element : v) element *= 2.0;
  return v;
}

// All of `v` doubled, and of each `block` elements the first one as it is then.
std::vector<Expectation> doubled_and_seen(const ReferenceInput& s) {
  Numbers v = doubled(s);
  const std::size_t block = s.number("block");
  Numbers seen;
  for (std::size_t first = 0; first < v.size(); first += block) seen.push_back(v[first]);
  return {{"v", std::move(v)}, {"seen", std::move(seen)}};
}

// All of `v` doubled, and their sum.
std::vector<Expectation> doubled_and_summed(const ReferenceInput& s) {
  Numbers v = doubled(s);
  double sum = 0.0;
  for (const double element : v) sum += element;
  return {{"v", std::move(v)}, {"sum", {sum}}};
}

}  // namespace

std::vector<Reference> nested_references() {
  return {{"launched_or_refused", {"visits", "refused", "threads"}, launched_or_refused},
          {"doubled_and_seen", {"v", "seen", "block"}, doubled_and_seen},
          {"doubled_and_summed", {"v", "sum"}, doubled_and_summed}};
}

}  // namespace lanescope::references
